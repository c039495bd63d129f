/// A random schema that tests create and change. Keys identify the same thing in two versions.
struct RandomSchema {
  struct Member {
    let key: Int
    var name: String
    var renamedFrom: String?
    var backfill: String?
  }

  struct Attribute {
    var member: Member
    var type: String
    var isOptional: Bool
    /// As YAML.
    var defaultValue: String?
    var storage: String?
    var isTouched = false
    var isLocal = false
  }

  struct Relation {
    var member: Member
    let target: Int
    var isOptional = true
    var hasForeignKey = false
    var isMany = false
    var isOrdered = false
    /// Whether the target has an inverse list with `ordered: true`.
    var hasOrderedList = false
  }

  struct Index {
    /// Keys of attributes.
    var attributes: [Int]
    var isUnique: Bool
    var isPartial: Bool
    var isDescending = false
  }

  struct Entity {
    let key: Int
    var name: String
    var renamedFrom: String?
    var table: String?
    var idType: String
    /// The key of an attribute that is part of the identity besides `id`.
    var identityPart: Int?
    var attributes: [Attribute]
    var relations: [Relation]
    var indexes: [Index]
    var isPushed = false
    /// Keys of attributes.
    var clock: Int?
    var tombstone: Int?

    var hasEntries: Bool { isPushed || clock != nil }
  }

  struct EnumCase {
    let key: Int
    var name: String
    var value: String
    var renamedFrom: String?
  }

  var version = 1
  var entities: [Entity] = []
  var cases: [EnumCase] = []
  var rejectsUnknown = false
  /// Lines under `migrations:`.
  var permissions: [String] = []
  private var lastKey = 0
  /// The last key of the previous version; higher keys are new.
  var lastOldKey = 0

  /// Discards the information about the previous version.
  mutating func beginVersion() {
    version += 1
    lastOldKey = lastKey
  }

  mutating func newKey() -> Int {
    lastKey += 1
    return lastKey
  }

  mutating func newMember(_ prefix: String) -> Member {
    let key = newKey()
    return Member(key: key, name: prefix + letters(key))
  }

  /// A name with only letters, which no naming rule splits and no plural changes.
  func letters(_ number: Int) -> String {
    String(number).map { String(UnicodeScalar(UInt8(98) + UInt8($0.wholeNumberValue ?? 0))) }
      .joined() + "x"
  }

  static let types = [
    "string", "int", "double", "decimal", "bool", "date", "day", "uuid", "url", "data", "json",
    "money", "Kind", "[string]", "[Kind]", "[string: int]",
  ]

  func isReferredTo(_ entity: Int) -> Bool {
    entities.contains { $0.relations.contains { $0.target == entity } }
  }

  func entity(_ key: Int) -> Entity? { entities.first { $0.key == key } }

  // MARK: YAML

  var yaml: String {
    var lines = ["swiftsync: 1", "name: App", "version: \(version)"]
    lines += ["generate: { sets: [sql] }", "enums:", "  Kind:"]
    lines.append("    unknown: \(rejectsUnknown ? "reject" : "keep")")
    lines.append("    cases:")
    for item in cases {
      let former = item.renamedFrom.map { ", renamed-from: \($0)" } ?? ""
      lines.append("      \(item.name): { value: \(item.value)\(former) }")
    }
    lines.append("entities:")
    for entity in entities { lines += text(of: entity) }
    if !permissions.isEmpty {
      lines += ["migrations:", "  \(version):"] + permissions.map { "    - \($0)" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func text(of entity: Entity) -> [String] {
    var lines = ["  \(entity.name):"]
    if let table = entity.table { lines.append("    table: \(table)") }
    if let former = entity.renamedFrom { lines.append("    renamed-from: \(former)") }
    lines += ["    attributes:", "      id: \(entity.idType)"]
    lines += entity.attributes.map { "      " + text(of: $0) }
    let lists = entities.flatMap { child in
      child.relations.filter { $0.target == entity.key && $0.hasOrderedList && !$0.isMany }.map {
        "      list\(letters($0.member.key)): "
          + "{ to: [\(child.name)], inverse: \($0.member.name), ordered: true }"
      }
    }
    if !entity.relations.isEmpty || !lists.isEmpty { lines.append("    relations:") }
    lines += entity.relations.map { "      " + text(of: $0) } + lists
    if let part = entity.identityPart.flatMap({ key in
      entity.attributes.first { $0.member.key == key }
    }) {
      lines.append("    identity: [id, \(part.member.name)]")
    }
    lines += sync(of: entity)
    if !entity.indexes.isEmpty { lines.append("    indexes:") }
    return lines + entity.indexes.compactMap { text(of: $0, entity) }
  }

  private func sync(of entity: Entity) -> [String] {
    func name(_ key: Int?) -> String? {
      key.flatMap { key in entity.attributes.first { $0.member.key == key }?.member.name }
    }
    let parts = [
      entity.isPushed ? "push: true" : nil, name(entity.clock).map { "clock: \($0)" },
      name(entity.tombstone).map { "tombstone: { attribute: \($0), soft-delete: true }" },
    ].compactMap { $0 }
    return parts.isEmpty ? [] : ["    sync: { \(parts.joined(separator: ", ")) }"]
  }

  private func text(of attribute: Attribute) -> String {
    var parts = ["type: \"\(attribute.type)\(attribute.isOptional ? "?" : "")\""]
    if let value = attribute.defaultValue { parts.append("default: \(value)") }
    if let storage = attribute.storage { parts.append("storage: \(storage)") }
    if attribute.isTouched { parts.append("touch: true") }
    if attribute.isLocal { parts.append("direction: local") }
    return "\(attribute.member.name): { "
      + (parts + words(attribute.member)).joined(separator: ", ")
      + " }"
  }

  private func words(_ member: Member) -> [String] {
    [
      member.renamedFrom.map { "renamed-from: \($0)" },
      member.backfill.map { "backfill: \"\($0)\"" },
    ].compactMap { $0 }
  }

  private func text(of relation: Relation) -> String {
    let target = entity(relation.target)?.name ?? ""
    var parts =
      relation.isMany
      ? ["to: [\(target)]", "inverse: none"]
      : ["to: \(target)\(relation.isOptional ? "?" : "")"]
    if relation.isMany, relation.isOrdered { parts.append("ordered: true") }
    if relation.hasForeignKey, !relation.isMany { parts.append("foreign-key: true") }
    return "\(relation.member.name): { "
      + (parts + words(relation.member)).joined(separator: ", ") + " }"
  }

  private func text(of index: Index, _ entity: Entity) -> String? {
    let names = index.attributes.compactMap { key in
      entity.attributes.first { $0.member.key == key }?.member.name
    }
    guard names.count == index.attributes.count else { return nil }
    var parts = ["on: [\(names.joined(separator: ", "))]"]
    if index.isUnique { parts.append("unique: true") }
    if index.isDescending { parts.append("descending: true") }
    if index.isPartial { parts.append("where: \"\(names[0]) IS NOT NULL\"") }
    return "      - { " + parts.joined(separator: ", ") + " }"
  }
}
