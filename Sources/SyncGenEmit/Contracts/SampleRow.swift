import SwiftSyncValues
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
      let amount: JSONDocument = money.isMajor ? .text("1250") : .json("1250")
      row.set(money.amount.steps[...], isNull ? .null : amount)
      if let currency = money.currency {
        row.set(currency.steps[...], isNull ? .null : .text("EUR"))
      }
    }
  }

  /// Whether an attribute is written with the identity of the same resource identifier.
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

  /// Whether the key may be missing, and null.
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
      return isDeleted ? SampleValue.date(attribute.remoteDates) : .null
    }
    if case .unknownValue(index) = state {
      return SampleValue.unknown(attribute.type, names.schema)
    }
    if case .badDate(index) = state { return .text("2023-02-31") }
    if let reference = entity.taggedReferences.first(where: { $0.tagAttribute == index }) {
      return .text(reference.targets.first?.tag ?? "")
    }
    if state == .empty, let empty = emptied(attribute, at: index) { return empty }
    let value = SampleValue(schema: names.schema).json(of: attribute, name: attribute.name.name)
    return attribute.separator == nil ? value : .text(value.soleText)
  }

  /// Texts that may be empty, lists and dictionaries.
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

  // MARK: Relations

  private func add(_ relation: Relation, at index: Int, to row: inout JSONDocument) {
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

  private func list(_ ids: [JSONDocument], of relation: Relation) -> JSONDocument {
    if case .toOneInverse = relation.kind { return ids.first ?? .null }
    return .array(state == .empty ? [] : ids)
  }

  /// `nil` if rows of the target are told by several values.
  private func sampleID(of relation: Relation) -> JSONDocument? {
    guard let attribute = names.identityAttribute(relation.target) else { return nil }
    let id = SampleValue(schema: names.schema).json(
      of: attribute, name: names.schema[relation.target].name.name)
    guard let type = names.schema.linkage(of: relation) else { return id }
    return .object([("type", .text(type)), ("id", id.asText)])
  }
}

extension RemotePath {
  /// Whether it names a key in an element of a list, where a path through all elements may take no null.
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

  /// As the `id` of a resource object.
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
