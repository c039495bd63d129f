@_spi(Generated) public import SwiftSyncStore

/// Checks payloads against a schema, for contract tests of backends.
///
/// The rows are applied to an empty in-memory database, by the same rules as in an app. References
/// may refer to rows that are not in the payload.
public struct PayloadChecker: Sendable {
  private let metadata: SchemaMetadata
  private let cases: EnumCases

  /// Creates a checker for a generated schema.
  public init(_ schema: (some StoreSchema).Type) {
    self.init(schema.metadata)
  }

  /// Creates a checker for a schema that is known at run time.
  ///
  /// - Parameter cases: The values of enums that keep unknown values, for warnings about
  ///   unknown values: by entity and attribute, and by type without a table and the key of the
  ///   field in the stored text. Metadata does not contain them, because apps do not need them.
  @_spi(Generated)
  public init(_ metadata: SchemaMetadata, cases: [String: [String: Set<String>]] = [:]) {
    self.metadata = metadata.withoutEnforcement
    self.cases = cases
  }

  /// Checks a payload.
  ///
  /// - Parameters:
  ///   - payload: The payload.
  ///   - entity: The rows' entity.
  ///   - root: The path of the rows: the keys, outermost first, separated by dots (A21).
  ///   - keyedBy: The attribute whose values are the keys of an object that contains the rows: the
  ///     identity.
  ///   - isItem: Whether the payload must be one object.
  /// - Throws: `SyncError.invalidPayload` if it is malformed JSON (A22) or has no rows at the
  ///   expected place.
  public func check(
    _ payload: PayloadSource, as entity: String, root: String? = nil, keyedBy: String? = nil,
    isItem: Bool = false
  ) async throws(SyncError) -> Report {
    try await check(
      payload, as: .entity(entity), Self.options(root: root, keyedBy: keyedBy, isItem: isItem))
  }

  /// Checks the rows of one parent, which need not refer to it (A9).
  @_spi(Generated)
  public func check(
    _ payload: PayloadSource, as entity: String, root: String? = nil, keyedBy: String? = nil,
    isItem: Bool = false, scope: ApplyOptions.Scope?
  ) async throws(SyncError) -> Report {
    var options = Self.options(root: root, keyedBy: keyedBy, isItem: isItem)
    options.scope = scope
    var report = try await check(payload, as: .entity(entity), options)
    let stated = keys(of: scope, entity)
    report.absentKeys.removeAll { stated.contains($0) }
    return report
  }

  /// The keys that would refer to the parent that a scope states.
  private func keys(of scope: ApplyOptions.Scope?, _ entity: String) -> [String] {
    guard case .parent(let name, _) = scope,
      let relation = metadata.entities.first(where: { $0.name == entity })?.relations
        .first(where: { $0.name == name })
    else { return [] }
    return relation.ids + relation.objects
  }

  private static func options(root: String?, keyedBy: String?, isItem: Bool) -> ApplyOptions {
    var options = ApplyOptions()
    options.root = root
    options.keyedBy = keyedBy
    options.isItem = isItem
    return options
  }

  /// Checks a payload that is a document.
  ///
  /// - Parameters:
  ///   - payload: The payload.
  ///   - document: The type of the document, whose paths begin with the keys of its lists.
  /// - Throws: `SyncError.invalidPayload` if it is malformed JSON (A22) or not a document of this type.
  public func check<Document: SyncedDocument>(
    _ payload: PayloadSource, as document: Document.Type
  ) async throws(SyncError) -> Report {
    try await check(payload, asDocument: Document.documentName)
  }

  /// Checks a payload that is a document whose name is given at run time.
  @_spi(Generated)
  public func check(
    _ payload: PayloadSource, asDocument document: String
  ) async throws(SyncError) -> Report {
    try await check(payload, as: .document(document), ApplyOptions())
  }

  /// Deeply nested payloads need much stack, so the check runs on a separate thread.
  private func check(
    _ payload: PayloadSource, as target: SyncTarget, _ options: ApplyOptions
  ) async throws(SyncError) -> Report {
    let thread = try await SerialThread.start(named: "SwiftSync check") { [metadata, cases] in
      PayloadCheckCall(metadata, cases, options)
    }
    return try await thread.run { (call) throws(SyncError) in try call.run(payload, as: target) }
  }
}

/// The values of enums, as text, by entity and attribute, or by type without a table and the key of
/// its field in the stored text. Entities and types have different names.
typealias EnumCases = [String: [String: Set<String>]]

/// One check, from its empty database to its report.
private final class PayloadCheckCall {
  private let schema: SchemaPlan
  private let cases: EnumCases
  private let options: ApplyOptions

  init(_ metadata: SchemaMetadata, _ cases: EnumCases, _ options: ApplyOptions) {
    schema = SchemaPlan(metadata)
    self.cases = cases
    self.options = options
  }

  func run(
    _ payload: PayloadSource, as target: SyncTarget
  ) throws(SyncError) -> PayloadChecker.Report {
    let target = try schema.target(target)
    let streams = try payload.streams
    let connection = try Connection(path: ":memory:", mode: .readWrite)
    try DatabaseSetup.prepare(connection, at: ":memory:", for: schema.metadata)
    try connection.execute("PRAGMA foreign_keys = OFF")
    let inspector = PayloadInspector(schema, target, cases)
    let call = try ApplyCall(schema, target, options, on: connection)
    call.parser.inspector = inspector
    let outcome = try connection.writeTransaction {
      () throws(SyncError) -> (ApplyReport, Connection.Ending) in
      (try self.outcome(of: call, streams), .rollback)
    }
    var report = inspector.report(
      unknown: outcome.unknownKeys, suggestions: outcome.suggestedKeys)
    report.rows = call.state.topRows.count
    report.rejectedCount = outcome.rejectedCount
    report.rejected = outcome.rejected
    report.invalidValues = outcome.invalidValues
    return report
  }

  /// A payload whose rows are all rejected has a normal report.
  private func outcome(
    of call: ApplyCall, _ streams: [any ByteStream]
  ) throws(SyncError) -> ApplyReport {
    do {
      return try call.run(streams)
    } catch .refused(.everyRowRejected, let report) {
      return report
    }
  }
}

extension SchemaMetadata {
  /// The schema with all references soft.
  fileprivate var withoutEnforcement: SchemaMetadata {
    SchemaMetadata(
      name: name, version: version, fingerprint: fingerprint,
      entities: entities.map(\.withoutEnforcement), joinTables: joinTables, documents: documents,
      strict: isStrict, adoption: adoption, triggerFormat: 0, tables: tables, triggers: triggers)
  }
}

extension EntityMetadata {
  fileprivate var withoutEnforcement: EntityMetadata {
    EntityMetadata(
      name: name, remoteName: remoteName, resourceType: resourceType, table: table,
      columns: columns,
      attributes: attributes,
      relations: relations.map(\.withoutEnforcement), taggedReferences: taggedReferences,
      ignoredKeys: ignoredKeys,
      identity: identity, uniques: uniques,
      sync: sync)
  }
}

extension RelationMetadata {
  fileprivate var withoutEnforcement: RelationMetadata {
    guard case .toOne(let reference) = kind, reference.hasForeignKey else { return self }
    let soft = Reference(
      reference.type, column: reference.column, optional: reference.isOptional,
      oneToOne: reference.isOneToOne, position: reference.positionColumn, parts: reference.parts)
    return RelationMetadata(
      name, to: target, .toOne(soft), inverse: inverse, ids: ids, objects: objects,
      direction: direction, onDelete: onDelete, nesting: nesting, linkage: linkage)
  }
}
