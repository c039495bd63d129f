import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenSchema

/// What a payload says of an attribute or a reference.
enum StatedValue: Hashable, Sendable {
  case nothing
  case null
  case value(ConstantValue)

  /// - Parameter value: `nil` for null.
  init(_ value: ConstantValue?) {
    self = value.map { .value($0) } ?? .null
  }

  /// The value; `nil` if it is null or not stated.
  var constant: ConstantValue? {
    if case .value(let value) = self { value } else { nil }
  }
}

/// A row of an entity in the state of a fixture: the object in a payload, and what a store makes of
/// it.
struct SampleRow {
  let names: SwiftNames
  let id: EntityID
  let state: FixtureState
  /// The number of the row, from 1; `nil` for a single row.
  var number: Int?

  /// The attribute that `fails` of the endpoint sets to true.
  var flag: Int?

  /// The values by attribute that replace others, so that the row meets the entity's condition.
  private var corrections: CorrectionSearch.Values = [:]

  private var entity: Entity { names.schema[id] }

  init(names: SwiftNames, id: EntityID, state: FixtureState, number: Int? = nil) {
    self.names = names
    self.id = id
    self.state = state
    self.number = number
  }

  private var form: PayloadForm { PayloadForm(schema: names.schema) }

  /// The row with values that meet the entity's condition, if there are any.
  var corrected: SampleRow { with(names.sampleChecks.corrections(of: id, number, names)) }

  func with(_ corrections: CorrectionSearch.Values) -> SampleRow {
    var copy = self
    copy.corrections = corrections
    return copy
  }

  /// The object in a payload.
  var json: JSONDocument {
    var row = JSONDocument.empty
    if let type = entity.resourceType { row.set(["type"], .text(type)) }
    for (index, attribute) in entity.attributes.enumerated() {
      guard attribute.direction.isPulled, !isTag(index) else { continue }
      add(attribute, at: index, to: &row)
    }
    for (index, relation) in entity.relations.enumerated() {
      guard relation.direction.isPulled else { continue }
      add(relation, at: index, to: &row)
    }
    return row
  }

  // MARK: Attributes

