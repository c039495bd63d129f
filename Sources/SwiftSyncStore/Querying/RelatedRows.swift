@_spi(Generated) import SwiftSyncCoding

/// The target rows of a relationship.
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
    let statement = try connection.statement(
      RelatedSource.rows(
        of: metadata.relations[relation], from: metadata, to: Target.metadata, in: schema,
        softDeleted))
    statement.bind([key])
    return try statement.rows(of: Target.self)
  }

  /// The identities of the rows in the list, including those of a many-to-many list whose rows are
  /// not stored.
  func ids(
    on connection: Connection, _ schema: SchemaMetadata
  ) throws(SyncError) -> [Target.Identity] {
    let key = try source.linkValue(of: relation)
    if key == .null { return [] }
    let statement = try connection.statement(
      RelatedSource.ids(
        of: type(of: source).metadata.relations[relation], from: type(of: source).metadata,
        to: Target.metadata, in: schema))
    defer { statement.reset() }
    statement.bind([key])
    var ids: [Target.Identity] = []
    while try statement.step() {
      let parts = Target.metadata.identity.indices.map { statement.value(Int32($0)).stored }
      ids.append(try Target.identity(parts))
    }
    return ids
  }
}

extension SyncedEntity {
  /// The value that links a relationship's rows: the reference, or otherwise the row's identity.
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
  /// The key of a row: its identity, with several parts as a JSON array; null if a part is null.
  static func key(_ parts: [StoredValue]) -> StoredValue {
    if parts.count == 1 { return parts[0] }
    return ListText.json(of: parts).map { .text($0) } ?? .null
  }
}

/// The parts of statements that find the rows of a relationship.
struct RelatedSource {
  /// The tables.
  let from: String
  /// The columns with the parts of the owner's identity.
  let owner: [String]
  /// The columns with the parts of the rows' identities.
  let members: [String]
  /// Additional conditions that the rows must meet.
  private(set) var conditions: [String]
  /// The order of the list. Rows without a position come last, and equal positions are sorted by
  /// identity.
  let order: String
  /// The positions of the source's columns that `owner` equals.
  let link: [Int]

  /// - Parameters:
  ///   - alias: The quoted name of the target's table in the statement.
  ///   - join: The name of a join table.
  ///   - isWhole: Whether a many-to-many list includes members whose rows are not stored.
  init(
    _ schema: SchemaMetadata, _ source: EntityMetadata, _ relation: RelationMetadata,
    _ target: EntityMetadata, as alias: String, join: String = "swiftsync_join",
    _ softDeleted: SoftDeleted, whole isWhole: Bool = false
  ) throws(SyncError) {
    let places = Places(target: target, alias: alias)
    conditions = target.condition(for: softDeleted, as: alias).map { [$0] } ?? []
    var link = source.identity
    let table = "\(quoted(target.table)) AS \(alias)"
    var joined: [String]?
    switch relation.kind {
    case .toOne(let reference):
      (from, owner, order) = (table, places.identity, places.order(by: nil))
      link = reference.storedColumns
    case .toOneInverse, .toMany:
      let ordering = relation.ordering
      from = table
      if let tagged = target.taggedColumn(back: relation, to: source)?.tagged {
        owner = ["\(alias).\(quoted(tagged.idName))"]
        conditions.insert("\(alias).\(quoted(tagged.tagName)) = \(quotedText(tagged.tag))", at: 0)
        order = places.order(by: places.attribute(ordering))
      } else {
        let reference = try target.reference(back: relation, to: source)
        owner = reference.storedColumns.map(places.column)
        order = places.order(
          by: relation.isList
            ? reference.positionColumn.map(places.column) ?? places.attribute(ordering) : nil)
      }
    case .manyToMany(let name, let side, let ordering):
      guard let table = schema.joinTables.first(where: { $0.name == name }) else {
        throw .unknownRelation(relation.name, entity: source.name)
      }
      let members = JoinedMembers(table, side, as: join)
      from = members.from(places, isWhole: isWhole)
      joined = members.others
      owner = members.owner
      conditions.insert(contentsOf: try members.conditions(in: schema), at: 0)
      order = places.order(by: members.position ?? places.attribute(ordering))
    }
    self.link = link
    self.members = joined ?? places.identity
  }

