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
  private var output = ""
  private var isInsideText = false

  private init() {}

  /// The code with its long lines broken; comments and literals of several lines are left as they are.
  package static func wrap(_ code: String) -> String {
    var wrapper = LineWrapper()
    wrapper.output.reserveCapacity(code.utf8.count + code.utf8.count / 8)
    var isFirst = true
    for line in code.split(separator: "\n", omittingEmptySubsequences: false) {
      if !isFirst { wrapper.output += "\n" }
      isFirst = false
      wrapper.add(line)
    }
    return wrapper.output
  }

  private mutating func add(_ line: Substring) {
    let isText = isInsideText
    if line.utf8.count >= 3, line.hasSuffix("\"\"\"") || (isText && line.contains("\"\"\"")) {
      isInsideText.toggle()
    }
    let content = line.drop { $0 == " " }
    if isText || line.utf8.count <= Self.width || content.hasPrefix("//") {
      output += line
    } else {
      let indentation = line.utf8.count - content.utf8.count
      output += Self.broken(content, indentation: indentation).joined(separator: "\n")
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
      var lines = broken(code[group.elements[index]], indentation: indentation)
      let isLast = index == group.elements.count - 1
      // swift-format wants a comma behind the last of several elements of a collection, and none in calls.
      if !isLast || (group.isCollection && group.elements.count > 1) {
        lines[lines.count - 1] += ","
      }
      return lines
    }
  }
}
