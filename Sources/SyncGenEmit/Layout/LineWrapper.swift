/// Breaks long lines of Swift code in the way that `swift format` accepts.
///
/// Templates write each statement and declaration on one line. A line that does not fit is broken
/// at its widest brackets, one element per line, otherwise after ` = ` or `: `. Operands and the
/// conditions of a guard are on separate lines. A line that cannot be broken is kept.
///
/// ```
/// public init(id: UUID = UUID(), title: String) {
/// ```
/// becomes
/// ```
/// public init(
///   id: UUID = UUID(),
///   title: String
/// ) {
/// ```
package struct LineWrapper {
  private static let width = 100
  /// The width of lines that fit even with a few more commas.
  private static let surelyFitting = width - 8
  private static let alternative = Array(" else ".utf8)
  private static let quotes = Array("\"\"\"".utf8)
  private var output: [UInt8] = []
  private var isInsideText = false

  private init() {}

  /// The code with its long lines broken. Comments and multiline literals are not changed.
  package static func wrap(_ code: String) -> String {
    let bytes = Array(code.utf8)
    var wrapper = LineWrapper()
    wrapper.output.reserveCapacity(bytes.count + bytes.count / 8)
    var start = 0
    while start <= bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      wrapper.add(bytes[start..<end])
      if end < bytes.count { wrapper.output.append(UInt8(ascii: "\n")) }
      start = end + 1
    }
    return String(decoding: wrapper.output, as: UTF8.self)
  }

  /// Adds a line, examining only its bytes unless it is too long.
  private mutating func add(_ line: ArraySlice<UInt8>) {
    // The case for nearly all lines: no multiline literal begins or ends with them.
    if !isInsideText, line.count <= Self.surelyFitting, line.last != UInt8(ascii: "\"") {
      output += line
      return
    }
    let content = line.drop { $0 == UInt8(ascii: " ") }
    let isComment = content.starts(with: "//".utf8)
    if isInsideText {
      isInsideText = !content.starts(with: Self.quotes)
      output += line
    } else if isComment || fits(content, line.count - content.count) {
      isInsideText = !isComment && content.suffix(3).elementsEqual(Self.quotes)
      output += line
    } else {
      addBroken(content, indentation: line.count - content.count)
    }
  }

  /// Adds the lines for code at an indentation.
  private mutating func addBroken(_ code: ArraySlice<UInt8>, indentation: Int) {
    if fits(code, indentation) { return add(code, indentation) }
    let outline = CodeOutline(of: code)
    if code.starts(with: "guard ".utf8), let brace = outline.brace,
      code[..<brace].suffix(Self.alternative.count).elementsEqual(Self.alternative)
    {
      return addGuard(code, outline, brace, indentation: indentation)
    }
    if !outline.operators.isEmpty, outline.colon == nil {
      return addOperands(of: code, outline, indentation: indentation)
    }
    if let group = outline.widestGroup {
      let head = code[...group.open]
      if fits(head, indentation) || outline.assignment == nil {
        add(head, indentation)
        addElements(of: group, in: code, indentation: indentation + 2)
        return addNext(code[group.close...], indentation: indentation)
      }
    }
    if let assignment = outline.assignment {
      let head = code[..<assignment]
      // A break after a colon leaves less on a line than one after an assignment.
      if fits(head, indentation) || outline.colon == nil {
        add(head, indentation)
        return addNext(code[(assignment + 1)...], indentation: indentation + 2)
      }
    }
    guard let colon = outline.colon else { return add(code, indentation) }
    add(code[..<colon], indentation)
    addNext(code[(colon + 1)...], indentation: indentation + 2)
  }

  /// Adds `guard a, b else { return }` with the body on its own line, or else with each condition.
  private mutating func addGuard(
    _ code: ArraySlice<UInt8>, _ outline: CodeOutline, _ brace: Int, indentation: Int
  ) {
    let body = code[(brace + 1)...].dropLast().drop { $0 == UInt8(ascii: " ") }
    if fits(code[...brace], indentation), code.last == UInt8(ascii: "}"), !body.isEmpty {
      add(code[...brace], indentation)
      addNext(body.last == UInt8(ascii: " ") ? body.dropLast() : body, indentation: indentation + 2)
      return addNext(code.suffix(1), indentation: indentation)
    }
    let end = brace - Self.alternative.count
    var start = code.startIndex
    for comma in outline.commas + [end] {
      let condition = code[start..<min(comma + 1, end)]
      if start == code.startIndex {
        add(condition, indentation)
      } else {
        addNext(condition, indentation: indentation + 2)
      }
      start = comma + 2
    }
    addNext(code[(end + 1)...], indentation: indentation)
  }

  /// Adds operands on separate lines, below an assignment if there is one.
  private mutating func addOperands(
    of code: ArraySlice<UInt8>, _ outline: CodeOutline, indentation: Int
  ) {
    var (start, isFirst) = (code.startIndex, true)
    let inner = indentation + 2
    if let assignment = outline.assignment {
      add(code[..<assignment], indentation)
      if fits(code[(assignment + 1)...], inner) {
        return addNext(code[(assignment + 1)...], indentation: inner)
      }
      (start, isFirst) = (assignment + 1, false)
    }
    for end in outline.operators.filter({ $0 > start }) + [code.endIndex] {
      if isFirst {
        add(code[start..<end], indentation)
      } else {
        addNext(code[start..<end], indentation: inner)
      }
      (start, isFirst) = (end + 1, false)
    }
  }

  private func fits(_ code: ArraySlice<UInt8>, _ indentation: Int) -> Bool {
    let width = indentation + TextWidth.of(code)
    guard width > Self.surelyFitting, width <= Self.width, code.contains(UInt8(ascii: "[")) else {
      return width <= Self.width
    }
    // The formatter counts the comma that it would add to each list that it breaks.
    return width + CodeOutline(of: code).lists <= Self.width
  }

  private mutating func add(_ code: ArraySlice<UInt8>, _ indentation: Int) {
    output += repeatElement(UInt8(ascii: " "), count: indentation)
    output += code
  }

  private mutating func addNext(_ code: ArraySlice<UInt8>, indentation: Int) {
    output.append(UInt8(ascii: "\n"))
    addBroken(code, indentation: indentation)
  }

  private mutating func addElements(
    of group: CodeOutline.Group, in code: ArraySlice<UInt8>, indentation: Int
  ) {
    for (index, element) in group.elements.enumerated() {
      let isLast = index == group.elements.count - 1
      // swift-format requires a comma after the last of several elements of a collection, and none
      // in calls.
      let hasComma = !isLast || (group.isCollection && group.elements.count > 1)
      // The comma counts: with it, an element that just fits is too long.
      addNext(
        hasComma ? code[element] + [UInt8(ascii: ",")] : code[element], indentation: indentation)
    }
  }
}