  /// The statement for the identities of the rows that belong to one row. Parameter 1 is the
  /// linking value.
  static func ids(
    of relation: RelationMetadata, from entity: EntityMetadata, to target: EntityMetadata,
    in schema: SchemaMetadata
  ) throws(SyncError) -> String {
    var choice = SoftDeleted.exclude
    // A soft-deleted row is still a member of a many-to-many list.
    if case .manyToMany = relation.kind { choice = .include }
    var source = try RelatedSource(
      schema, entity, relation, target, as: quoted(target.table), choice, whole: true)
    source.require(source.belongs(to: "?1"))
    let members = source.members.joined(separator: ", ")
    return "SELECT \(members) FROM \(source.from)\(source.suffix) "
      + "ORDER BY \(source.order), \(members)"
  }

  /// The statement for the rows that belong to one row. Parameter 1 is the linking value.
  static func rows(
    of relation: RelationMetadata, from entity: EntityMetadata, to target: EntityMetadata,
    in schema: SchemaMetadata, _ softDeleted: SoftDeleted
  ) throws(SyncError) -> String {
    let table = quoted(target.table)
    var source = try RelatedSource(schema, entity, relation, target, as: table, softDeleted)
    source.require(source.belongs(to: "?1"))
    return "SELECT \(target.columnList(as: table)) FROM \(source.from)\(source.suffix) "
      + "ORDER BY \(source.order)"
  }

  /// The condition that a row belongs to the row with a key. Several parts are a JSON array.
  func belongs(to value: String) -> String {
    if owner.count == 1 { return "\(owner[0]) = \(value)" }
    return owner.enumerated().map { "\($1) = json_extract(\(value), '$[\($0)]')" }
      .joined(separator: " AND ")
  }

  /// The condition that a row belongs to a row of a statement.
  func belongs(to entity: EntityMetadata, as alias: String) -> String {
    zip(owner, link).map { "\($0) = \(alias).\(quoted(entity.columns[$1].name))" }
      .joined(separator: " AND ")
  }

  mutating func require(_ condition: String) { conditions.append(condition) }

  /// The `WHERE` clause with all conditions, empty without conditions.
  var suffix: String {
    conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
  }
}

/// The columns of a table by its name in a statement.
private struct Places {
  let target: EntityMetadata
  let alias: String

  var identity: [String] { target.identity.map(column) }

  func column(_ index: Int) -> String { "\(alias).\(quoted(target.columns[index].name))" }

  func attribute(_ ordering: RelationMetadata.Ordering) -> String? {
    guard case .attribute(let name) = ordering else { return nil }
    return target.attributes.first { $0.name == name }.map { column($0.column) }
  }

  func order(by place: String?) -> String {
    let identity = target.identityList(as: alias)
    guard let place else { return identity }
    return "\(place) IS NULL, \(place), \(identity)"
  }
}

/// The rows that a join table links.
private struct JoinedMembers {
  private let table: JoinTableMetadata
  private let side: JoinTableMetadata.Side
  private let alias: String

  init(_ table: JoinTableMetadata, _ side: JoinTableMetadata.Side, as alias: String) {
    self.table = table
    self.side = side
    self.alias = alias
  }

  var owner: [String] { columns(of: side) }
  var others: [String] { columns(of: side == .left ? .right : .left) }

  func from(_ target: Places, isWhole: Bool) -> String {
    let isMember = zip(target.identity, others).map { "\($0) = \($1)" }
      .joined(separator: " AND ")
    return "\(quoted(table.name)) AS \(alias) \(isWhole ? "LEFT JOIN" : "JOIN") "
      + "\(quoted(target.target.table)) AS \(target.alias) ON \(isMember)"
  }

