import SwiftSyncFoundation
import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// The phase of a call.
enum CallMode {
  /// The app's own writes.
  case editing
  /// The app's own writes, while links are removed from other rows because the written row takes
  /// them.
  case makingRoom
  /// Rows of the payload are applied in order.
  case reading
  /// All rows are read, and the work that had to wait for this is done.
  case finishing
  /// Rows that have waited are applied together.
  case retrying
  /// The work that had to wait for those rows is done.
  case settling

  /// Whether more rows may come, so that the links to a deleted row are not decided yet.
  var postponesReleases: Bool { self == .reading || self == .retrying }

  /// Whether rows are written without checking their requirements. These are checked when all rows
  /// are written, here or, for the app's own writes, by SQLite.
  var isAttempt: Bool { self == .makingRoom || self == .retrying || self == .settling }
}

/// The data that all parts of a call share: the tables, the options, and the results.
package final class CallData {
  let schema: SchemaPlan
  /// The entity of the rows; for a document, the first one.
  let plan: EntityPlan
  /// `nil` if the payload contains rows of one entity.
  let document: DocumentPlan?
  /// The lists that a document was found to contain.
  private(set) var lists = DocumentLists()
  /// Whether the payload says that its list goes on elsewhere.
  private(set) var goesOn = false
  /// Whether the payload is one object, which says nothing about other rows.
  private(set) var isSingleObject = false
  let options: ApplyOptions
  package let connection: Connection
  /// The tables by entity.
  let tables: [StoredTable]
  let links: WaitingLinks
  let recording: RecordingPause
  /// Local writes that have not been pushed.
  let changes: PendingChanges
  let scope: ParentScope?
  /// The start of the call.
  let now = Date()
  let parser: RowParser
  let unknownKeys: UnknownKeys
  /// Compares the rows of the response to a push with what was sent.
  var returned: ReturnedValues?
  var state: CallState
  var mode = CallMode.editing

  init(
    _ schema: SchemaPlan, _ target: ApplyTarget, _ options: ApplyOptions,
    on connection: Connection
  ) throws(SyncError) {
    self.schema = schema
    plan = target.plan
    document = try target.document(for: options)
    self.options = options
    self.connection = connection
    let recording = RecordingPause(on: connection)
    self.recording = recording
    changes = PendingChanges(schema, on: connection)
    tables = schema.entities.map { StoredTable($0, on: connection, recording) }
    links = try WaitingLinks(on: connection)
    scope = try ParentScope(options.scope, of: plan)
    unknownKeys = UnknownKeys(ignoring: target.plan.metadata.ignoredKeys)
    parser = RowParser(schema, unknownKeys: unknownKeys)
    parser.transform = options.transform
    state = CallState(schema)
  }
}

// MARK: - What the call may do

extension CallData {
  /// The operations allowed for nested rows and links.
  var nestedOperations: ApplyOptions.Operations {
    options.operations.intersection(options.relationOperations)
  }

  /// The operations allowed for links of a relationship, and for a row nested under it.
  @inline(__always)
  func operations(on relation: RelationPlan) -> ApplyOptions.Operations {
    guard relation.isLimited, changes.isInbound else { return nestedOperations }
    return nestedOperations.intersection(.init(rawValue: relation.metadata.nesting.operations))
  }

  /// Like `operations(on:)`, for a link that a list at the other end may also have stated.
  @inline(__always)
  func operations(
    on reference: ReferencePlan, of node: RowNode
  ) -> ApplyOptions.Operations {
    guard schema.hasLimitedRelations else { return nestedOperations }
    let allowed = operations(on: node.plan.relations[reference.relation])
    guard node.listColumn == reference.column else { return allowed }
    return allowed.intersection(.init(rawValue: node.operations))
  }

  /// The operations that the list at the other end of a to-one relationship may carry out on its
  /// links.
  func operations(ofList relation: RelationPlan) -> ApplyOptions.Operations {
    guard schema.hasLimitedRelations, let list = relation.list else { return nestedOperations }
    return operations(on: list)
  }

  /// The operations allowed for a nested row.
  @inline(__always)
  func operations(ofNested node: RowNode) -> ApplyOptions.Operations {
    node.isLimited
      ? nestedOperations.intersection(.init(rawValue: node.operations)) : nestedOperations
  }

  /// Whether stored rows that the payload does not name are deleted, as far as is known.
  var deletesMissingRows: Bool {
    options.missingRows.mayDelete && !isSingleObject && !goesOn
      && options.operations.contains(.delete) && options.listRun?.isLast ?? true
  }

  /// Whether stored rows of an entity that the payload does not name may be deleted at the end.
  func mayDeleteMissingRows(of plan: EntityPlan) -> Bool {
    guard let document else { return plan === self.plan && deletesMissingRows }
    return document.deletable.contains(plan.index) && options.operations.contains(.delete)
  }

