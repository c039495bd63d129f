/// A version of a schema in a random history. Keys identify members in all versions, whatever they
/// are called.
struct HistorySchema {
  enum Kind: String, CaseIterable {
    case int, string, bool, mood, list, address

    var language: String {
      switch self {
      case .int, .string, .bool: rawValue
      case .mood: "Mood"
      case .list: "[string]"
      case .address: "Address"
      }
    }
  }

  struct Attribute {
    let key: Int
    var name: String
    var kind: Kind
    var isOptional: Bool
    /// The former name that the schema states: of this step, or left from an earlier one.
    var renamedFrom: String?
    var backfill: String?
    /// The default value as the language writes it.
    var standard: String?
  }

  struct Entity {
    let key: Int
    var name: String
    var renamedFrom: String?
    var attributes: [Attribute]
    var hasTextIdentity = false
    /// The entity of the optional reference `peer`, by its key.
    var peer: Int
    var hasForeignKey = false
  }

  struct Field {
    let key: Int
    let name: String
    let isText: Bool
    /// The default of a required field.
    let standard: String?

    /// The default as a value; null for an optional field.
    var standardValue: HistoryValue {
      standard.map { isText ? .text($0) : .int(Int($0) ?? 0) } ?? .null
    }
  }

  var version = 1
  var entities: [Entity]
  var fields: [Field]
  /// The values of the cases of `Mood`, by their keys.
  var moods: [String]
  /// The lines under `migrations:` of this version.
  var permissions: [String] = []

  func entity(_ key: Int) -> Entity? { entities.first { $0.key == key } }

  // MARK: Language

  var yaml: String {
    let cases = moods.enumerated().map { "m\($0): \($1)" }.joined(separator: ", ")
    let fields = fields.map { field in
      let type = field.isText ? "string" : "int"
      return field.standard.map { "\(field.name): { type: \(type), default: \($0) }" }
        ?? "\(field.name): \(type)?"
    }
    var text = """
      swiftsync: 1
      name: App
      version: \(version)
      generate: { output: out, sets: [sql] }
      enums: { Mood: { cases: { \(cases) } } }
      types:
        Address: { \(fields.joined(separator: ", ")) }
      entities:

      """
    for entity in entities { text += yaml(of: entity) }
    if !permissions.isEmpty {
      text += "migrations:\n  \(version):\n" + permissions.map { "    - { \($0) }\n" }.joined()
    }
    return text
  }

  private func yaml(of entity: Entity) -> String {
    let peer = self.entity(entity.peer)?.name ?? ""
    let renamed = entity.renamedFrom.map { "    renamed-from: \($0)\n" } ?? ""
    let lines = entity.attributes.map { "      \(yaml(of: $0))\n" }.joined()
    return """
        \(entity.name):
          remote: E\(entity.key)
      \(renamed)    attributes:
            id: \(entity.hasTextIdentity ? "string" : "int")
      \(lines)    relations:
            peer: { to: "\(peer)?"\(entity.hasForeignKey ? ", foreign-key: true" : "") }
          sync: { push: true, etag: true }

      """
  }

  private func yaml(of attribute: Attribute) -> String {
    var parts = [
      "type: \"\(attribute.kind.language)\(attribute.isOptional ? "?" : "")\"",
      "remote: k\(attribute.key)",
    ]
    if let former = attribute.renamedFrom { parts.append("renamed-from: \(former)") }
    if let backfill = attribute.backfill {
      parts.append("backfill: \"\(backfill.replacing("\"", with: "\\\""))\"")
    }
    if let standard = attribute.standard { parts.append("default: \(standard)") }
    return "\(attribute.name): { \(parts.joined(separator: ", ")) }"
  }

  // MARK: Columns

  /// The value as its column holds it, as text that is equal for equal values.
  func stored(_ value: HistoryValue) -> String? {
    switch value {
    case .null: nil
    case .int(let number): String(number)
    case .text(let text): text
    case .bool(let flag): flag ? "1" : "0"
    case .mood(let key): moods[key]
    case .list(let texts): HistoryValue.json(texts)
    case .address(let values):
      HistoryValue.json(
        Dictionary(
          uniqueKeysWithValues: fields.compactMap { field -> (String, Any)? in
            switch values[field.key] {
            case .int(let number): (field.name, number)
            case .text(let text): (field.name, text)
            default: nil
            }
          }))
    }
  }

  /// The value as an SQL literal.
  func literal(_ value: HistoryValue) -> String {
    guard let text = stored(value) else { return "NULL" }
    switch value {
    case .int, .bool: return text
    default: return "'\(text.replacing("'", with: "''"))'"
    }
  }

  func literal(id: Int, of entity: Entity) -> String {
    entity.hasTextIdentity ? "'\(id)'" : String(id)
  }
}
