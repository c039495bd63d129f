import SyncGenDiagnostics
import SyncGenYAML

/// A type with the default that follows it, such as `bool = false`.
struct TypedDefault {
  enum Form {
    /// A keyword, the case of an enum, a number, or `true` and `false`.
    case word
    /// Text in double quotation marks.
    case text
    /// A list or an object in JSON.
    case json
  }

  /// The type alone.
  let type: YAMLNode
  /// The default as it is written.
  let text: String
  /// The place of the default.
  let span: SourceSpan
  /// The type and the default.
  private let whole: YAMLNode
  /// Whether the two are all that the schema states of a member, rather than the value of `type`.
  private let isShort: Bool
  private let isSpaced: Bool

  /// Returns `nil` if no default follows the type.
  init?(_ node: YAMLNode, isShort: Bool = false) {
    guard let scalar = node.scalar, scalar.text.utf8.contains(UInt8(ascii: "=")) else {
      return nil
    }
    let characters = Array(scalar.text.unicodeScalars)
    guard let sign = characters.firstIndex(of: "=") else { return nil }
    let end = characters[..<sign].lastIndex { $0 != " " }.map { $0 + 1 } ?? 0
    let start = characters[(sign + 1)...].firstIndex { $0 != " " } ?? characters.count
    let name = YAMLScalar(Self.text(characters[..<end]), isPlain: scalar.isPlain)
    type = YAMLNode(.scalar(name), at: node.place(of: 0..<end, in: characters.count))
    text = Self.text(characters[start...])
    span = node.place(of: start..<characters.count, in: characters.count)
    whole = node
    self.isShort = isShort
    isSpaced = end < sign && (start > sign + 1 || start == characters.count)
  }

  private static func text(_ characters: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(characters))
  }

  var form: Form {
    switch text.first {
    case "\"", "'": .text
    case "[", "{": .json
    default: .word
    }
  }

  /// The value; `nil` if it cannot be read, which is reported.
  func value(of owner: String, into bag: inout DiagnosticBag) -> YAMLNode? {
    guard !text.isEmpty else {
      bag.add(.missingDefault(of: owner, self))
      return nil
    }
    if !isSpaced { bag.add(.unspacedDefault(of: owner, self)) }
    if form == .word { return YAMLNode(.scalar(YAMLScalar(text, isPlain: true)), at: span) }
    do {
      return try JSONNodeReader.node(of: text, at: span)
    } catch {
      bag.add(form == .text ? .unreadableText(of: owner, self) : .unreadableJSON(of: owner, self))
      return nil
    }
  }

  // MARK: Corrections

  /// The type with another default.
  func fix(default text: String) -> Diagnostic.FixIt {
    guard whole.plainText != nil, span != whole.span else {
      return Diagnostic.FixIt(
        replacement: YAMLText.quoted("\(typeText) = \(text)"), at: whole.span)
    }
    return Diagnostic.FixIt(replacement: text, at: span)
  }

  /// The type without the default.
  var removal: Diagnostic.FixIt {
    Diagnostic.FixIt(
      replacement: whole.plainText == nil ? YAMLText.quoted(typeText) : typeText, at: whole.span)
  }

  /// The type with the default after blanks.
  var spaced: Diagnostic.FixIt {
    let text = "\(typeText) = \(text)"
    return Diagnostic.FixIt(
      replacement: whole.plainText == nil ? YAMLText.quoted(text) : text, at: whole.span)
  }

  /// The long form with the default as it is; `nil` if it is the long form already.
  var longForm: Diagnostic.FixIt? {
    guard isShort else { return nil }
    let isWord = typeText.utf8.allSatisfy { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "[") }
    let type = isWord ? typeText : YAMLText.quoted(typeText)
    return Diagnostic.FixIt(replacement: "{ type: \(type), default: \(text) }", at: whole.span)
  }

  private var typeText: String { type.scalar?.text ?? "" }
}

extension YAMLNode {
  /// The place of some of a scalar's characters; that of the scalar if they cannot be located.
  ///
  /// - Parameter count: The number of the scalar's characters.
  fileprivate func place(of range: Range<Int>, in count: Int) -> SourceSpan {
    let margin = plainText == nil ? 1 : 0
    let length = span.endColumn - span.column
    let isExact = margin == 0 ? length == count : length >= count + 2
    guard span.line == span.endLine, isExact else { return span }
    let start = span.column + margin
    // Escapes are part of the default only, which is the end of the text.
    let end = range.upperBound == count ? span.endColumn - margin : start + range.upperBound
    return SourceSpan(
      path: span.path, line: span.line, column: start + range.lowerBound, endLine: span.line,
      endColumn: end)
  }
}

extension FieldDeclaration {
  /// Separates a type from the default that follows it, and reads the default.
  ///
  /// - Parameter isShort: Whether the node is all that the schema states of the member.
  /// - Returns: The node with the type alone.
  mutating func takeDefault(
    from node: YAMLNode, isShort: Bool, of owner: @autoclosure () -> String,
    into bag: inout DiagnosticBag
  ) -> YAMLNode {
    guard let typed = TypedDefault(node, isShort: isShort) else { return node }
    if let other = stated[.defaultValue] {
      bag.add(.twoDefaults(of: owner(), typed, at: other.span))
    } else {
      defaultValue = typed.value(of: owner(), into: &bag)
      typedDefault = typed
    }
    return typed.type
  }

  /// Reads the type and the paths of the long form in a schema, and a default after the type.
  mutating func readStatedParts(
    of owner: @autoclosure () -> String, into bag: inout DiagnosticBag
  ) {
    if let node = typeNode {
      typeNode = takeDefault(from: node, isShort: false, of: owner(), into: &bag)
    }
    readParts(of: owner(), into: &bag)
  }

  /// Reads the short form: the type, and a default after it.
  mutating func readShortForm(
    _ node: YAMLNode, of owner: @autoclosure () -> String, into bag: inout DiagnosticBag
  ) {
    let node = takeDefault(from: node, isShort: true, of: owner(), into: &bag)
    type = TypeReader.read(node, for: "the type of \(owner())", into: &bag)
  }
}
