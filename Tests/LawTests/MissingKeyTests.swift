import Testing

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

/// A missing key never changes a column (A1), whatever the schema.
@Suite struct MissingKeyTests {
  @Test(arguments: Law.parts) func missingKeysLeaveColumnsUnchanged(part: Int) throws {
    let law = Law(trial: { try World.sparse($0) }) { trial in
      let database = try LawDatabase(trial.schema, after: trial.setup)
      for call in trial.calls {
        for row in call.payload.elements {
          let item = Call(call.entity, row) { $0.isItem = true }
          if let problem = try Self.problem(item, trial.schema, database) { return problem }
        }
      }
      return nil
    }
    try law.hold(part: part)
  }

  private static func problem(
    _ call: Call, _ schema: LawSchema, _ database: LawDatabase
  ) throws -> String? {
    let entity = schema.entities[schema.index(of: call.entity)]
    let before = try database.content()
    try database.apply(call)
    var after = try database.content()
    let stated = entity.columns(statedBy: call.payload)
    for row in before[entity.table] ?? [] {
      guard let new = after[entity.table]?.first(where: { entity.isSame($0, row) }) else {
        return "\(call.payload) takes a row away"
      }
      for column in row.indices where row[column] != new[column] && !stated.contains(column) {
        return "\(call.payload) changes \(entity.columns[column].name)"
      }
    }
    // Other tables do not matter; links that waited for a new row are resolved.
    for table in [entity.table, "swiftsync_links"] { after[table] = before[table] }
    return LawDatabase.difference(before, after).map { "\(call.payload) changes\n\($0)" }
  }
}

extension EntityMetadata {
  /// Whether two stored rows have the same identity.
  fileprivate func isSame(_ left: [StoredValue], _ right: [StoredValue]) -> Bool {
    identity.allSatisfy { left[$0] == right[$0] }
  }

  /// The columns for which an object of a payload has a key.
  fileprivate func columns(statedBy object: Payload) -> Set<Int> {
    var columns: Set<Int> = []
    for attribute in attributes {
      if attribute.remote.contains(where: { object[$0] != nil }) {
        columns.insert(attribute.column)
      }
      guard let currency = attribute.currency else { continue }
      // An amount whose minor units are null is null, with its currency.
      let nulls = attribute.rules.isEmptyNull ? ["null", "\"\""] : ["null"]
      let isNull = attribute.remote.contains { path in
        object[path].map { nulls.contains($0.description) } ?? false
      }
      if isNull || object[currency] != nil { columns.insert(attribute.column + 1) }
    }
    for relation in relations {
      guard let reference = relation.reference,
        (relation.ids + relation.objects).contains(where: { object[$0] != nil })
      else { continue }
      columns.insert(reference.column)
      // A row that moves loses its position in the list.
      if let position = reference.positionColumn { columns.insert(position) }
    }
    return columns
  }
}
