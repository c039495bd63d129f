extension HTTP {
  /// The header fields of a request or a response.
  ///
  /// Names are case-insensitive (RFC 9110, 5.1). Each name has one value: the values of a repeated
  /// field are joined by commas, which is equivalent.
  public struct Headers: Hashable, Sendable {
    /// The fields by lowercase name.
    private var fields: [String: String] = [:]
    /// The lowercase names of fields whose values descriptions hide.
    private var secretNames: Set<String> = []

    /// Creates header fields from a dictionary. If names differ only in case, one of them is used.
    public init(_ fields: [String: String] = [:]) {
      for (name, value) in fields { self[name] = value }
    }

    /// The value of a field, or `nil` if there is none.
    public subscript(name: String) -> String? {
      get { fields[name.lowercased()] }
      set { fields[name.lowercased()] = newValue }
    }

    /// Returns the fields of both. If both have a field, the field of `other` is used.
    public func merging(_ other: HTTP.Headers) -> HTTP.Headers {
      var merged = self
      merged.fields.merge(other.fields) { $1 }
      merged.secretNames.formUnion(other.secretNames)
      return merged
    }

    /// The fields sorted by name, with lowercase names.
    public var sorted: [(name: String, value: String)] {
      fields.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    }

    /// Returns whether both have the same fields.
    public static func == (left: Self, right: Self) -> Bool { left.fields == right.fields }

    /// Hashes the fields.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(fields)
    }
  }
}

extension HTTP.Headers: ExpressibleByDictionaryLiteral {
  /// Creates header fields from a literal, such as `["Accept": "application/json"]`. If a name
  /// occurs several times, the last value is used.
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { self[name] = value }
  }
}

/// Descriptions show every name, but no secret values.
extension HTTP.Headers: CustomStringConvertible, CustomReflectable {
  /// The fields that hold credentials in every request and response.
  private static let credentials: Set<String> = [
    "authorization", "proxy-authorization", "cookie", "set-cookie",
  ]

  /// Hides the value of a field from descriptions.
  mutating func hide(_ name: String) {
    secretNames.insert(name.lowercased())
  }

  /// Whether descriptions hide the value of a field.
  func isSecret(_ name: String) -> Bool {
    let name = name.lowercased()
    return Self.credentials.contains(name) || secretNames.contains(name)
  }

  /// The values that descriptions hide, including the part of credentials after the scheme, and the
  /// values of cookies.
  var secretValues: [String] {
    fields.filter { isSecret($0.key) }.flatMap { field in
      let words = field.value.split(whereSeparator: { " ;,".contains($0) })
      let values = words.map { word in
        word.firstIndex(of: "=").map { word[word.index(after: $0)...] } ?? word
      }
      // Shorter values, such as the name of a scheme or a flag of a cookie, would hide other text.
      return [field.value] + values.filter { $0.count >= 8 }.map(String.init)
    }
  }

  /// Fields that contain URLs, which may be relative.
  private static let references: Set<String> = ["location", "content-location", "link", "refresh"]

  /// The fields as descriptions show them, without the query values of URLs.
  var shown: [(name: String, value: String)] {
    sorted.map { name, value in
      if isSecret(name) { return (name, "…") }
      return Self.references.contains(name.lowercased())
        ? (name, URLRedaction.redacted(reference: value)) : (name, URLRedaction.redacted(value))
    }
  }

  /// The names and values. The values of `Authorization`, `Cookie`, `Set-Cookie` and of fields that
  /// the schema marks as secret are hidden.
  public var description: String {
    "[\(shown.map { "\($0.name): \($0.value)" }.joined(separator: ", "))]"
  }

  /// The mirror for debuggers and `dump`: the same as the description.
  public var customMirror: Mirror {
    Mirror(self, children: shown.map { ($0.name, $0.value) }, displayStyle: .struct)
  }
}

extension StringProtocol {
  /// The text without leading and trailing spaces and tabs, which have no meaning in a field (RFC
  /// 9110, 5.5).
  package var trimmedFieldValue: SubSequence {
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    guard let last = lastIndex(where: { !isBlank($0) }) else { return self[endIndex...] }
    return self[...last].drop(while: isBlank)
  }
}