  /// A soft-deleted row of the join entity is not a membership.
  func conditions(in schema: SchemaMetadata) throws(SyncError) -> [String] {
    guard let name = table.through else { return [] }
    return try schema.entity(named: name).condition(for: .exclude, as: alias).map { [$0] } ?? []
  }

  /// The position in the list of the left side.
  var position: String? {
    side == .left ? table.positionColumn.map { "\(alias).\(quoted($0))" } : nil
  }

  private func columns(of side: JoinTableMetadata.Side) -> [String] {
    let names = side == .left ? table.leftColumns : table.rightColumns
    return names.map { "\(alias).\(quoted($0))" }
  }
}

extension RelationMetadata {
  /// The order of a list.
  fileprivate var ordering: Ordering {
    switch kind {
    case .toMany(let ordering): ordering
    case .manyToMany(_, _, let ordering): ordering
    case .toOne, .toOneInverse: .none
    }
  }

  fileprivate var isList: Bool {
    if case .toMany = kind { true } else { false }
  }
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
  /// The column that holds an identity, or represents the columns of several parts.
  func key(of columns: [Int]) -> ColumnMetadata {
    guard columns.count > 1 else { return self.columns[columns[0]] }
    return ColumnMetadata(
      "", composite: CompositeColumn(columns, of: self), required: true)
  }

  /// The reference of this entity that a relationship of another entity uses.
  func reference(
    back relation: RelationMetadata, to other: EntityMetadata
  ) throws(SyncError) -> RelationMetadata.Reference {
    for own in relations where own.name == relation.inverse && own.target == other.name {
      if case .toOne(let reference) = own.kind { return reference }
    }
    throw .unknownRelation(relation.inverse ?? relation.name, entity: name)
  }

  /// The column of a relationship to one of several entities, for the part whose target is `other`,
  /// through which a list of `other` gets its rows.
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

  /// The condition for the choice of soft-deleted rows, by the table's name in a statement; `nil`
  /// for every row.
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

/// A to-one relationship of a row. Call it to fetch the related row:
/// `try await task.project(in: store)`.
public struct ToOne<Target: SyncedEntity>: Sendable {
  private let link: RelatedRows<Target>

  /// Creates the relationship. Called by generated code.
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

/// A to-many relationship of a row. Call it to fetch the related rows:
/// `try await project.tasks(in: store)`.
public struct ToMany<Target: SyncedEntity>: Sendable {
  private let link: RelatedRows<Target>

  /// Creates the relationship. Called by generated code.
  @_spi(Generated)
  public init(_ source: any SyncedEntity, _ relation: Int) {
    link = RelatedRows(source, relation)
  }

  /// Returns the stored related rows, in the order of the list, or by identity if it has no order.
  ///
  /// - Parameters:
  ///   - store: The store of the row.
  ///   - softDeleted: Whether soft-deleted rows are included.
  public func callAsFunction(
    in store: SyncStore, softDeleted: SoftDeleted = .exclude
  ) async throws(SyncError) -> [Target] {
    try await link.rows(in: store, softDeleted)
  }

  /// Returns the identities of the related rows, in the order of the list, or by identity if it has
  /// no order.
  ///
  /// ```swift
  /// let ids = try await todo.labels.ids(in: store)
  /// ```
  ///
  /// In a many-to-many relationship, they are those that a push sends: also the identities of rows
  /// that are soft-deleted or not stored. In other relationships, they are those of the stored rows
  /// that are not soft-deleted.
  public func ids(in store: SyncStore) async throws(SyncError) -> [Target.Identity] {
    let schema = store.metadata
    return try await store.readRows { [link] (connection) throws(SyncError) in
      try link.ids(on: connection, schema)
    }
  }

  /// Returns the identities of the related rows, as a transaction or a reader sees them. See
  /// `ids(in:)`.
  public func ids(in reader: some StoreReading) throws(SyncError) -> [Target.Identity] {
    let source = try reader.source
    return try link.ids(on: source.connection, source.metadata)
  }
}
