@_spi(Generated) public import SwiftSyncCoding

/// What a row still has to do with the server, for the little cloud next to it in a list.
///
/// ```swift
/// @LiveRows(Note.order(\.title).including { $0.pushState }) private var notes
///
/// List(notes) { note in
///   Label(note.row.title, systemImage: note.related == .synced ? "checkmark.icloud" : "icloud")
/// }
/// ```
///
/// With relationships, it is one of the included members: `Note.including { ($0.folder, $0.pushState) }`.
///
/// It is a column like any other: `Note.where { $0.pushState == .problem }` finds the rows with a
/// problem, and `select`, `order` and `sectioned` take it too.
public enum PushState: String, TextEnum, CaseIterable {
  /// The row has no local changes.
  case synced
  /// The row has local changes that have not been sent.
  case pending
  /// The row's changes were sent, and the server has not responded yet.
  case sending
  /// Something is wrong with the row: it has a `SyncProblem`.
  case problem
}

extension QueriedRow {
  /// The state of the row in the push queue. See `PushState`.
  public var pushState: ComputedValue<PushState> { ComputedValue(.pushState(place.relations)) }
}

extension ComputedValue where Result == PushState {
  /// Returns the condition that rows have a state.
  public static func == (left: Self, right: PushState) -> Condition {
    Condition(.compares(left.operand, .equal, .number(.text(right.rawValue))))
  }

  /// Returns the condition that rows have another state.
  public static func != (left: Self, right: PushState) -> Condition { !(left == right) }
}

extension ConditionSQL {
  mutating func pushState(_ row: Reach) throws(SyncError) -> String {
    guard let relation = row.path.first else { return pushState(here: row) }
    let (target, key, link) = try step(from: row, through: relation)
    return "(SELECT \(try pushState(target)) FROM \(quoted(target.entity.table)) AS "
      + "\(target.alias) WHERE \(target.tuple(key)) = \(row.tuple(link)))"
  }

  private func pushState(here row: Reach) -> String {
    // A database that is only read has no queue.
    if schema.isReadOnly { return "'synced'" }
    let name = quotedText(row.entity.name)
    // The queue's ids have no affinity, and their index is used only if this side has none either.
    let columns = row.entity.identity.map(row.column)
    let id =
      columns.count == 1 ? "+\(columns[0])" : "json_array(\(columns.joined(separator: ", ")))"
    return """
      coalesce((SELECT CASE WHEN q.problem IS NOT NULL OR q.sent_operation = 'insert' AND EXISTS (
        SELECT 1 FROM swiftsync_requests r WHERE r.sequence = q.sequence AND r.is_uncertain)
        THEN 'problem' WHEN coalesce(q.sent_operation, 'none') <> 'none' THEN 'sending'
        ELSE 'pending' END FROM swiftsync_changes q
        WHERE q.entity = \(name) AND q.id = \(id)
          AND q.operation IN ('insert', 'update', 'delete')),
      iif(EXISTS (SELECT 1 FROM swiftsync_problems p WHERE p.entity = \(name) AND p.id = \(id)),
        'problem', 'synced'))
      """
  }
}

extension ComputedValue: IncludableMember where Result == PushState {
  @_spi(Generated)
  public var included: IncludedRelation<PushState> {
    guard case .pushState(let path) = operand else { return IncludedRelation(stateOf: []) }
    return IncludedRelation(stateOf: path)
  }
}

extension PushState {
  /// The identities of rows, each followed by its state.
  static func statement(
    of entity: EntityMetadata, _ rows: ParentRows, _ schema: SchemaMetadata
  ) throws(SyncError) -> (text: String, parameters: [StoredValue]) {
    let alias = RelationLink.alias
    var values = SQLValues()
    let keys = try rows.columns(entity.identity, schema, &values)
    var writer = ConditionSQL(schema: schema, values: values)
    let state = try writer.operand(.pushState([]), of: entity, as: alias)
    let columns = entity.identityList(as: alias)
    let id = entity.identity.count == 1 ? columns : "(\(columns))"
    return (
      "SELECT \(columns), \(state) FROM \(quoted(entity.table)) AS \(alias) WHERE \(id) IN (\(keys))",
      writer.values.parameters
    )
  }
}
