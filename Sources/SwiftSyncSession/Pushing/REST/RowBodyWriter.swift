import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncStore
import SwiftSyncValues

/// Writes the bodies of requests that create or update one row.
final class RowBodyWriter {
  private struct Form: Hashable {
    let entity: Int
    let members: Set<String>
  }

  private let schema: SchemaPlan
  private let connection: Connection
  private let output = ExportOutput()
  private var exports: [Form: ExportRun] = [:]

  init(_ schema: SchemaPlan, on connection: Connection) {
    self.schema = schema
    self.connection = connection
  }

  /// Writes the whole row with its identity, unless the identity is temporary, in which case the
  /// server creates it.
  ///
  /// Lists are omitted unless they were written on this device. Otherwise they would undo changes
  /// of other devices.
  ///
  /// - Parameter omitted: The relationships to leave out.
  func whole(
    _ change: QueuedChange, _ plan: EntityPlan, at root: String?, besides omitted: Set<String>
  ) throws(SyncError) -> Data? {
    let references = plan.references.map { plan.metadata.relations[$0.relation].name }
    var members = change.fields.names.union(references)
      .union(plan.metadata.attributes.map(\.name)).subtracting(omitted)
    if plan.mayBeRenamed {
      for (value, column) in zip(change.key, plan.identity)
      where plan.isTemporary(value, in: column) {
        members.subtract(plan.names(of: column))
      }
    }
    return try write(change, plan, members, at: root)
  }

  /// Writes the locally written fields, without the identity, which is in the path.
  func changed(
    _ change: QueuedChange, _ plan: EntityPlan, at root: String?
  ) throws(SyncError) -> Data? {
    var members = change.fields.names
    if plan.metadata.resourceType != nil {
      for column in plan.identity { members.formUnion(plan.names(of: column)) }
    }
    return try write(change, plan, members, at: root)
  }

  private func write(
    _ change: QueuedChange, _ plan: EntityPlan, _ members: Set<String>, at root: String?
  ) throws(SyncError) -> Data? {
    let row = try connection.statement(plan.sql.lookup)
    defer { row.reset() }
    row.bind(change.key)
    guard try row.step() else { return nil }
    output.clear(from: 0)
    let keys = (root ?? plan.metadata.resourceType.map { _ in "data" }).map(ValuePath.keys) ?? []
    for key in keys {
      output.append(literal: "{")
      output.append(key: key)
    }
    try export(plan, members).writeTop(row)
    for _ in keys { output.append(literal: "}") }
    return output.data
  }

  private func export(_ plan: EntityPlan, _ members: Set<String>) throws(SyncError) -> ExportRun {
    let form = Form(entity: plan.index, members: members)
    if let known = exports[form] { return known }
    let shape = ExportPlan(
      schema, plan, ExportOptions(), members: members, keepsIdentity: false)
    let export = try ExportRun(shape, on: connection, to: output)
    exports[form] = export
    return export
  }
}

extension EntityPlan {
  /// The names of the members that hold a column.
  func names(of column: Int) -> [String] {
    metadata.attributes.filter { $0.column == column }.map(\.name)
      + references.filter { $0.storedColumns.contains(column) }
      .map { metadata.relations[$0.relation].name }
  }
}
