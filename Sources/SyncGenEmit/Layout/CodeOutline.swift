import SyncGenSchema

/// The positions at which a line of Swift code can be broken: its outermost brackets, its
/// assignment, its colon, its operators and its commas.
struct CodeOutline {
  /// A pair of brackets with the elements directly inside, separated by commas.
  struct Group {
    let open: Int
    let close: Int
    let elements: [Range<Int>]
    let isCollection: Bool
  }

  /// The outermost brackets with the longest content, except for those of `throws(…)`.
  private(set) var widestGroup: Group?
  /// The blank after the first ` =` outside brackets.
  private(set) var assignment: Int?
  /// The blank after the first colon outside brackets, before an assignment.
  private(set) var colon: Int?
  /// The blanks before ` + ` and ` ?? ` outside brackets.
  private(set) var operators: [Int] = []
  /// The commas outside brackets.
  private(set) var commas: [Int] = []
  /// The last opening brace outside brackets.
  private(set) var brace: Int?
  /// The number of collection literals with several elements, at any depth.
  private(set) var lists = 0

  private let code: ArraySlice<UInt8>
  private var depth = 0
  private var open: Int
  private var elementStart: Int
  private var elements: [Range<Int>] = []
  /// For each bracket around the current position, whether it contains a comma.
  private var haveCommas: [Bool] = []

  init(of code: ArraySlice<UInt8>) {
    self.code = code
    open = code.startIndex
    elementStart = code.startIndex
    for token in SwiftLexer.tokens(of: code) {
      if case .sign(let sign) = token.kind { read(sign, at: token.range.lowerBound) }
    }
  }

  private mutating func read(_ sign: UInt8, at index: Int) {
    switch sign {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): enter(at: index)
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): leave(at: index)
    case UInt8(ascii: ","): separate(at: index)
    case UInt8(ascii: "+"), UInt8(ascii: "?"):
      if depth == 0, isOperator(after: index - 1) { operators.append(index - 1) }
    case UInt8(ascii: "=") where depth == 0 && assignment == nil && isBlank(at: index + 1):
      assignment = index + 1
    case UInt8(ascii: ":")
    where depth == 0 && colon == nil && assignment == nil && isBlank(at: index + 1):
      colon = index + 1
    default: break
    }
  }

  private func isBlank(at index: Int) -> Bool {
    index < code.endIndex && code[index] == UInt8(ascii: " ")
  }

  private func isOperator(after index: Int) -> Bool {
    index >= code.startIndex && [" + ", " ?? "].contains { code[index...].starts(with: $0.utf8) }
      // The name of a declared operator.
      && !code[..<index].suffix(4).elementsEqual("func".utf8)
  }

  private mutating func enter(at index: Int) {
    if depth == 0, code[index] == UInt8(ascii: "{") { brace = index }
    depth += 1
    haveCommas.append(false)
    guard depth == 1 else { return }
    open = index
    elementStart = index + 1
    elements = []
  }

  private mutating func separate(at index: Int) {
    if depth == 0 { commas.append(index) }
    if depth == 1 { endElement(at: index) }
    if let last = haveCommas.indices.last { haveCommas[last] = true }
  }

  private mutating func leave(at index: Int) {
    depth -= 1
    if haveCommas.popLast() == true, code[index] == UInt8(ascii: "]") { lists += 1 }
    // The line is not broken inside `Generic<[Element]>`.
    let isArgument = open > code.startIndex && code[open - 1] == UInt8(ascii: "<")
    guard depth == 0, code[index] != UInt8(ascii: "}"), !isArgument else { return }
    endElement(at: index)
    if let widest = widestGroup,
      TextWidth.of(code[widest.open..<widest.close]) >= TextWidth.of(code[open..<index])
    {
      return
    }
    guard !elements.isEmpty, !code[..<open].suffix(6).elementsEqual("throws".utf8) else { return }
    widestGroup = Group(
      open: open, close: index, elements: elements,
      isCollection: code[open] == UInt8(ascii: "["))
  }

  private mutating func endElement(at index: Int) {
    let start = code[elementStart..<index].firstIndex { $0 != UInt8(ascii: " ") }
    if let start { elements.append(start..<index) }
    elementStart = index + 1
  }
}
