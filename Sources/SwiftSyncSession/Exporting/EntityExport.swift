@_spi(Generated) import SwiftSyncStore
import SwiftSyncValues

/// A call that exports one row or all rows of an entity.
struct EntityExport {
  private let plan: ExportPlan
  private let options: ExportOptions

  init(
    _ schema: SchemaPlan, _ entity: String, _ options: ExportOptions
  ) throws(SyncError) {
    guard let entity = schema.entity(entity) else {
      throw .unknownEntity(entity, known: schema.entityNames)
    }
    if entity.metadata.resourceType != nil, options.relations.isNested {
      throw .invalidOption(
        "relations: resource objects refer to related rows by type and id; export them as 'ids' or 'none'"
      )
    }
    plan = ExportPlan(schema, entity, options, keepsTombstones: true)
    self.options = options
  }

  /// Writes the row with an identity, or all rows, in one read transaction.
  func write(
    _ identity: [StoredValue]?, from connection: Connection, to output: ExportOutput
  ) throws(SyncError) {
    try connection.readTransaction { () throws(SyncError) in
      let isWrapped = plan.top.plan.metadata.resourceType != nil
      if isWrapped { output.append(literal: #"{"data":"#) }
      try writeRows(identity, from: connection, to: output)
      if isWrapped { output.append(UInt8(ascii: "}")) }
    }
  }

  private func writeRows(
    _ identity: [StoredValue]?, from connection: Connection, to output: ExportOutput
  ) throws(SyncError) {
    let run = try ExportRun(plan, on: connection, to: output)
    guard let identity else { return try run.writeAll() }
    guard try run.writeRow(identity) else {
      let text = identity.map(\.text).joined(separator: "/")
      throw .unknownRow(text, entity: plan.top.plan.metadata.name)
    }
  }

  /// The identity in the options as text; `nil` for all rows.
  var statedIdentity: [StoredValue]? {
    get throws(SyncError) {
      guard let id = options.id else {
        guard options.scope == nil else {
          throw .invalidOption("scope: only an export by id has a scope")
        }
        return nil
      }
      return try identity(id)
    }
  }

  private func identity(_ id: String) throws(SyncError) -> [StoredValue] {
    let entity = plan.top.plan
    let scope = try options.scope.flatMap { scope throws(SyncError) in
      try ParentScope(.parent(relation: scope.relation, id: scope.id), of: entity)
    }
    if scope == nil, entity.parentColumn == nil, entity.identity.count > 1 {
      return try parts(id, of: entity)
    }
    if let scope, !entity.identity.contains(scope.column) {
      throw .invalidOption(
        "scope: '\(scope.relation)' is not part of the identity of '\(entity.metadata.name)'")
    }
    guard entity.identity.count == (scope == nil ? 1 : 2) else {
      throw .invalidOption(
        "id: the identity of '\(entity.metadata.name)' is unique only within its parent; "
          + "pass the parent as the scope")
    }
    var values: [StoredValue] = []
    for column in entity.identity {
      let isParent = column == scope?.column
      values.append(try isParent ? scope?.parent.stored ?? .null : value(id, of: column, entity))
    }
    return values
  }

  /// The parts of an identity that is not scoped by a single parent.
  private func parts(_ id: String, of entity: EntityPlan) throws(SyncError) -> [StoredValue] {
    let texts = id.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard texts.count == entity.identity.count else {
      throw .invalidOption(
        "id: expected the \(entity.identity.count) parts of the identity of "
          + "'\(entity.metadata.name)', joined by '/', found '\(id)'")
    }
    var values: [StoredValue] = []
    for (text, column) in zip(texts, entity.identity) {
      values.append(try value(text, of: column, entity))
    }
    return values
  }

  private func value(
    _ text: String, of column: Int, _ entity: EntityPlan
  ) throws(SyncError) -> StoredValue {
    let field = entity.fields[column]
    let arena = ByteArena()
    let token = JSONToken(.string, arena.copy(text))
    guard let value = field.textConverter.convert(token, in: arena) else {
      throw .invalidOption("id: expected \(field.expectation), found '\(text)'")
    }
    return value.stored
  }
}

extension Connection {
  /// Runs `body` on one snapshot, regardless of concurrent writes.
  fileprivate func readTransaction(_ body: () throws(SyncError) -> Void) throws(SyncError) {
    try execute("BEGIN")
    do {
      try body()
    } catch {
      try execute("ROLLBACK")
      throw error
    }
    try execute("COMMIT")
  }
}
