import SyncGenSchema

/// The imports of a Swift file, and its private declarations.
struct SwiftOutline {
  private(set) var imports: [SwiftImport] = []
  private(set) var privateNames: [PrivateName] = []
  /// The types at the top level of the file.
  private(set) var typeNames: [String] = []

  /// A type or an extension, or the file itself.
  private struct Scope {
    let path: String
    /// Whether its members are private unless they state otherwise.
    let isPrivate: Bool
  }

  /// The compiler's limit for nested braces.
  private static let deepestLevel = 256

  private var tokens: SwiftTokens
  private var scopes = [Scope(path: "", isPrivate: false)]
  private var conditions: [[String]] = []
  /// The modifiers of the next declaration.
  private var modifiers = Modifiers()
  /// Whether the variables with which the last declaration continues after a comma are private.
  private var areVariablesPrivate: Bool?

  private struct Modifiers {
    var start: Int?
    var access: String?
    var attributes: [String] = []
  }

  init(of bytes: [UInt8]) {
    tokens = SwiftTokens(of: bytes)
    while let token = tokens.next() { read(token) }
  }

  private var scope: Scope { scopes.last ?? Scope(path: "", isPrivate: false) }

  private var isPrivate: Bool {
    modifiers.access.map { $0 == "private" || $0 == "fileprivate" } ?? scope.isPrivate
  }

  private mutating func read(_ token: SwiftToken) {
    switch token.kind {
    case .directive: readCondition(token)
    case .word where !token.isQuoted: readWord(token)
    case .sign(UInt8(ascii: "@")): readAttribute(token)
    case .sign(UInt8(ascii: ".")): tokens.skip()
    case .sign(UInt8(ascii: ",")): readFurtherVariable()
    case .sign(UInt8(ascii: "(")), .sign(UInt8(ascii: "[")): tokens.skipGroup(openedBy: token)
    case .sign(UInt8(ascii: "{")):
      tokens.skipGroup(openedBy: token)
      modifiers = Modifiers()
    case .sign(UInt8(ascii: "}")): if scopes.count > 1 { scopes.removeLast() }
    default: break
    }
  }

  private mutating func readWord(_ token: SwiftToken) {
    switch token.text {
    case "public", "package", "internal", "fileprivate", "private", "open":
      readAccess(token)
    case "import": readImport(token)
    case "struct", "enum", "class", "protocol": readType(token)
    case "actor", "macro": if tokens.isNameNext { readNamed(token) }
    case "extension": readExtension()
    case "func", "init", "subscript": readFunction(token)
    case "typealias", "associatedtype": readNamed(token)
    case "let", "var": readVariables(token)
    case "case", "deinit": endDeclaration()
    default: break
    }
  }

  private mutating func endDeclaration() {
    modifiers = Modifiers()
    areVariablesPrivate = nil
  }

  private mutating func add(_ keyword: String, _ name: String, signature: String? = nil) {
    guard isPrivate else { return }
    privateNames.append(
      PrivateName(
        scope: scope.path, signature: signature ?? name, keyword: keyword, name: name))
  }

  // MARK: Before declarations

  private mutating func readAttribute(_ token: SwiftToken) {
    guard let name = tokens.next() else { return }
    if modifiers.start == nil { modifiers.start = token.range.lowerBound }
    var end = name.range.upperBound
    // Parentheses after a blank are a tuple, or belong to the next element.
    if let open = tokens.peek(), open.kind == .sign(UInt8(ascii: "(")), open.range.lowerBound == end
    {
      tokens.skip()
      end = tokens.skipGroup(openedBy: open)
    }
    modifiers.attributes.append(tokens.text(token.range.lowerBound..<end))
  }

  private mutating func readAccess(_ token: SwiftToken) {
    // `private(set)` only concerns writing.
    if tokens.peek()?.kind == .sign(UInt8(ascii: "(")) { return }
    if modifiers.start == nil { modifiers.start = token.range.lowerBound }
    modifiers.access = token.text
  }

  // MARK: Conditions and imports

  private mutating func readCondition(_ token: SwiftToken) {
    switch token.text {
    case "#if": conditions.append([tokens.skipLine(after: token)])
    case "#elseif", "#else":
      guard let tried = conditions.popLast() else { return }
      conditions.append(tried + [tokens.skipLine(after: token)])
    case "#endif": conditions.removeLast(conditions.isEmpty ? 0 : 1)
    default: break
    }
  }

  private mutating func readImport(_ token: SwiftToken) {
    guard scopes.count == 1 else { return }
    let kinds: Set = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
    let kind = tokens.peek().flatMap { $0.isQuoted || !kinds.contains($0.text) ? nil : $0.text }
    if kind != nil { tokens.skip() }
    guard let path = tokens.readPath() else { return }
    imports.append(
      SwiftImport(
        attributes: modifiers.attributes.sorted(),
        access: modifiers.access.flatMap(SwiftImport.Access.init), kind: kind,
        path: path.text, condition: conditions.flatMap { $0 + [";"] }.joined(separator: " "),
        range: (modifiers.start ?? token.range.lowerBound)..<path.end))
    endDeclaration()
  }

  // MARK: Declarations

  private mutating func readNamed(_ token: SwiftToken) {
    if token.text == "actor" { return readType(token) }
    if let name = tokens.next() { add(token.text, name.text) }
    endDeclaration()
  }

  private mutating func readType(_ token: SwiftToken) {
    // `class func` and similar: a modifier. Anything other than a name is the end of an expression.
    guard tokens.isNameNext, let name = tokens.next() else { return }
    add(token.text, name.text)
    if scopes.count == 1 { typeNames.append(name.text) }
    enter(path(of: name.text), isPrivate: false)
  }

  /// The path of a type in the current scope.
  ///
  /// Beyond the depth that the compiler accepts, it is the path of the outer type: if paths grew
  /// with each level, the memory would grow with the square of the number of levels.
  private func path(of name: String) -> String {
    if scopes.count > Self.deepestLevel { return scope.path }
    return scope.path.isEmpty ? name : "\(scope.path).\(name)"
  }

  private mutating func readExtension() {
    guard let path = tokens.readPath() else { return }
    enter(path.text, isPrivate: isPrivate)
  }

  private mutating func enter(_ path: String, isPrivate: Bool) {
    endDeclaration()
    if tokens.skipToBody() { scopes.append(Scope(path: path, isPrivate: isPrivate)) }
  }

  private mutating func readFunction(_ token: SwiftToken) {
    let name = token.text == "func" ? tokens.readFunctionName() : token.text
    add(token.text, name, signature: name + tokens.readParameters())
    endDeclaration()
  }

  private mutating func readVariables(_ token: SwiftToken) {
    for name in tokens.readVariableNames() { add(token.text, name) }
    let wasPrivate = isPrivate
    endDeclaration()
    areVariablesPrivate = wasPrivate
  }

  /// Reads e.g. `b` in `let a = 1, b = 2`. After any other comma, there is no name with a type or a
  /// value.
  private mutating func readFurtherVariable() {
    guard areVariablesPrivate == true, tokens.isVariableNext, let name = tokens.next() else {
      return
    }
    privateNames.append(
      PrivateName(scope: scope.path, signature: name.text, keyword: "let", name: name.text))
  }
}
