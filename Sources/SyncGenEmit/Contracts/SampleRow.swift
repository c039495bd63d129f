import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenSchema

/// Creates a payload's object of an entity, in the state of a fixture.
struct SampleRow {
  let names: SwiftNames
  let id: EntityID
  let state: FixtureState
  /// The number of the row, from 1; `nil` for a single row.
  var number: Int?

  /// The values by attribute that replace others, so that the row meets the entity's condition.
  private var corrections: [Int: JSONDocument] = [:]

  private var entity: Entity { names.schema[id] }

  init(names: SwiftNames, id: EntityID, state: FixtureState, number: Int? = nil) {
    self.names = names
    self.id = id
    self.state = state
    self.number = number
  }

  var json: JSONDocument {
    json(with: names.sampleChecks?.corrections(of: id, number, names) ?? [:])
  }

  func json(with corrections: [Int: JSONDocument]) -> JSONDocument {
    var copy = self
    copy.corrections = corrections
    return copy.row
  }

  private var row: JSONDocument {
    var row = JSONDocument.empty
    if let type = entity.resourceType { row.set(["type"], .text(type)) }
    for (index, attribute) in entity.attributes.enumerated() {
      guard attribute.direction.isImported, !isTag(index) else { continue }
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
    case .paths(let paths), .firstValue(let paths):
      guard let path = paths.first else { return }
      if state == .null, isFree, path.isMemberOfElement { return }
      let value = state == .null && isFree ? .null : value(of: attribute, at: index)
      set(value, of: index, at: path, in: &row)
    case .money(let money):
      let isNull = state == .null && isFree
      let units = corrections[index]?.text(.source) ?? "\((number ?? 1) * 1250)"
      let amount: JSONDocument = money.isMajor ? .text(units) : .json(units)
      row.set(money.amount.steps[...], isNull ? .null : amount)
      if let currency = money.currency {
        row.set(currency.steps[...], isNull ? .null : .text("EUR"))
      }
    }
  }

  /// Whether an attribute is written together with the identity of the same resource identifier.
  private func isTag(_ index: Int) -> Bool {
    entity.taggedReferences.contains {
      $0.tagAttribute == index && names.schema.isLinkage($0, of: entity)
    }
  }

  private func set(
    _ value: JSONDocument, of index: Int, at path: RemotePath, in row: inout JSONDocument
  ) {
    guard names.schema.isIdentifier(index, of: entity) else {
      return row.set(path.steps[...], value)
    }
    let reference = entity.taggedReferences.first { $0.idAttribute == index }
    guard let reference, let object = reference.objects.first else {
      return row.set(path.steps[...], value.asText)
    }
    let identifier = JSONDocument.object([
      ("type", .text(reference.targets.first?.tag ?? "")), ("id", value.asText),
    ])
    if value.isNull { return row.set(object.steps[...], .null) }
    row.set(object.steps[...], identifier)
  }

  /// Whether the key may be missing and null.
  private func mayLack(_ attribute: Attribute, at index: Int) -> Bool {
    guard !entity.identity.parts.contains(.attribute(index: index)) else { return false }
    switch attribute.defaultValue {
    case .constant: return true
    case .newUUID, .now, .temporary, nil: return attribute.isOptional
    }
  }

  private func value(of attribute: Attribute, at index: Int) -> JSONDocument {
    if index == entity.sync.tombstone?.attribute {
      let isDeleted = state == .tombstone
      if entity.hasTombstoneFlag { return .json(String(isDeleted)) }
      return isDeleted ? PayloadSample.date(attribute.remoteDates) : .null
    }
    if case .unknownValue(index) = state {
      return joined(PayloadSample.unknown(attribute.type, names.schema), of: attribute)
    }
    if case .badDate(index) = state { return .text("2023-02-31") }
    if let value = corrections[index] { return value }
    if let reference = entity.taggedReferences.first(where: { $0.tagAttribute == index }) {
      return .text(reference.targets.first?.tag ?? "")
    }
    if state == .empty, let empty = emptied(attribute, at: index) { return empty }
    if let number, let value = numbered(attribute, at: index, number) { return value }
    let value = PayloadSample(schema: names.schema, number: number).json(
      of: attribute, name: attribute.name.name)
    return joined(value, of: attribute)
  }

  /// The text of a list whose elements have a separator between them; any other value as it is.
  private func joined(_ value: JSONDocument, of attribute: Attribute) -> JSONDocument {
    attribute.separator == nil ? value : .text(value.soleText)
  }

  /// The empty value of a string, list or dictionary, if it may be empty.
  private func emptied(_ attribute: Attribute, at index: Int) -> JSONDocument? {
    switch attribute.type {
    case .array: attribute.separator == nil ? .array([]) : .text("")
    case .dictionary: .empty
    case .scalar(.string):
      mayLack(attribute, at: index) && attribute.isOptional
        && attribute.scalar?.check.accepts(text: "") ?? true ? .text("") : nil
    case .scalar, .enumeration, .money, .value: nil
    }
  }

