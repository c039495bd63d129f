import Foundation
@_spi(Generated) import SwiftSyncRuntime
import SwiftSyncValues

/// Reads what a request states about a row.
struct RowJSONReader {
  let schema: SchemaPlan
  /// The server's identity for a temporary one, by the position of the entity.
  let replaced: [Int: [StoredValue: StoredValue]]

  /// The members that a device may write. The server sets the clock, and the tombstone is read
  /// separately.
  func read(_ json: JSONValue, _ plan: EntityPlan, over known: ServerRow?) throws -> StatedRow {
    guard json.members != nil else {
      throw Refusal(422, "invalid", "expected an object, found \(json)")
    }
    var stated = StatedRow()
    for attribute in plan.metadata.attributes where attribute.direction.isPushed {
      guard ![plan.clockColumn, plan.tombstoneColumn].contains(attribute.column) else { continue }
      if attribute.isAmount {
        try readAmount(attribute, json, plan, known, into: &stated)
      } else {
        try readValue(attribute, json, plan, into: &stated)
      }
    }
    for (index, relation) in plan.metadata.relations.enumerated()
    where relation.direction.isPushed {
      try read(relation, index, json, plan, into: &stated)
    }
    return stated
  }

  /// The identity in an object; `nil` for each part that is missing.
  func identity(_ json: JSONValue, _ plan: EntityPlan) throws -> [StoredValue?] {
    try plan.identity.map { column in
      let field = plan.fields[column]
      for path in field.paths {
        guard let value = json.value(at: try MemberPath.keys(path, of: plan)), value != .null
        else { continue }
        return Self.convert(value["id"] ?? value, field.textConverter)
      }
      return nil
    }
  }

  /// Whether an object states that the row is deleted, or that it is not; `nil` if it says nothing.
  func isDeleted(_ json: JSONValue, _ plan: EntityPlan) throws -> Bool? {
    guard let column = plan.tombstoneColumn else { return nil }
    for path in plan.fields[column].paths {
      guard let value = json.value(at: try MemberPath.keys(path, of: plan)) else { continue }
      return ![.null, .bool(false), .number(JSONValue.Number(0))].contains(value)
    }
    return nil
  }

  /// The value of a column in a path or a query.
  func value(_ text: String, in column: Int, of plan: EntityPlan) -> StoredValue? {
    Self.convert(.string(text), plan.fields[column].textConverter)
  }

  /// The stored value of JSON; `nil` if it does not fit.
  static func convert(_ json: JSONValue, _ converter: ValueConverter) -> StoredValue? {
    var text: [UInt8] = []
    json.append(to: &text)
    return text.withUnsafeBufferPointer { bytes in
      var scanner = JSONScanner(bytes)
      let arena = ByteArena()
      guard let token = try? scanner.readValue() else { return nil }
      return converter.convert(token, in: arena)?.stored
    }
  }

  // MARK: - Attributes

  private func readValue(
    _ attribute: AttributeMetadata, _ json: JSONValue, _ plan: EntityPlan,
    into stated: inout StatedRow
  ) throws {
    guard let (path, value) = try found(attribute.remote, json, plan) else { return }
    let column = attribute.column
    guard let stored = Self.convert(value, plan.fields[column].converter) else {
      stated.problems[path] = ["must be \(plan.fields[column].expectation)"]
      return
    }
    guard stored == .null, !attribute.isOptional else {
      let value = current(stored, column, plan)
      if plan.isTemporaryReference(value, in: column) {
        stated.problems[path] = [Self.unknownReference]
      } else {
        stated.values[column] = value
      }
      return
    }
    guard let usual = attribute.defaultValues.first else {
      stated.problems[path] = ["must not be null"]
      return
    }
    stated.values[column] = usual
  }

  private func readAmount(
    _ attribute: AttributeMetadata, _ json: JSONValue, _ plan: EntityPlan, _ known: ServerRow?,
    into stated: inout StatedRow
  ) throws {
    let column = attribute.column
    let code = try found(attribute.field.currencyPaths, json, plan)?.value.text
    guard let (path, value) = try found(attribute.remote, json, plan) else {
      if let code { stated.values[column + 1] = .text(code) }
      return
    }
    if value == .null, attribute.isOptional {
      stated.values[column] = .null
      stated.values[column + 1] = .null
      return
    }
    let currency =
      code.map(StoredValue.text) ?? attribute.currencyCode.map(StoredValue.text)
      ?? known?.values[column + 1]
    guard let currency, let units = units(value, attribute, currency, plan) else {
      stated.problems[path] = ["must be an amount"]
      return
    }
    stated.values[column] = units
    stated.values[column + 1] = currency
  }

  private func units(
    _ value: JSONValue, _ attribute: AttributeMetadata, _ currency: StoredValue, _ plan: EntityPlan
  ) -> StoredValue? {
    guard let stored = Self.convert(value, plan.fields[attribute.column].converter), stored != .null
    else { return nil }
    guard attribute.isMajor else { return stored }
    guard case .text(let text) = stored, case .text(let code) = currency,
      let amount = Decimal(string: text), let money = Money(exactly: amount, currency: code)
    else { return nil }
    return .integer(money.minorUnits)
  }

