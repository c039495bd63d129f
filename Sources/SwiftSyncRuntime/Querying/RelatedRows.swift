@_spi(Generated) import SwiftSyncREST

/// The rows that a relation of a row leads to.
struct RelatedRows<Target: SyncedEntity>: Sendable {
  private let source: any SyncedEntity
  private let relation: Int

  init(_ source: any SyncedEntity, _ relation: Int) {
    self.source = source
    self.relation = relation
  }

  func rows(in store: SyncStore, _ softDeleted: SoftDeleted) async throws(SyncError) -> [Target] {
    let schema = store.metadata
    return try await store.readRows(long: Target.metadata.nestsDeeply) {
      (connection) throws(SyncError) in
      try rows(on: connection, schema, softDeleted)
    }
  }

  func rows(
    on connection: Connection, _ schema: SchemaMetadata, _ softDeleted: SoftDeleted
  ) throws(SyncError) -> [Target] {
    let key = try source.linkValue(of: relation)
    if key == .null { return [] }
    let metadata = type(of: source).metadata
    let sql = RelatedSQL(schema, metadata, metadata.relations[relation], Target.metadata)
    let statement = try connection.statement(try sql.rows(softDeleted))
    statement.bind([key])
    return try statement.rows(of: Target.self)
  }
}

extension SyncedEntity {
  /// The value by which a relation's rows are found: the reference, or else the row's identity.
  fileprivate func linkValue(of relation: Int) throws(SyncError) -> StoredValue {
    let metadata = Self.metadata
    guard case .toOne(let reference) = metadata.relations[relation].kind else {
      return .key(identity.storedValues(in: metadata))
    }
    var row = RowWriter(metadata)
    write(to: &row)
    if let problem = row.problem { throw problem }
    return .key(reference.storedColumns.map { row.values[$0] ?? .null })
  }
}

extension StoredValue {
  /// What names a row: its identity, or several parts as a JSON array; null if a part is.
  static func key(_ parts: [StoredValue]) -> StoredValue {
    if parts.count == 1 { return parts[0] }
    return ListText.json(of: parts).map { .text($0) } ?? .null
  }
}

/// The statement for the rows that a relation leads to; parameter 1 is the value that links them.
struct RelatedSQL {
  private let schema: SchemaMetadata
  private let source: EntityMetadata
  private let relation: RelationMetadata
  private let target: EntityMetadata
  private let table: String

  init(
    _ schema: SchemaMetadata, _ source: EntityMetadata, _ relation: RelationMetadata,
    _ target: EntityMetadata
  ) {
    self.schema = schema
    self.source = source
    self.relation = relation
    self.target = target
    table = quoted(target.table)
  }

  func rows(_ softDeleted: SoftDeleted) throws(SyncError) -> String {
    let marks = target.condition(for: softDeleted, as: table).map { " AND \($0)" } ?? ""
    switch relation.kind {
    case .toOne:
      let condition = key(of: target.identity).isEqual(to: "?1", "\(table).")
      return "\(select) FROM \(table) WHERE \(condition)\(marks)"
    case .toOneInverse, .toMany:
      if let tagged = target.taggedColumn(back: relation, to: source) {
        let condition = tagged.isEqual(to: "?1", "\(table).")
        return "\(select) FROM \(table) WHERE \(condition)\(marks)\(order(ofList: relation))"
      }
      let reference = try target.reference(back: relation, to: source)
      let order = childOrder(reference)
      let condition = key(of: reference.storedColumns).isEqual(to: "?1", "\(table).")
      return "\(select) FROM \(table) WHERE \(condition)\(marks)\(order)"
    case .manyToMany(let name, let side, let ordering):
      guard let join = schema.joinTables.first(where: { $0.name == name }) else {
        throw .unknownRelation(relation.name, entity: source.name)
      }
      return try members(join, side, ordering) + marks + memberOrder(join, side, ordering)
    }
  }

  /// The join table is called `swiftsync_join`, as no table of a schema is.
  private func members(
    _ join: JoinTableMetadata, _ side: JoinTableMetadata.Side, _: RelationMetadata.Ordering
  ) throws(SyncError) -> String {
    let own = join.column(side)
    let other = join.column(side == .left ? .right : .left)
    // A soft-deleted row of the join entity is not a membership.
    let through = try join.through.map { (name) throws(SyncError) in try schema.entity(named: name)
    }
    let marks =
      through?.condition(for: .exclude, as: "swiftsync_join").map { " AND \($0)" } ?? ""
    return "\(select) FROM \(quoted(join.name)) AS swiftsync_join JOIN \(table) "
      + "ON \(isMember(other)) "
      + "WHERE \(own.isEqual(to: "?1", "swiftsync_join."))\(marks)"
  }

  /// The condition under which a row of the target is the one that a column of the join table names.
  private func isMember(_ other: ColumnMetadata) -> String {
    guard let parts = other.composite else {
      return "\(column(target.identity[0])) = swiftsync_join.\(quoted(other.name))"
    }
    let identity = CompositeColumn(target.identity, of: target)
    return "\(identity.tuple("\(table).")) = \(parts.tuple("swiftsync_join."))"
  }

  private func key(of columns: [Int]) -> ColumnMetadata { target.key(of: columns) }

