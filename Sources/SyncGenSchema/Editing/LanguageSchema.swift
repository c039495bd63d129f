import SyncGenDiagnostics

/// The schema language as a JSON Schema, by which editors complete and check schemas while they
/// are typed.
///
/// It says what a mapping may have and of which shape each value is. What depends on other parts
/// of a schema (whether a name is known, whether a default fits its type) is for `validate`.
package enum LanguageSchema {
  /// The file's name, beside the schemas.
  package static let fileName = "swiftsync.schema.json"
  /// The comment by which editors find the file.
  package static let modeline = "# yaml-language-server: $schema=\(fileName)"

  /// The file's text.
  package static func text() -> String {
    let root = body(TopKey.self, required: [.swiftsync, .name, .version], describe: describe)
    let definitions = definitions.map { "    \(JSONString.quoted($0.name)): \($0.text)" }
    return """
      {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$comment": "Made from the code that reads schemas; a test compares the two.",
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

  /// A part that several places refer to.
  struct Definition {
    let name: String
    let text: String
  }

  /// What a key may have, as JSON, and what it is for.
  typealias Description = (value: String, summary: String)

  /// A mapping with known keys.
  static func object<Key: SchemaKey>(
    _ type: Key.Type, required: [Key] = [], and more: String = "",
    describe: (Key) -> Description
  ) -> String {
    let text = body(type, required: required, describe: describe)
      .split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
    return "{\n\(text)\(more.isEmpty ? "" : ",\n      \(more)")\n    }"
  }

  private static func body<Key: SchemaKey>(
    _: Key.Type, required: [Key], describe: (Key) -> Description
  ) -> String {
    let properties = Key.allCases.flatMap { key -> [String] in
      let (value, summary) = describe(key)
      let current = property(key.rawValue, value, "\"description\": \(JSONString.quoted(summary))")
      guard let former = Key.formerSpellings[key] else { return [current] }
      let advice = JSONString.quoted("The key is now called '\(key.rawValue)'.")
      return [
        current,
        property(former, value, "\"deprecationMessage\": \(advice), \"doNotSuggest\": true"),
      ]
    }
    let annotations = #"  "patternProperties": { "^\#(Annotations.prefix).": {} },"# + "\n"
    let names = required.map { JSONString.quoted($0.rawValue) }.joined(separator: ", ")
    return """
        "type": "object",
        "additionalProperties": false,
      \(Key.allowsAnnotations ? annotations : "")  "properties": {
      \(properties.joined(separator: ",\n"))
        }\(required.isEmpty ? "" : ",\n  \"required\": [\(names)]")
      """
  }

  /// - Parameters:
  ///   - value: What it may have; beside a reference, draft 7 reads nothing else.
  ///   - remark: What editors show.
  private static func property(_ name: String, _ value: String, _ remark: String) -> String {
    let type = value == "true" ? "" : ", \"allOf\": [\(value)]"
    return "    \(JSONString.quoted(name)): { \(remark)\(type) }"
  }

  // MARK: Values

  static let string = #"{ "type": "string" }"#
  /// Text that may be written like a number.
  static let scalar = #"{ "type": ["string", "number"] }"#
  /// A name that YAML may take for a truth value or null.
  static let name = #"{ "type": ["string", "number", "boolean", "null"] }"#
  static let flag = #"{ "type": "boolean" }"#
  static let version = #"{ "type": "integer", "minimum": 1 }"#

  static func reference(_ name: String) -> String {
    "{ \"$ref\": \"#/definitions/\(name)\" }"
  }

  static func choice(_ names: [String]) -> String {
    "{ \"enum\": [\(names.map(JSONString.quoted).joined(separator: ", "))] }"
  }

  static func choice<Value: RawRepresentable<String> & CaseIterable>(_: Value.Type) -> String {
    choice(Value.allCases.map(\.rawValue))
  }

  static func list(_ element: String, atLeast count: Int = 0) -> String {
    let least = count == 0 ? "" : ", \"minItems\": \(count)"
    return "{ \"type\": \"array\", \"items\": \(element)\(least) }"
  }

  /// A mapping whose keys are names of the schema's own.
  static func named(_ element: String, pattern: String? = nil) -> String {
    let names = pattern.map { ", \"propertyNames\": { \"pattern\": \(JSONString.quoted($0)) }" }
    return "{ \"type\": \"object\", \"additionalProperties\": \(element)\(names ?? "") }"
  }

  static func any(_ values: String...) -> String {
    "{ \"anyOf\": [\(values.joined(separator: ", "))] }"
  }
}
