import Foundation
@_spi(Generated) import SwiftSyncRuntime
import SwiftSyncValues

/// Writes rows as a server sends them: every member that devices read.
struct RowJSONWriter {
  let schema: SchemaPlan
  /// Whether lists contain a row. Those of other rows do not contain deleted ones.
  let isListed: (ServerKey, EntityPlan) -> Bool

  func json(_ row: ServerRow, _ plan: EntityPlan) throws -> JSONValue {
    var json = JSONValue.object([:])
    if let type = plan.metadata.resourceType { json.set(["type"], .string(type)) }
    for attribute in plan.metadata.attributes where attribute.direction.isPulled {
      try add(attribute, row, plan, to: &json)
    }
    for (index, relation) in plan.metadata.relations.enumerated()
    where relation.direction.isPulled {
      try add(relation, index, row, plan, to: &json)
    }
    for reference in plan.metadata.taggedReferences {
      // Without a row, there is no object with a type and an id.
      guard row.values[reference.tagColumn] == .null, let path = reference.objects.first,
        json.value(at: try keys(path, plan))?.members != nil
      else { continue }
      json.set(try keys(path, plan), .null)
    }
    return json
  }

  /// The members of the identity alone.
  func identity(_ key: ServerKey, _ plan: EntityPlan) throws -> JSONValue {
    var values = [StoredValue](repeating: .null, count: plan.metadata.columns.count)
    for (column, value) in zip(plan.identity, key) { values[column] = value }
    let row = ServerRow(values: values, lists: [:], created: 0, changed: 0)
    var json = JSONValue.object([:])
    for column in plan.identity {
      if let attribute = plan.metadata.attributes.first(where: { $0.column == column }) {
        try add(attribute, row, plan, to: &json)
      }
      for (index, relation) in plan.metadata.relations.enumerated() {
        guard case .toOne(let reference) = relation.kind, reference.column == column else {
          continue
        }
        try add(relation, index, row, plan, to: &json)
      }
    }
    return json
  }

  /// The JSON of a column's value.
  func json(_ value: StoredValue, _ type: ValueType) throws -> JSONValue {
    try Self.json(value, type)
  }

  static func json(_ value: StoredValue, _ type: ValueType) throws -> JSONValue {
    var text: [UInt8] = []
    let isWritten = value.withBound {
      JSONText.append($0, of: type, form: .export(dates: nil), to: &text)
    }
    guard isWritten else { throw NoAnswer("the backend has a value that no JSON can represent") }
    return try JSONValue(json: String(decoding: text, as: UTF8.self))
  }

  private func add(
    _ attribute: AttributeMetadata, _ row: ServerRow, _ plan: EntityPlan, to json: inout JSONValue
  ) throws {
    guard let path = attribute.remote.first else { return }
    let value = row.values[attribute.column]
    if attribute.isAmount {
      return try addAmount(attribute, row, plan, to: &json)
    }
    let written = try self.json(value, attribute.type)
    let isResourceID = plan.metadata.resourceType != nil && path == "id"
    json.set(try keys(path, plan), isResourceID ? identifier(written) : written)
  }

  private func addAmount(
    _ attribute: AttributeMetadata, _ row: ServerRow, _ plan: EntityPlan, to json: inout JSONValue
  ) throws {
    let (amount, currency) = (row.values[attribute.column], row.values[attribute.column + 1])
    var written = JSONValue.null
    if case .integer(let units) = amount, case .text(let code) = currency {
      let money = Money(minorUnits: units, currency: code)
      written =
        attribute.isMajor
        ? try JSONValue(json: "\(money.amount)") : .number(JSONValue.Number(units))
    }
    if let path = attribute.remote.first { json.set(try keys(path, plan), written) }
    if let path = attribute.currency {
      json.set(try keys(path, plan), try self.json(currency, .string))
    }
  }

  private func add(
    _ relation: RelationMetadata, _ index: Int, _ row: ServerRow, _ plan: EntityPlan,
    to json: inout JSONValue
  ) throws {
    switch relation.kind {
    case .toOne(let reference):
      try add(relation, reference, row, plan, to: &json)
    case .manyToMany:
      guard let target = schema.entity(relation.target),
        let path = relation.listPaths(of: target).first
      else { return }
      let ids = try (row.lists[index] ?? []).filter { isListed($0, target) }.map { id in
        target.identity.count == 1
          ? linked(try self.json(id[0], target.fields[target.idColumn].type), by: relation)
          : try identity(id, target)
      }
      json.set(try keys(path, plan), .array(ids))
    // The rows themselves refer to this one.
    case .toMany, .toOneInverse: return
    }
  }

  private func add(
    _ relation: RelationMetadata, _ reference: RelationMetadata.Reference, _ row: ServerRow,
    _ plan: EntityPlan, to json: inout JSONValue
  ) throws {
    guard reference.parts.isEmpty else {
      // Attributes hold the parts.
      if reference.parts.contains(where: { row.values[$0] == .null }),
        let path = relation.objects.first
      {
        json.set(try keys(path, plan), .null)
      }
      return
    }
    // The parts of a relationship to one of several entities are attributes too.
    guard !plan.metadata.columns[reference.column].isVirtual else { return }
    let id = try self.json(row.values[reference.column], reference.type)
    if let path = relation.ids.first {
      json.set(try keys(path, plan), linked(id, by: relation))
    } else if let path = relation.objects.first, let target = schema.entity(relation.target) {
      json.set(try keys(path, plan), try object(id, target))
    }
  }

  /// An object with only an identity.
  private func object(_ id: JSONValue, _ target: EntityPlan) throws -> JSONValue {
    guard id != .null, let path = target.fields[target.idColumn].paths.first else { return .null }
    var object = JSONValue.object([:])
    object.set(try keys(path, target), id)
    return object
  }

  /// A resource identifier, if the relationship has any.
  private func linked(_ id: JSONValue, by relation: RelationMetadata) -> JSONValue {
    guard let type = relation.linkage, id != .null else { return id }
    return ["type": .string(type), "id": identifier(id)]
  }

  /// The id of a resource object, which is always a string.
  private func identifier(_ id: JSONValue) -> JSONValue {
    if case .number(let number) = id { .string(number.text) } else { id }
  }

  private func keys(_ path: String, _ plan: EntityPlan) throws -> [String] {
    try MemberPath.keys(path, of: plan)
  }
}

/// The keys of paths in payloads.
enum MemberPath {
  /// - Throws: `NoAnswer` for a path through a list.
  static func keys(_ path: String, of plan: EntityPlan) throws -> [String] {
    let steps = ValuePath.steps(path) ?? []
    let keys = steps.compactMap { if case .key(let key) = $0 { key } else { nil as String? } }
    guard keys.count == steps.count else {
      throw NoAnswer("'\(path)' of \(plan.metadata.name) is inside a list")
    }
    return keys
  }
}

extension RelationMetadata {
  /// The paths of the list of a many-to-many relationship. Rows with an identity of several parts have
  /// no ids, so their lists contain objects.
  func listPaths(of target: EntityPlan) -> [String] {
    target.identity.count > 1 ? ids + objects : ids
  }
}
