import SyncGenDiagnostics

/// The schema language as a JSON Schema, with which editors complete and check schemas while they
/// are typed.
///
/// It describes the keys of mappings and the shapes of values. Rules that depend on other parts of
/// a schema (whether a name is known, whether a default fits its type) are left to `validate`.
package enum LanguageSchema {
  /// The name of the file next to the schemas.
  package static let fileName = "swiftsync.schema.json"
  /// The comment with which editors find the file.
  package static let modeline = "# yaml-language-server: $schema=\(fileName)"

  /// The text of the file.
  package static func text() -> String {
    let root = body(TopKey.self)
    let definitions = definitions.map { "    \(JSONString.quoted($0.name)): \($0.text)" }
    return """
      {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$comment": "Generated from the code that reads schemas; a test compares the two.",
        "title": "A schema of swiftsync-gen",
      \(root),
        "anyOf": [
          { "required": ["entities"] }, { "required": ["enums"] }, { "required": ["api"] },
          { "required": ["include"] }
        ],
        "definitions": {
      \(definitions.joined(separator: ",\n"))
        }
      }

      """
  }

  /// A definition that several places refer to.
  struct Definition {
    let name: String
    let text: String
  }

  /// A mapping with known keys.
  static func object<Key: LanguageKey>(_ type: Key.Type, and more: String = "") -> String {
    definition(body(type), and: more)
  }

  /// A mapping with the keys of a table.
  static func object(
    _ keys: [(name: String, entry: KeyEntry)], allowsAnnotations: Bool, and more: String
  ) -> String {
    definition(body(keys, allowsAnnotations: allowsAnnotations), and: more)
  }

  private static func definition(_ body: String, and more: String) -> String {
    let text = body.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
    return "{\n\(text)\(more.isEmpty ? "" : ",\n      \(more)")\n    }"
  }

  private static func body<Key: LanguageKey>(_: Key.Type) -> String {
    body(
      Key.allCases.map { ($0.rawValue, $0.entry) }, allowsAnnotations: Key.allowsAnnotations)
  }

  private static func body(
    _ keys: [(name: String, entry: KeyEntry)], allowsAnnotations: Bool
  ) -> String {
    let properties = keys.map { name, entry in
      property(
        name, entry.schema, "\"description\": \(JSONString.quoted(plain(entry.summary)))")
    }
    let required = keys.filter(\.entry.isRequired).map(\.name)
    let annotations = #"  "patternProperties": { "^\#(Annotations.prefix).": {} },"# + "\n"
    let names = required.map(JSONString.quoted).joined(separator: ", ")
    return """
        "type": "object",
        "additionalProperties": false,
      \(allowsAnnotations ? annotations : "")  "properties": {
      \(properties.joined(separator: ",\n"))
        }\(required.isEmpty ? "" : ",\n  \"required\": [\(names)]")
      """
  }

  /// - Parameters:
  ///   - value: The permitted value. Next to a reference, draft 7 reads nothing else.
  ///   - remark: The text that editors show.
  private static func property(_ name: String, _ value: String, _ remark: String) -> String {
    let type = value == "true" ? "" : ", \"allOf\": [\(value)]"
    return "    \(JSONString.quoted(name)): { \(remark)\(type) }"
  }

  /// The text of a summary in the reference, without links, emphasis and mentions of sections.
  static func plain(_ markdown: String) -> String {
    let sentences = markdown.replacing(
      #/ ?See (\*[^*]+\*|\[[^\]]+\]\([^)]+\))( and \*[^*]+\*)?\./#, with: ""
    ).replacing(#/; see (\*[^*]+\*|\[[^\]]+\]\([^)]+\))\./#, with: ".")
    return sentences.replacing(#/\[([^\]]+)\]\([^)]+\)|\*([^*]+)\*/#) {
      $0.output.1 ?? $0.output.2 ?? ""
    }.replacing("`", with: "'")
  }

  // MARK: Values

  static let typeName = "^[A-Z]"
  static let memberName = "^[a-z]"

  static let string = #"{ "type": "string" }"#
  /// Text that may be written like a number.
  static let scalar = #"{ "type": ["string", "number"] }"#
  /// A name that YAML may interpret as a boolean or null.
  static let name = #"{ "type": ["string", "number", "boolean", "null"] }"#
  static let flag = #"{ "type": "boolean" }"#
  static let count = #"{ "type": "integer", "minimum": 0 }"#
  static let positiveInteger = #"{ "type": "integer", "minimum": 1 }"#
  /// SQLite stores `user_version` in 32 bits.
  static let version = #"{ "type": "integer", "minimum": 1, "maximum": 2147483647 }"#

  static func reference(_ name: String) -> String {
    "{ \"$ref\": \"#/definitions/\(name)\" }"
  }

  static func choice(_ names: [String]) -> String {
    // To a YAML language server, the word `null` is not text.
    let values = (names.contains("null") ? ["null"] : []) + names.map(JSONString.quoted)
    return "{ \"enum\": [\(values.joined(separator: ", "))] }"
  }

  static func choice<Value: RawRepresentable<String> & CaseIterable>(_: Value.Type) -> String {
    choice(Value.allCases.map(\.rawValue))
  }

  static func list(_ element: String, atLeast count: Int = 0) -> String {
    let least = count == 0 ? "" : ", \"minItems\": \(count)"
    return "{ \"type\": \"array\", \"items\": \(element)\(least) }"
  }

  /// A mapping whose keys are names defined by the schema.
  static func named(_ element: String, pattern: String? = nil) -> String {
    let names = pattern.map { ", \"propertyNames\": { \"pattern\": \(JSONString.quoted($0)) }" }
    return "{ \"type\": \"object\", \"additionalProperties\": \(element)\(names ?? "") }"
  }

  static func any(_ values: String...) -> String {
    "{ \"anyOf\": [\(values.joined(separator: ", "))] }"
  }
}