  private func memberOrder(
    _ join: JoinTableMetadata, _ side: JoinTableMetadata.Side,
    _ ordering: RelationMetadata.Ordering
  ) -> String {
    if side == .left, let position = join.positionColumn {
      return order(by: "swiftsync_join.\(quoted(position))")
    }
    return order(by: attribute(ordering))
  }

  private func childOrder(_ reference: RelationMetadata.Reference) -> String {
    guard case .toMany(let ordering) = relation.kind else { return "" }
    return order(by: reference.positionColumn.map(column) ?? attribute(ordering))
  }

  private func order(ofList relation: RelationMetadata) -> String {
    guard case .toMany(let ordering) = relation.kind else { return "" }
    return order(by: attribute(ordering))
  }

  /// What has no place comes last, and equal places by identity.
  private func order(by place: String?) -> String {
    let identity = target.identityList(as: table)
    guard let place else { return " ORDER BY \(identity)" }
    return " ORDER BY \(place) IS NULL, \(place), \(identity)"
  }

  private func attribute(_ ordering: RelationMetadata.Ordering) -> String? {
    guard case .attribute(let name) = ordering else { return nil }
    return target.attributes.first { $0.name == name }.map { column($0.column) }
  }

  private func column(_ index: Int) -> String { "\(table).\(quoted(target.columns[index].name))" }

  private var select: String { "SELECT \(target.columnList(as: table))" }
}

extension SchemaMetadata {
  func entity(named name: String) throws(SyncError) -> EntityMetadata {
    guard let entity = entities.first(where: { $0.name == name }) else {
      throw .unknownEntity(name, known: entities.map(\.name))
    }
    return entity
  }
}

extension EntityMetadata {
  /// The column that holds an identity, or stands for the columns of several parts.
  func key(of columns: [Int]) -> ColumnMetadata {
    guard columns.count > 1 else { return self.columns[columns[0]] }
    return ColumnMetadata(
      "", composite: CompositeColumn(columns, of: self), required: true)
  }

  /// The reference of this entity through which a relation of another one leads here.
  func reference(
    back relation: RelationMetadata, to other: EntityMetadata
  ) throws(SyncError) -> RelationMetadata.Reference {
    for own in relations where own.name == relation.inverse && own.target == other.name {
      if case .toOne(let reference) = own.kind { return reference }
    }
    throw .unknownRelation(relation.inverse ?? relation.name, entity: name)
  }

  /// The column of a relation to one of several entities, as far as it leads to `other`, through which a list of
  /// that one has its rows.
  func taggedColumn(
    back relation: RelationMetadata, to other: EntityMetadata
  ) -> ColumnMetadata? {
    guard let reference = taggedReferences.first(where: { $0.name == relation.inverse }) else {
      return nil
    }
    return withTaggedReferences(in: [self, other]).columns.first {
      $0.name == reference.partName(other.name)
    }
  }

  /// The condition under which a row of the table, by its name in a statement, is asked for;
  /// `nil` for every row.
  func condition(for softDeleted: SoftDeleted, as alias: String) -> String? {
    let marks = self.marks(as: alias)
    switch softDeleted {
    case .include: return nil
    case .exclude: return marks.isEmpty ? nil : marks.map(\.absent).joined(separator: " AND ")
    case .only:
      return marks.isEmpty ? "FALSE" : "(\(marks.map(\.present).joined(separator: " OR ")))"
    }
  }

  private func marks(as alias: String) -> [(absent: String, present: String)] {
    var marks: [(absent: String, present: String)] = []
    if let mark = softDeletion("\(alias).") { marks.append(mark) }
    if let flag = sync.archiveFlag {
      let column = columns[attributes[flag].column]
      let name = "\(alias).\(quoted(column.name))"
      marks.append((column.isRequired ? "\(name) = 0" : "\(name) IS NOT 1", "\(name) = 1"))
    }
    return marks
  }
}

/// A to-one relation of a row. Call it to fetch the related row: `try await task.project(in: store)`.
public struct ToOne<Target: SyncedEntity>: Sendable {
  private let link: RelatedRows<Target>

  /// Generated code makes it.
  @_spi(Generated)
  public init(_ source: any SyncedEntity, _ relation: Int) {
    link = RelatedRows(source, relation)
  }

  /// Returns the related row, or `nil` if there is none or it is not stored.
  ///
  /// - Parameters:
  ///   - store: The store of the row.
  ///   - softDeleted: Whether a soft-deleted row is included.
  public func callAsFunction(
    in store: SyncStore, softDeleted: SoftDeleted = .exclude
  ) async throws(SyncError) -> Target? {
    try await link.rows(in: store, softDeleted).first
  }
}

/// A to-many relation of a row. Call it to fetch the related rows: `try await project.tasks(in: store)`.
public struct ToMany<Target: SyncedEntity>: Sendable {
  private let link: RelatedRows<Target>

  /// Generated code makes it.
  @_spi(Generated)
  public init(_ source: any SyncedEntity, _ relation: Int) {
    link = RelatedRows(source, relation)
  }

  /// Returns the related rows that are stored, in the order of the list, or by identity if it has no order.
  ///
  /// - Parameters:
  ///   - store: The store of the row.
  ///   - softDeleted: Whether soft-deleted rows are included.
  public func callAsFunction(
    in store: SyncStore, softDeleted: SoftDeleted = .exclude
  ) async throws(SyncError) -> [Target] {
    try await link.rows(in: store, softDeleted)
  }
}