  private func add(_ attribute: Attribute, at index: Int, to row: inout JSONDocument) {
    let stated = stated(attribute, at: index)
    if stated == .nothing { return }
    switch attribute.remote {
    case .paths(let paths), .firstValue(let paths):
      guard let path = paths.first else { return }
      if state == .null, mayLack(attribute, at: index), path.isMemberOfElement { return }
      set(form.json(stated.constant, attribute.settings), of: index, at: path, in: &row)
    case .money(let money):
      for part in form.parts(of: stated.constant, money) {
        // Amounts may share their currency.
        if part.json.isNull, row.hasValue(part.path.steps[...]) { continue }
        row.set(part.path.steps[...], part.json)
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

  func stated(_ attribute: Attribute, at index: Int) -> StatedValue {
    if index == flag { return .value(.bool(true)) }
    guard attribute.direction.isPulled else { return .nothing }
    switch state {
    case .missing where mayLack(attribute, at: index): return .nothing
    case .null where mayLack(attribute, at: index): return .null
    default: return value(of: attribute, at: index)
    }
  }

  private func value(of attribute: Attribute, at index: Int) -> StatedValue {
    if index == entity.sync.tombstone?.attribute {
      let isDeleted = state == .tombstone
      if entity.hasTombstoneFlag { return .value(.bool(isDeleted)) }
      return isDeleted ? .value(PayloadSample.date(attribute.remoteDates)) : .null
    }
    if case .unknownValue(index) = state {
      return StatedValue(PayloadSample.unknown(attribute.type, names.schema))
    }
    if case .badDate(index) = state { return .value(.string("2023-02-31")) }
    if let value = corrections[index] { return value }
    if let reference = entity.taggedReferences.first(where: { $0.tagAttribute == index }) {
      return .value(.string(reference.targets.first?.tag ?? ""))
    }
    if state == .empty, let empty = emptied(attribute, at: index) { return .value(empty) }
    if let number, let value = numbered(attribute, at: index, number) { return value }
    return StatedValue(
      PayloadSample(schema: names.schema, number: number)
        .value(of: attribute, name: attribute.name.name))
  }

  /// The empty value of a string, list or dictionary, if it may be empty.
  private func emptied(_ attribute: Attribute, at index: Int) -> ConstantValue? {
    switch attribute.type {
    case .array: .array([])
    case .dictionary: .dictionary([])
    case .scalar(.string):
      mayLack(attribute, at: index) && attribute.isOptional
        && attribute.scalar?.check.accepts(text: "") ?? true ? .string("") : nil
    case .scalar, .enumeration, .money, .value: nil
    }
  }

  /// A value that makes the rows of all entities fit together; `nil` for other values.
  private func numbered(
    _ attribute: Attribute, at index: Int, _ number: Int
  ) -> StatedValue? {
    if index == entity.sync.archive?.date, attribute.isOptional { return .null }
    if entity.identity.parts == [.attribute(index: index)] {
      return identity(of: id, number).map { .value($0) }
    }
    guard let reference = entity.taggedReferences.first(where: { $0.idAttribute == index }),
      let target = reference.targets.first,
      let id = identity(of: target.entity, self.target(number, in: target.entity))
    else { return nil }
    if case .scalar(.string) = attribute.type, case .int(let number) = id {
      return .value(.string(String(number)))
    }
    return .value(id)
  }

  /// The row of another entity that a row refers to. Two rows refer to the first one.
  private func target(_ number: Int, in id: EntityID) -> Int {
    min((number + 1) / 2, SampleTable(names: names, id: id).count)
  }

  /// The identity of a row; `nil` if it is composite.
  func identity(of id: EntityID, _ number: Int?) -> ConstantValue? {
    guard let attribute = names.identityAttribute(id) else { return nil }
    let name = names.schema[id].name.name
    guard let number, case .scalar(.string) = attribute.type, attribute.scalar?.example == nil
    else {
      return PayloadSample(schema: names.schema, number: number).value(of: attribute, name: name)
    }
    return .string("\(name.lowercased())-\(number)")
  }

  // MARK: Relations

  private func add(_ relation: Relation, at index: Int, to row: inout JSONDocument) {
    guard let path = relation.remote.ids.first else { return }
    switch relation.kind {
    case .toOne(let reference):
      switch stated(relation, reference, at: index) {
      case .nothing: return
      case .null: row.set(path.steps[...], .null)
      case .value(let id): row.set(path.steps[...], json(of: id, relation))
      }
    case .toOneInverse, .toMany, .manyToMany:
      if let list = list(of: relation) { row.set(path.steps[...], list) }
    }
  }

  /// The identity of the row to which a to-one relationship refers.
  func stated(
    _ relation: Relation, _ reference: Relation.Reference, at index: Int
  ) -> StatedValue {
    guard relation.direction.isPulled, !relation.remote.ids.isEmpty else { return .nothing }
    let isPart = entity.identity.parts.contains(.reference(relation: index))
    let isFree = reference.isOptional && !isPart
    if isFree, state == .missing { return .nothing }
    if isFree, state == .null { return .null }
    let isTree = relation.target == id
    let target = number.map { number in
      reference.isOneToOne || isPart
        ? min(number, SampleTable(names: names, id: relation.target).count)
        : self.target(isTree ? max(1, number - 1) : number, in: relation.target)
    }
    guard let identity = identity(of: relation.target, target) else { return .nothing }
    return isTree && isFree && number == 1 ? .null : .value(identity)
  }

  /// The identities in a list; `nil` if the payload does not contain it. Of several rows, children
  /// name their parents, so lists of children are not written.
  private func list(of relation: Relation) -> JSONDocument? {
    guard let number else {
      guard state != .missing, let id = identity(of: relation.target, nil) else { return nil }
      if state == .null { return .null }
      let element = json(of: id, relation)
      if case .toOneInverse = relation.kind { return element }
      return .array(state == .empty ? [] : [element])
    }
    guard case .manyToMany(let membership) = relation.kind, relation.target != id else {
      return nil
    }
    let table = names.schema.joinTables[membership.joinTable]
    guard table.through == nil, membership.side == .left else { return nil }
    let last = SampleTable(names: names, id: relation.target).count
    let ids = Set([min(number, last), number % last + 1]).sorted().compactMap {
      identity(of: relation.target, $0)
    }
    return .array(ids.map { json(of: $0, relation) })
  }

  private func json(of id: ConstantValue, _ relation: Relation) -> JSONDocument {
    let settings = names.identityAttribute(relation.target)?.settings ?? FieldSettings()
    let json = form.json(id, settings)
    guard let type = names.schema.linkage(of: relation) else { return json }
    return .object([("type", .text(type)), ("id", json.asText)])
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

  /// Whether there is a value other than null at a path.
  fileprivate func hasValue(_ path: ArraySlice<PathStep>) -> Bool {
    guard let step = path.first else { return !isNull }
    guard case .key(let key) = step else { return false }
    return self[key]?.hasValue(path.dropFirst()) ?? false
  }

  fileprivate var isNull: Bool { text(.source) == "null" }

  /// The value as the `id` of a resource object.
  fileprivate var asText: JSONDocument {
    if case .text = self { return self }
    return isNull ? self : .text(text(.source))
  }

  private var elements: [JSONDocument] {
    if case .array(let elements) = self { elements } else { [] }
  }

  private subscript(key: String) -> JSONDocument? {
    if case .object(let object) = self { object[key] } else { nil }
  }
}