  /// Whether tombstones in the list delete rows.
  func deletesByTombstone(_ plan: EntityPlan) -> Bool {
    plan.tombstoneColumn != nil && plan.keptTombstone == nil
      && options.operations.contains(.delete)
  }
}

extension CallData {
  /// Carries out writes to a join table. Of the app's own writes, only one side is recorded.
  func recordingLists(
    of side: JoinSide, _ writes: () throws(SyncError) -> Void
  ) throws(SyncError) {
    if changes.isInbound { return try writes() }
    try recording.recordOnly(side, writes)
  }

  /// Records that the payload is one object.
  func noteSingleObject() throws(SyncError) {
    guard !options.missingRows.mayDelete else {
      let word = options.missingRows == .delete ? "delete" : "keep-if"
      throw .invalidOption(
        "missingRows: '\(word)' needs a list of rows, but the payload is one object, which says nothing about other rows"
      )
    }
    isSingleObject = true
  }

  /// Records what the value that decides for the list says.
  ///
  /// - Parameter hasLines: Whether the rows are objects on separate lines.
  func note(_ sign: ListSign?, hasLines: Bool) throws(SyncError) {
    guard let sign else { return }
    if hasLines {
      throw .invalidOption(
        "missingRows: 'keep-if' needs one JSON text, but the payload has objects on separate lines")
    }
    goesOn = goesOn || sign.goesOn
  }

  /// Records that a document contains rows of an entity.
  func note(_ entity: EntityPlan, deletesMissingRows: Bool) {
    lists.note(entity, deletesMissingRows: deletesMissingRows)
  }

  func keepMissingRows(of entities: [EntityPlan]) {
    for entity in entities { lists.keepMissingRows(of: entity) }
  }
}

// MARK: - Stored rows

extension CallData {
  /// The stored row with an identity. Its columns are readable until the next call.
  func storedRow(_ identity: [StoredValue]) throws(SyncError) -> StoredTable.Row? {
    let node = RowNode(plan)
    for (column, value) in zip(plan.identity, identity) {
      node.values[column] = BoundValue(value, in: parser.arena)
    }
    return try tables[plan.index].find(node.values)
  }

  /// Whether a stored row is soft-deleted, so that no list is expected to contain it.
  func isSoftDeleted(_ rowID: Int64, of plan: EntityPlan) throws(SyncError) -> Bool {
    guard let mark = plan.keptTombstone else { return false }
    return try tables[plan.index].row(rowID).map(mark.isSet) ?? false
  }

  /// The stored date before which tombstones have expired; `nil` if they never expire.
  func expiry(of plan: EntityPlan) -> StoredValue? {
    guard let column = plan.keptTombstone?.dateColumn,
      let retention = plan.metadata.sync.retention
    else { return nil }
    return now.addingTimeInterval(-Double(retention))
      .stored(in: plan.metadata.columns[column].storage)
  }

  /// Whether a known row is kept, soft-deleted, when its tombstone is applied.
  func stays(_ node: RowNode) -> Bool {
    guard let mark = node.plan.keptTombstone else { return false }
    guard let column = mark.dateColumn, let expiry = expiry(of: node.plan) else { return true }
    let date = node.values[column]
    return expiry.withBound { expiry in
      switch (date.kind, expiry.kind) {
      case (.integer, .integer): date.integer >= expiry.integer
      case (.text, .text): !(date.slice < expiry.slice)
      default: true
      }
    }
  }

  func rows(
    _ incoming: IncomingReference, to id: BoundValue
  ) throws(SyncError) -> [Int64] {
    try tables[incoming.child.index].rowIDs(where: incoming.reference.column, holds: id)
  }

  /// Whether the payload itself states that the row refers to the deleted one: a soft reference to
  /// a row that is not stored (A16), which the same payload would write again. One with a foreign
  /// key cannot be kept without its row.
  func isStated(_ rowID: Int64, _ incoming: IncomingReference) -> Bool {
    !incoming.reference.hasForeignKey
      && state.statements.states(incoming.relation.index, of: rowID, incoming.child.index)
  }

  /// The rows of a `through:` entity that link two rows.
  func throughRows(
    _ owner: BoundValue, _ id: BoundValue, _ side: JoinSide
  ) throws(SyncError) -> [Int64] {
    let query = try bind(side.rowIDsSQL, owner, id)
    var rowIDs: [Int64] = []
    while try query.step() { rowIDs.append(query.integer(0)) }
    query.reset()
    return rowIDs
  }

  func bind(
    _ sql: String, _ owner: BoundValue, _ id: BoundValue
  ) throws(SyncError) -> Statement {
    let statement = try connection.statement(sql)
    statement.bind(1, owner)
    statement.bind(2, id)
    return statement
  }
}
