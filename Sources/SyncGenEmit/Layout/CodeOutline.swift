/// Where a line of Swift code can be broken: its outermost brackets, its assignment and its colon.
struct CodeOutline {
  /// A pair of brackets and what stands between the commas directly inside.
  struct Group {
    let open: Substring.Index
    let close: Substring.Index
    let elements: [Range<Substring.Index>]
    let isCollection: Bool
  }

  /// The outermost brackets that hold most.
  private(set) var widestGroup: Group?
  /// The blank behind the first ` =` outside of brackets.
  private(set) var assignment: Substring.Index?
  /// The blank behind the first colon outside of brackets, before an assignment.
  private(set) var colon: Substring.Index?

  private let code: Substring
  private var depth = 0
  private var open: Substring.Index
  private var elementStart: Substring.Index
  private var elements: [Range<Substring.Index>] = []

  init(of code: Substring) {
    self.code = code
    open = code.startIndex
    elementStart = code.startIndex
    var index = code.startIndex
    while index < code.endIndex {
      index = step(from: index)
    }
  }

  /// Looks at one character, or at a whole string literal, and returns where the next begins.
  private mutating func step(from index: Substring.Index) -> Substring.Index {
    let next = code.index(after: index)
    switch code[index] {
    case "\"": return endOfString(from: next)
    case "(", "[", "{": enter(at: index)
    case ")", "]", "}": leave(at: index)
    case "," where depth == 1: endElement(at: index)
    case "=" where depth == 0 && assignment == nil && code[next...].hasPrefix(" "):
      assignment = next
    case ":" where depth == 0 && colon == nil && assignment == nil && code[next...].hasPrefix(" "):
      colon = next
    default: break
    }
    return next
  }

  private func endOfString(from start: Substring.Index) -> Substring.Index {
    var index = start
    while index < code.endIndex, code[index] != "\"" {
      if code[index] == "\\" { code.formIndex(after: &index) }
      if index < code.endIndex { code.formIndex(after: &index) }
    }
    return index < code.endIndex ? code.index(after: index) : index
  }

  private mutating func enter(at index: Substring.Index) {
    depth += 1
    guard depth == 1 else { return }
    open = index
    elementStart = code.index(after: index)
    elements = []
  }

  private mutating func leave(at index: Substring.Index) {
    depth -= 1
    guard depth == 0, code[index] != "}" else { return }
    endElement(at: index)
    let width = code.distance(from: open, to: index)
    if let widest = widestGroup, code.distance(from: widest.open, to: widest.close) >= width {
      return
    }
    guard !elements.isEmpty else { return }
    widestGroup = Group(
      open: open, close: index, elements: elements, isCollection: code[open] == "[")
  }

  private mutating func endElement(at index: Substring.Index) {
    let start = code[elementStart..<index].firstIndex { $0 != " " }
    if let start { elements.append(start..<index) }
    elementStart = code.index(after: index)
  }
}