  /// A value that makes the rows of all entities fit together; `nil` for other values.
  private func numbered(
    _ attribute: Attribute, at index: Int, _ number: Int
  ) -> JSONDocument? {
    if index == entity.sync.archive?.date, attribute.isOptional { return .null }
    if entity.identity.parts == [.attribute(index: index)] { return identity(of: id, number) }
    guard let reference = entity.taggedReferences.first(where: { $0.idAttribute == index }),
      let target = reference.targets.first,
      let id = identity(of: target.entity, self.target(number, in: target.entity))
    else { return nil }
    if case .scalar(.string) = attribute.type { return id.asText }
    return id
  }

  /// The row of another entity that a row refers to. Two rows refer to the first one.
  private func target(_ number: Int, in id: EntityID) -> Int {
    min((number + 1) / 2, SampleTable(names: names, id: id).count)
  }

  /// The identity of a row; `nil` if it is composite.
  private func identity(of id: EntityID, _ number: Int?) -> JSONDocument? {
    guard let attribute = names.identityAttribute(id) else { return nil }
    let name = names.schema[id].name.name
    guard let number, case .scalar(.string) = attribute.type, attribute.scalar?.example == nil
    else {
      return PayloadSample(schema: names.schema, number: number).json(of: attribute, name: name)
    }
    return .text("\(name.lowercased())-\(number)")
  }

  // MARK: Relations

  private func add(_ relation: Relation, at index: Int, to row: inout JSONDocument) {
    if let number { return add(relation, at: index, number, to: &row) }
    guard let path = relation.remote.ids.first, let id = sampleID(of: relation) else { return }
    switch relation.kind {
    case .toOne(let reference):
      let isPart = entity.identity.parts.contains(.reference(relation: index))
      let isFree = reference.isOptional && !isPart
      if state == .missing, isFree { return }
      row.set(path.steps[...], state == .null && isFree ? .null : id)
    case .toOneInverse, .toMany, .manyToMany:
      guard state != .missing else { return }
      row.set(path.steps[...], state == .null ? .null : list([id], of: relation))
    }
  }

  /// Adds a relationship of one of several rows. Children name their parents, so lists of children
  /// are not written.
  private func add(
    _ relation: Relation, at index: Int, _ number: Int, to row: inout JSONDocument
  ) {
    guard let path = relation.remote.ids.first else { return }
    let isTree = relation.target == id
    switch relation.kind {
    case .toOne(let reference):
      let isPart = entity.identity.parts.contains(.reference(relation: index))
      let isRoot = isTree && number == 1 && reference.isOptional && !isPart
      let target =
        reference.isOneToOne || isPart
        ? min(number, SampleTable(names: names, id: relation.target).count)
        : self.target(isTree ? max(1, number - 1) : number, in: relation.target)
      guard let id = sampleID(of: relation, target) else { return }
      row.set(path.steps[...], isRoot ? .null : id)
    case .manyToMany(let membership):
      let table = names.schema.joinTables[membership.joinTable]
      guard table.through == nil, membership.side == .left, !isTree else { return }
      let last = SampleTable(names: names, id: relation.target).count
      let ids = Set([min(number, last), number % last + 1]).sorted().compactMap {
        sampleID(of: relation, $0)
      }
      row.set(path.steps[...], .array(ids))
    case .toOneInverse, .toMany: return
    }
  }

  private func list(_ ids: [JSONDocument], of relation: Relation) -> JSONDocument {
    if case .toOneInverse = relation.kind { return ids.first ?? .null }
    return .array(state == .empty ? [] : ids)
  }

  /// The id; `nil` if rows of the target have composite identities.
  private func sampleID(of relation: Relation, _ number: Int? = nil) -> JSONDocument? {
    guard let id = identity(of: relation.target, number) else { return nil }
    guard let type = names.schema.linkage(of: relation) else { return id }
    return .object([("type", .text(type)), ("id", id.asText)])
  }
}

extension RemotePath {
  /// Whether it names a key in an element of a list, where a path through all elements may not
  /// permit null.
  fileprivate var isMemberOfElement: Bool {
    guard case .key? = steps.last else { return false }
    return steps.contains { if case .index = $0 { true } else { false } }
  }
}

extension JSONDocument {
  /// Sets the value at a path; each element of a list of values gets one.
  fileprivate mutating func set(_ path: ArraySlice<PathStep>, _ value: JSONDocument) {
    switch path.first {
    case nil: self = value
    case .key(let key)?:
      var member = self[key] ?? .empty
      member.set(path.dropFirst(), value)
      set([key], member)
    case .index(let index)?:
      var elements = self.elements
      while elements.count <= index { elements.append(.null) }
      elements[index].set(path.dropFirst(), value)
      self = .array(elements)
    case .each?:
      var elements = self.elements
      for (index, element) in value.elements.enumerated() {
        if index == elements.count { elements.append(.empty) }
        elements[index].set(path.dropFirst(), element)
      }
      self = .array(elements)
    }
  }

  fileprivate var isNull: Bool { text(.source) == "null" }

  /// The value as the `id` of a resource object.
  fileprivate var asText: JSONDocument {
    if case .text = self { return self }
    return isNull ? self : .text(text(.source))
  }

  /// The text of the only element of a list.
  fileprivate var soleText: String {
    guard let element = elements.first else { return "" }
    if case .text(let text) = element { return text }
    return element.text(.source)
  }

  private var elements: [JSONDocument] {
    if case .array(let elements) = self { elements } else { [] }
  }

  private subscript(key: String) -> JSONDocument? {
    if case .object(let object) = self { object[key] } else { nil }
  }
}
