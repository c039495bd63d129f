import SwiftSyncValues

/// JSON that is composed of parts, with the members of objects in the order in which they were
/// added.
package indirect enum JSONDocument: Sendable {
  /// Verbatim JSON: a number, a boolean, null, or a value that was written before.
  case json(String)
  case text(String)
  case array([JSONDocument])
  /// An array on one line, where other arrays have one line per element.
  case row([JSONDocument])
  case object(JSONObject)

  package static let null = json("null")
  package static let empty = object([])

  package static func integer(_ value: some BinaryInteger) -> Self { .json("\(value)") }
  package static func bool(_ value: Bool) -> Self { .json(value ? "true" : "false") }
  package static func texts(_ texts: [String]) -> Self { .row(texts.map { .text($0) }) }

  /// The text, or null for nil.
  package static func optional(_ text: String?) -> Self { text.map { .text($0) } ?? .null }

  /// The layout of a document.
  package struct Layout: Sendable {
    let comma: String
    let colon: String
    /// The padding inside the braces of an object on one line.
    let padding: String
    let hasLines: Bool
    let quote: @Sendable (String) -> String

    /// Without blanks.
    package static let compact = Layout(",", ":")
    /// On one line, with blanks after commas and colons.
    package static let spaced = Layout(", ", ": ")
    /// Like `spaced`, with blanks inside braces, and escapes for characters that are invisible in a
    /// source file.
    package static let source = Layout(
      ", ", ": ", padding: " ", quote: { JSONString.quotedInSource($0) })
    /// On several lines, with two blanks for each level.
    package static let lines = lines { JSONString.quoted($0) }

    package static func compact(_ quote: @escaping @Sendable (String) -> String) -> Layout {
      Layout(",", ":", quote: quote)
    }

    package static func lines(_ quote: @escaping @Sendable (String) -> String) -> Layout {
      Layout(", ", ": ", hasLines: true, quote: quote)
    }

    private init(
      _ comma: String, _ colon: String, padding: String = "", hasLines: Bool = false,
      quote: @escaping @Sendable (String) -> String = { JSONString.quoted($0) }
    ) {
      self.comma = comma
      self.colon = colon
      self.padding = padding
      self.hasLines = hasLines
      self.quote = quote
    }
  }

  package func text(_ layout: Layout = .compact) -> String {
    var text = ""
    append(to: &text, layout, "")
    return text
  }

  private func append(to text: inout String, _ layout: Layout, _ indentation: String) {
    switch self {
    case .json(let json): text += json
    case .text(let string): layout.append(quoted: string, to: &text)
    case .array(let elements), .row(let elements):
      var hasLines = layout.hasLines
      if case .row = self { hasLines = false }
      layout.append("[", elements, "]", padding: "", hasLines, to: &text, indentation) {
        $0.append(to: &$1, layout, $2)
      }
    case .object(let object):
      layout.append(
        "{", object.members, "}", padding: layout.padding, layout.hasLines, to: &text, indentation
      ) { member, text, indentation in
        layout.append(quoted: member.key, to: &text)
        text += layout.colon
        member.value.append(to: &text, layout, indentation)
      }
    }
  }

  /// Sets the value at a path. Values on the path that are not objects are replaced by objects.
  package mutating func set(_ path: ArraySlice<String>, _ value: JSONDocument) {
    guard let key = path.first else {
      self = value
      return
    }
    var object = JSONObject()
    if case .object(let known) = self { object = known }
    var member = object[key] ?? .empty
    member.set(path.dropFirst(), value)
    object[key] = member
    self = .object(object)
  }
}

extension JSONDocument.Layout {
  fileprivate func append(quoted string: String, to text: inout String) {
    guard string.consists(of: Self.isQuotedAlike) else { return text += quote(string) }
    text += "\""
    text += string
    text += "\""
  }

  /// Whether every layout writes a character as it is. It is that of names and most other strings.
  private static func isQuotedAlike(_ byte: UInt8) -> Bool {
    0x20..<0x7F ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
      && byte != UInt8(ascii: "#")
  }

  fileprivate func append<Element>(
    _ open: String, _ elements: [Element], _ close: String, padding: String, _ hasLines: Bool,
    to text: inout String, _ indentation: String,
    _ append: (Element, inout String, _ indentation: String) -> Void
  ) {
    guard !elements.isEmpty else { return text += open + close }
    let inner = hasLines ? indentation + "  " : indentation
    text += hasLines ? open : open + padding
    for (index, element) in elements.enumerated() {
      if index > 0 { text += hasLines ? "," : comma }
      if hasLines { text += "\n" + inner }
      append(element, &text, inner)
    }
    text += hasLines ? "\n" + indentation + close : padding + close
  }
}

/// The members of a JSON object in the order in which they are written.
package struct JSONObject: Sendable, ExpressibleByArrayLiteral {
  package typealias Member = (key: String, value: JSONDocument)

  package private(set) var members: [Member]

  package init(_ members: [Member] = []) {
    self.members = members
  }

  package init(arrayLiteral members: Member...) {
    self.members = members
  }

  package subscript(key: String) -> JSONDocument? {
    get { members.first { $0.key == key }?.value }
    set {
      let index = members.firstIndex { $0.key == key }
      switch (index, newValue) {
      case (let index?, let value?): members[index].value = value
      case (nil, let value?): members.append((key, value))
      case (let index?, nil): members.remove(at: index)
      case (nil, nil): break
      }
    }
  }

  /// Adds a member, which must be new.
  package mutating func add(named key: String, _ value: JSONDocument) {
    members.append((key, value))
  }

  /// Adds a member, unless it has no value.
  package mutating func add(_ key: some RawRepresentable<String>, _ value: JSONDocument?) {
    if let value { add(named: key.rawValue, value) }
  }

  package mutating func add(_ key: some RawRepresentable<String>, text: String?) {
    add(key, text.map { .text($0) })
  }

  /// Adds `true`, or nothing.
  package mutating func add(_ key: some RawRepresentable<String>, flag: Bool) {
    if flag { add(key, .bool(true)) }
  }
}

/// Strings as JSON strings.
package enum JSONString {
  /// The quoted text, with as few escapes as JSON permits (RFC 8259, section 7).
  ///
  /// The runtime writes the same escapes, because defaults are compared with stored values byte by
  /// byte.
  package static func quoted(_ text: String) -> String {
    isPlain(text) ? "\"" + text + "\"" : JSONText.quoted(text)
  }

  /// Like `quoted`, also with escapes for characters that are invisible in a source file.
  package static func quotedInSource(_ text: String) -> String {
    let json = quoted(text)
    guard !json.isVisibleInSource else { return json }
    return json.unicodeScalars.map { $0.isHiddenInSource ? escape($0) : String($0) }.joined()
  }

  /// The escape of a character, one for each of its UTF-16 code units.
  package static func escape(_ scalar: Unicode.Scalar) -> String {
    String(scalar).utf16.map { unit in
      let digits = String(unit, radix: 16)
      return #"\u"# + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }.joined()
  }

  /// Whether a string needs no escapes.
  package static func isPlain(_ text: String) -> Bool {
    text.consists(of: isPlain)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }
}
