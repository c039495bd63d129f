import SwiftSyncFoundation
@_spi(Generated) public import SwiftSyncStore

extension SyncStore {
  /// Copies the rows of a Core Data store into this one, once.
  ///
  /// ```swift
  /// let store = SyncStore(AppSchema.self)
  /// let report = try await store.importRows(from: CoreDataStore(at: oldURL))
  /// ```
  ///
  /// Entities and members are found by their names. Use the schema that `swiftsync-gen import`
  /// creates from the model, or any other schema with `names`.
  ///
  /// - Rows are applied like a payload, and no row is deleted. They are not recorded for
  ///   pushing. Rows that do not fit are skipped, and the reports list them.
  /// - An identity that the file does not contain is derived from the row's key in the file: the
  ///   key itself for an integer, or a UUID that is the same in every call. Only an identity of one
  ///   attribute can be.
  /// - A subentity becomes rows of the entity with its name, or of its nearest parent in the schema.
  ///   A to-one relationship to a parent entity becomes `to-any` if its targets are subentities.
  ///   Instead of it, the model can have the attributes `sourceType` and `sourceID`.
  /// - The parts of a composite identity are looked up through relationships, or are the values of
  ///   attributes such as `invoiceTenantID` and `invoiceNumber`.
  /// - Strings are also read as JSON, lists and value types, and split by `separator`. Ordered and
  ///   many-to-many relationships keep their order. The exceptions are listed in `absentMembers`:
  ///   lists of a `through:` entity that the model has, too, and those whose rows are identified by
  ///   the parent and more than one other part.
  /// - If the model has no `through:` entity, its rows are created from the relationship.
  /// - Rows that are already stored are updated, except for members with pending changes. If
  ///   several rows of the file have one identity, the last one wins.
  /// - Rows are copied in transactions of 1,000 rows, those of an entity with a foreign key to
  ///   itself in one. A call that is cancelled, that fails or whose
  ///   process ends keeps what it has committed, and the next call continues from there. Copied
  ///   rows are not read again, so later changes to them are kept. After everything is copied,
  ///   further calls do nothing. The store records this by the file's UUID, in the table
  ///   `swiftsync_imports`.
  ///
  /// - Returns: A report of what this call copied and what it did not copy.
  /// - Throws: `SyncError.unusableDatabase`, before anything is copied, if the file cannot be read,
  ///   is not a Core Data store, or has no column for a required member; `SyncError.invalidOption`
  ///   if `names` or `currencies` contain a name that is not in the schema, or if a string in
  ///   `currencies` is not a currency; `SyncError.cancelled`; the errors of a write.
  @discardableResult
  public func importRows(from source: CoreDataStore) async throws(SyncError)
    -> CoreDataStore.ImportReport
  {
    var (report, entities) = try await write(operation: "importRows") {
      (writer) throws(SyncError) in try ImportRun(source, writer).begin()
    }
    for entity in entities {
      var isDone = false
      while !isDone {
        let token = CancellationToken()
        let step = try await write(operation: "importRows \(entity)", as: token) {
          (writer) throws(SyncError) in
          let run = try ImportRun(source, writer)
          return try writer.transaction(token) { (transaction) throws(SyncError) in
            (try run.copy(entity, in: transaction), .commit)
          }
        }
        report.add(step, of: entity)
        isDone = step.isLast
      }
    }
    return report
  }
}

extension CoreDataStore.ImportReport {
  fileprivate mutating func add(_ step: ImportStep, of entity: String) {
    guard let rows = step.report else { return }
    entities[entity, default: ApplyReport()].add(rows)
    unreadValues.merge(step.unreadValues, uniquingKeysWith: +)
  }
}

/// The result of one transaction.
struct ImportStep: Sendable {
  /// The report; `nil` if there was nothing to copy.
  var report: ApplyReport?
  var unreadValues: [String: Int] = [:]
  var isLast = true
}

/// A job that copies rows, on the writing thread.
struct ImportRun {
  private let mapping: ImportMapping
  private let progress: ImportProgress
  private let plan: SchemaPlan

  init(_ source: CoreDataStore, _ writer: Writer) throws(SyncError) {
    let file = try CoreDataFile(source.path)
    plan = SchemaPlan(writer.plan.metadata.forImporting)
    mapping = try ImportMapping(file, source, writer.plan.metadata)
    progress = ImportProgress(connection: writer.connection, storeID: file.storeID)
  }

  /// Returns the report before rows are copied, and the entities with remaining rows.
  func begin() throws(SyncError) -> (CoreDataStore.ImportReport, entities: [String]) {
    var report = CoreDataStore.ImportReport()
    var entities: [String] = []
    for table in mapping.tables where try !progress.entry(of: table.entity.name).isComplete {
      entities.append(table.entity.name)
    }
    report.wasComplete = entities.isEmpty
    if !entities.isEmpty {
      try mapping.checkStorage()
      report.repeatedIdentities = try mapping.repeatedIdentities()
    }
    report.absentMembers = mapping.absentMembers.sorted()
    report.unusedColumns = mapping.unusedColumns
    report.otherRows = try mapping.otherRows()
    return (report, entities)
  }

  func copy(_ entity: String, in transaction: SyncTransaction) throws(SyncError) -> ImportStep {
    var entry = try progress.entry(of: entity)
    guard !entry.isComplete, let table = mapping.tables.first(where: { $0.entity.name == entity })
    else { return ImportStep() }
    let batch = try ImportBatch(mapping, table, after: entry.last)
    var step = ImportStep()
    step.unreadValues = batch.unreadValues
    step.isLast = batch.isLast
    if !batch.rows.isEmpty {
      let json = Data(JSONValue.array(batch.rows).json.utf8)
      step.report = try transaction.applyImported(json, to: entity, in: plan)
    }
    entry.last = batch.last
    entry.isComplete = batch.isLast
    try progress.note(entry, of: entity)
    return step
  }
}

extension SyncTransaction {
  /// Applies rows of a schema with the tables of the store's schema.
  fileprivate func applyImported(
    _ json: Data, to entity: String, in plan: SchemaPlan
  ) throws(SyncError) -> ApplyReport {
    let connection = try session().connection
    guard let entity = plan.entity(entity) else {
      throw .unknownEntity(entity, known: plan.entityNames)
    }
    hasForeignRows = true
    // A first fill drops indexes, which SQLite refuses while a statement is reading.
    connection.resetStatements()
    let call = try ApplyCall(plan, entity, ApplyOptions(), on: connection)
    call.toleratesRejections = true
    defer { call.close() }
    return try call.run([DataStream(json)])
  }
}
