import SyncGenDiagnostics

/// How to keep what depends on a name that must change.
struct NameAdvice {
  /// The advice; `nil` if another diagnostic gives it.
  let text: String?

  /// Advice to state the key that payloads have: that of the name if it has the style of Swift, else
  /// the name itself, which was copied from a payload.
  ///
  /// - Parameter proposal: The new name.
  static func remote(_ name: String, of kind: String, proposal: String, _ namer: RemoteNamer)
    -> Self?
  {
    let derived = NameRule.isLowerCamelCase(name) ? namer.paths(name).first?.dotted : nil
    let key = derived ?? name
    if namer.paths(proposal).contains(where: { $0.dotted == key }) { return nil }
    guard isKey(key) else { return Self(text: nil) }
    if kind == "attribute" {
      let path = namer.envelope == .jsonAPI && key != "id" ? "attributes.\(key)" : key
      return Self(text: "add 'remote: \(path)' to keep the key in payloads")
    }
    return Self(
      text: namer.envelope == nil ? "add 'remote: \(key)' to keep the key in payloads" : nil)
  }

  /// Whether a name is a key that needs no quotation marks in YAML.
  private static func isKey(_ name: String) -> Bool {
    !name.isEmpty
      && name.consists { byte in
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
          || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
      }
  }

  /// Advice to state the values of an enum's cases.
  ///
  /// - Parameter names: The names that must change, with their proposals.
  static func values(_ names: [(old: String, new: String)], hasOthers: Bool) -> Self {
    var entries = names.prefix(4).map { "\($0.new): \(value($0.old))" }
    if hasOthers || names.count > entries.count { entries.append("…") }
    let text =
      "write '{ \(entries.joined(separator: ", ")) }' to keep the \(names.count == 1 ? "value" : "values")"
    return Self(text: text)
  }

  private static func value(_ text: String) -> String {
    let isText =
      isKey(text) && !["true", "false", "null"].contains(text.lowercased())
      && !CanonicalNumber.looksLikeNumber(text)
    return isText ? text : "\"\(text)\""
  }
}

/// Words of other languages and of earlier drafts of this one, with those of the schema language
/// that mean the same.
enum Synonyms {
  private static let keys: [String: [String]] = [
    "relationships": ["relations"], "associations": ["relations"], "edges": ["relations"],
    "properties": ["attributes", "fields"], "columns": ["attributes"], "fields": ["attributes"],
    "models": ["entities"], "tables": ["entities"], "values": ["cases"],
    "key": ["remote", "identity"], "json": ["remote"], "format": ["dates"],
    "primary": ["identity"], "primary-key": ["identity"], "primarykey": ["identity"],
    "primaryKey": ["identity"], "primary_key": ["identity"],
    "wire-name": ["remote"],
    "separated": ["separator"],
    "enforced": ["foreign-key"],
    "as": ["type"],
    "of": ["type"],
    "keep": ["soft-delete"],
    "supported": ["oldest-version"],
    "offline": ["push"],
    "partial": ["missing-rows"],
    "ends-with": ["end"],
    "repeat-creates": ["retry-creates"],
    "valid": ["valid-for"],
  ]
  private static let values: [String: [String]] = [
    "import": ["pull"], "export": ["push"], "preserve": ["keep"],
  ]

  static func key(for word: String, in known: [String]) -> String? {
    keys[word]?.first(where: known.contains)
  }

  static func value(for word: String, in known: [String]) -> String? {
    values[word]?.first(where: known.contains)
  }
}
