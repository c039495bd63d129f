/// Breaks the lines of Swift code that are too long, the way `swift format` accepts.
///
/// Templates write each statement and declaration on one line; what does not fit is broken at its
/// widest brackets, one element per line, else behind ` = ` or `: `. What cannot be broken stays.
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
  private static let quotes = Array("\"\"\"".utf8)
  private var output: [UInt8] = []
  private var isInsideText = false

  private init() {}

  /// The code with its long lines broken; comments and literals of several lines are left as they are.
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

  /// Adds a line, looking at its bytes alone unless it is too long.
  private mutating func add(_ line: ArraySlice<UInt8>) {
    let content = line.drop { $0 == UInt8(ascii: " ") }
    let isComment = content.starts(with: "//".utf8)
    if isInsideText {
      isInsideText = !content.starts(with: Self.quotes)
      output += line
    } else if isComment || line.count <= Self.width {
      isInsideText = !isComment && content.suffix(3).elementsEqual(Self.quotes)
      output += line
    } else {
      let code = String(decoding: content, as: UTF8.self)
      let lines = Self.broken(code[...], indentation: line.count - content.count)
      output += lines.joined(separator: "\n").utf8
    }
  }

  /// The lines that the code takes at that indentation.
  private static func broken(_ code: Substring, indentation: Int) -> [String] {
    let margin = String(repeating: " ", count: indentation)
    let whole = margin + code
    if whole.count <= width { return [whole] }
    let outline = CodeOutline(of: code)
    if let group = outline.widestGroup {
      let head = margin + code[...group.open]
      if head.count <= width || outline.assignment == nil {
        return [head] + elements(of: group, in: code, indentation: indentation + 2)
          + broken(code[group.close...], indentation: indentation)
      }
    }
    if let assignment = outline.assignment {
      let head = margin + code[..<assignment]
      // A break behind a colon leaves less on a line than one behind an assignment.
      if head.count <= width || outline.colon == nil {
        return [head] + broken(rest(code, behind: assignment), indentation: indentation + 2)
      }
    }
    guard let colon = outline.colon else { return [whole] }
    return [margin + code[..<colon]]
      + broken(rest(code, behind: colon), indentation: indentation + 2)
  }

  private static func rest(_ code: Substring, behind blank: Substring.Index) -> Substring {
    code[code.index(after: blank)...]
  }

  private static func elements(
    of group: CodeOutline.Group, in code: Substring, indentation: Int
  ) -> [String] {
    group.elements.indices.flatMap { index in
      let isLast = index == group.elements.count - 1
      // swift-format wants a comma behind the last of several elements of a collection, and none in calls.
      let hasComma = !isLast || (group.isCollection && group.elements.count > 1)
      let element = code[group.elements[index]]
      // The comma counts: with it an element that just fits is too long.
      return broken(hasComma ? element + "," : element, indentation: indentation)
    }
  }
}
