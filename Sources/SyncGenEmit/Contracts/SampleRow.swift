import SyncGenDiagnostics
import SyncGenSchema

/// Makes a payload's object of an entity, in the state that a fixture shows.
struct SampleRow {
  let names: SwiftNames
  let id: EntityID
  let state: FixtureState

  private var entity: Entity { names.schema[id] }

  var json: JSONDocument {
    var row = JSONDocument.empty
    for (index, attribute) in entity.attributes.enumerated() {
      guard attribute.direction.isImported else { continue }
      add(attribute, at: index, to: &row)
    }
    for (index, relation) in entity.relations.enumerated() {
      guard relation.direction.isImported else { continue }
      add(relation, at: index, to: &row)
    }
    return row
  }

  // MARK: Attributes

  private func add(_ attribute: Attribute, at index: Int, to row: inout JSONDocument) {
    let isFree = mayLack(attribute, at: index)
    if state == .missing, isFree { return }
    switch attribute.remote {
    case .paths(let paths):
      guard let path = paths.first else { return }
      let value = state == .null && isFree ? .null : value(of: attribute, at: index)
      row.set(path.keys[...], value)
    case .money(let minor, let currency):
      let isNull = state == .null && isFree
      row.set(minor.keys[...], isNull ? .null : .json("1250"))
      row.set(currency.keys[...], isNull ? .null : .text("EUR"))
    }
  }

  /// Whether the key may be missing, and null.
  private func mayLack(_ attribute: Attribute, at index: Int) -> Bool {
    guard !entity.identity.parts.contains(.attribute(index: index)) else { return false }
    switch attribute.defaultValue {
    case .constant: return true
    case .newUUID, .now, nil: return attribute.isOptional
    }
  }

  private func value(of attribute: Attribute, at index: Int) -> JSONDocument {
    if index == entity.sync.tombstone?.attribute {
      let isDeleted = state == .tombstone
      if entity.hasTombstoneFlag { return .json(String(isDeleted)) }
      return isDeleted ? SampleValue.date(attribute.remoteDates) : .null
    }
    if case .unknownValue(index) = state {
      return SampleValue.unknown(attribute.type, names.schema)
    }
    if case .badDate(index) = state { return .text("2023-02-31") }
    if state == .empty, let empty = emptied(attribute, at: index) { return empty }
    return SampleValue(schema: names.schema).json(
      of: attribute.type, dates: attribute.remoteDates, name: attribute.name.name)
  }

  /// Texts that may be empty, lists and dictionaries.
  private func emptied(_ attribute: Attribute, at index: Int) -> JSONDocument? {
    switch attribute.type {
    case .array: .array([])
    case .dictionary: .empty
    case .scalar(.string): mayLack(attribute, at: index) && attribute.isOptional ? .text("") : nil
    case .scalar, .enumeration, .money: nil
    }
  }

  // MARK: Relations

  private func add(_ relation: Relation, at index: Int, to row: inout JSONDocument) {
    guard let path = relation.remote.ids.first, let id = sampleID(of: relation) else { return }
    switch relation.kind {
    case .toOne(let reference):
      let isPart = entity.identity.parts.contains(.reference(relation: index))
      let isFree = reference.isOptional && !isPart
      if state == .missing, isFree { return }
      row.set(path.keys[...], state == .null && isFree ? .null : id)
    case .toOneInverse, .toMany, .manyToMany:
      guard state != .missing else { return }
      row.set(path.keys[...], state == .null ? .null : list([id], of: relation))
    }
  }

  private func list(_ ids: [JSONDocument], of relation: Relation) -> JSONDocument {
    if case .toOneInverse = relation.kind { return ids.first ?? .null }
    return .array(state == .empty ? [] : ids)
  }

  /// `nil` if rows of the target are told by several values.
  private func sampleID(of relation: Relation) -> JSONDocument? {
    guard let attribute = names.identityAttribute(relation.target) else { return nil }
    return SampleValue(schema: names.schema).json(
      of: attribute.type, dates: attribute.remoteDates,
      name: names.schema[relation.target].name.name)
  }
}