  /// The first path that an object has, with its value.
  private func found(
    _ paths: [String], _ json: JSONValue, _ plan: EntityPlan
  ) throws -> (path: String, value: JSONValue)? {
    for path in paths {
      let keys = try MemberPath.keys(path, of: plan)
      if let value = json.value(at: keys) { return (path, value) }
      // Null instead of an object is null for what it would contain.
      let outer = keys.indices.dropFirst().contains { json.value(at: keys[..<$0]) == .null }
      if outer { return (path, .null) }
    }
    return nil
  }

  // MARK: - Relationships

  /// A device must not refer to a row before the server has responded with its id, unless the row is
  /// in the same request.
  private static let unknownReference = "is a temporary id that the server does not know"

  private func read(
    _ relation: RelationMetadata, _ index: Int, _ json: JSONValue, _ plan: EntityPlan,
    into stated: inout StatedRow
  ) throws {
    guard let target = schema.entity(relation.target) else { return }
    switch relation.kind {
    case .toOne(let reference):
      let isAttribute = plan.metadata.columns[reference.column].isVirtual
      guard reference.parts.isEmpty, !isAttribute,
        let (path, value) = try found(relation.ids + relation.objects, json, plan)
      else { return }
      read(try id(value, target), path, reference, plan, target, into: &stated)
    case .manyToMany:
      let paths = relation.listPaths(of: target)
      guard let (path, value) = try found(paths, json, plan) else { return }
      guard let list = try list(value, target) else {
        stated.problems[path] = ["must be a list of ids"]
        return
      }
      let isUnknown = list.contains { key in
        target.temporaryPart.map { target.isTemporary(key[$0], in: target.identity[$0]) } ?? false
      }
      if isUnknown {
        stated.problems[path] = ["contains a temporary id that the server does not know"]
      } else {
        stated.lists[index] = list
      }
    case .toMany, .toOneInverse: return
    }
  }

  private func read(
    _ id: JSONValue?, _ path: String, _ reference: RelationMetadata.Reference, _ plan: EntityPlan,
    _ target: EntityPlan, into stated: inout StatedRow
  ) {
    guard let id, id != .null else {
      if reference.isOptional {
        stated.values[reference.column] = .null
      } else {
        stated.problems[path] = ["must not be null"]
      }
      return
    }
    guard let stored = Self.convert(id, plan.fields[reference.column].textConverter) else {
      stated.problems[path] = ["must be the id of a \(target.metadata.name)"]
      return
    }
    let value = current(stored, target)
    if target.isTemporary(value, in: target.idColumn) {
      stated.problems[path] = [Self.unknownReference]
    } else {
      stated.values[reference.column] = value
    }
  }

  /// The identities in a list of ids, or of objects with the parts of identities; `nil` if it is
  /// none.
  private func list(_ value: JSONValue, _ target: EntityPlan) throws -> [ServerKey]? {
    guard let elements = value.elements else { return nil }
    var list: [ServerKey] = []
    for element in elements {
      guard let key = try key(element, target) else { return nil }
      list.append(key)
    }
    return list
  }

  private func key(_ value: JSONValue, _ target: EntityPlan) throws -> ServerKey? {
    guard target.identity.count > 1 else {
      return try id(value, target).flatMap { convert($0, target) }.map { [current($0, target)] }
    }
    let parts = try identity(value, target)
    let key = zip(parts, target.identity).compactMap { value, column in
      value.map { part($0, column, target) }
    }
    return key.count == parts.count ? key : nil
  }

  /// A part of an identity with the server's id.
  private func part(_ value: StoredValue, _ column: Int, _ plan: EntityPlan) -> StoredValue {
    if let part = plan.temporaryPart, plan.identity[part] == column { return current(value, plan) }
    for relation in plan.metadata.relations {
      guard case .toOne(let reference) = relation.kind, reference.column == column,
        let target = schema.entity(relation.target)
      else { continue }
      return current(value, target)
    }
    return value
  }

  /// The id in a resource identifier or an object with an identity, or the value itself.
  private func id(_ value: JSONValue, _ target: EntityPlan) throws -> JSONValue? {
    guard value.members != nil else { return value }
    let path = target.fields[target.idColumn].paths.first ?? "id"
    return value.value(at: try MemberPath.keys(path, of: target)) ?? value["id"]
  }

  private func convert(_ id: JSONValue, _ target: EntityPlan) -> StoredValue? {
    Self.convert(id, target.fields[target.idColumn].textConverter)
  }

  /// The server's id for a temporary one.
  private func current(_ id: StoredValue, _ target: EntityPlan) -> StoredValue {
    replaced[target.index]?[id] ?? id
  }

  /// The value of an attribute with the server's id, if the attribute refers to another row.
  private func current(_ value: StoredValue, _ column: Int, _ plan: EntityPlan) -> StoredValue {
    for relation in plan.metadata.relations {
      guard case .toOne(let reference) = relation.kind, let target = schema.entity(relation.target)
      else { continue }
      let tagged = plan.metadata.taggedReferences.first { $0.idColumn == column }
      let refers =
        reference.parts.contains(column)
        || tagged?.targets.contains { $0.entity == relation.target } ?? false
      if refers, let new = replaced[target.index]?[value] { return new }
    }
    return value
  }
}

extension EntityPlan {
  /// Whether a value is the temporary id of another row.
  fileprivate func isTemporaryReference(_ value: StoredValue, in column: Int) -> Bool {
    let isOwn = metadata.attributes.contains {
      $0.column == column && $0.generatedDefault == .temporary
    }
    return !isOwn && isTemporary(value, in: column)
  }
}
