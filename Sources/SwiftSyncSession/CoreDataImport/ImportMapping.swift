@_spi(Generated) import SwiftSyncStore

/// The columns of a file that correspond to the members of the schema.
struct ImportMapping {
  let file: CoreDataFile
  let store: CoreDataStore
  let schema: SchemaMetadata
  /// The tables, in an order in which the rows of references with a foreign key are stored first.
  private(set) var tables: [ImportedTable] = []
  var absentMembers: [String] = []
  /// The columns with a member in the schema, by table.
  var used: [String: Set<String>] = [:]
  /// The tables of many-to-many relationships with a list in the schema.
  var usedJoins: Set<String> = []
  /// The entities of the file, by the entities of the schema.
  private(set) var sources: [String: CoreDataFile.Entity] = [:]
  /// The values of `Z_ENT` in the rows of an entity, by the number of the entity.
  private(set) var numbers: [Int64: [Int64]] = [:]
  /// The columns that members of the schema use by their own names, by table.
  private var claimed: [String: Set<String>] = [:]

  init(_ file: CoreDataFile, _ store: CoreDataStore, _ schema: SchemaMetadata) throws(SyncError) {
    self.file = file
    self.store = store
    self.schema = schema
    try checkNames()
    try checkCurrencies()
    sources = try findSources()
    numbers = findNumbers()
    if sources.isEmpty {
      throw file.failure("it has none of the schema's entities; pass their names as 'names'")
    }
    for entity in Self.ordered(schema.entities) {
      guard let source = sources[entity.name] else {
        absentMembers.append(entity.name)
        continue
      }
      claim(entity, file.table(of: source))
    }
    for entity in Self.ordered(schema.entities) {
      guard let source = sources[entity.name] else { continue }
      try add(entity, source)
    }
  }

  // MARK: Names

  private func checkNames() throws(SyncError) {
    for name in Array(store.names.keys).sorted() + (store.externalStorage ?? []).sorted() {
      let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
      let entity = schema.entities.first { $0.name == parts.first }
      let isKnown =
        parts.count == 1
        ? entity != nil : entity.map { Self.members(of: $0).contains(parts[1]) } ?? false
      guard isKnown else { throw .invalidOption("the schema has no '\(name)'") }
    }
  }

  /// The names of the members of an entity, as in `names`.
  private static func members(of entity: EntityMetadata) -> [String] {
    entity.attributes.flatMap { [$0.name] + parts(of: $0) } + entity.relations.map(\.name)
      + entity.taggedReferences.map(\.name)
  }

  private func findSources() throws(SyncError) -> [String: CoreDataFile.Entity] {
    var sources: [String: CoreDataFile.Entity] = [:]
    for entity in schema.entities {
      let name = store.names[entity.name] ?? entity.name
      if let source = file.entity(named: name), file.columns[file.table(of: source)] != nil {
        sources[entity.name] = source
      } else if store.names[entity.name] != nil {
        throw file.failure(
          "it has no entity '\(name)', the name that 'names' gives for '\(entity.name)'")
      }
    }
    return sources
  }

  private mutating func claim(_ entity: EntityMetadata, _ table: String) {
    for name in Self.members(of: entity) {
      claimed[table, default: []].insert(columnName(name, entity))
    }
  }

  private func columnName(_ member: String, _ entity: EntityMetadata) -> String {
    let name = store.names["\(entity.name).\(member)"] ?? member.filter { $0 != "." }
    return "Z" + name.uppercased()
  }

  /// Whether the table of an entity has a column for a member.
  func hasColumn(
    _ member: String, _ entity: EntityMetadata, _ source: CoreDataFile.Entity
  ) -> Bool {
    file.columns[file.table(of: source)]?.contains(columnName(member, entity)) == true
  }

  /// The column of a member; `nil` if there is none.
  ///
  /// Members with the same name of several entities in one table are distinguished by numbers, in
  /// an order that the file does not state.
  mutating func column(
    _ member: String, _ entity: EntityMetadata, _ source: CoreDataFile.Entity
  ) throws(SyncError) -> String? {
    let key = "\(entity.name).\(member)"
    let stated = store.names[key]
    let table = file.table(of: source)
    let column = columnName(member, entity)
    let columns = file.columns[table] ?? []
    guard columns.contains(column) else {
      guard stated != nil else { return nil }
      throw file.failure(
        "table '\(table)' has no column '\(column)', the name that 'names' gives for '\(key)'")
    }
    if stated == nil, file.sharesTable(source) {
      let others = columns.filter { isNumbered($0, column) && claimed[table]?.contains($0) != true }
      if let other = others.min() {
        throw file.failure(
          "'\(key)' may be column '\(column)' or '\(other)' of table '\(table)'; specify which, "
            + "e.g. "
            + "names: [\"\(key)\": \"\(other.dropFirst().lowercased())\"]")
      }
    }
    used[table, default: []].insert(column)
    return column
  }

  private func isNumbered(_ column: String, _ base: String) -> Bool {
    guard column.hasPrefix(base), column.count > base.count else { return false }
    return column.dropFirst(base.count).allSatisfy(\.isNumber)
  }

  /// Records that the file does not have a member, or throws if the member is required.
  ///
  /// - Parameter remedy: What else the app can pass, for the message.
  mutating func noteAbsent(
    _ member: String, isRequired: Bool, _ table: ImportedTable, _ remedy: String = ""
  ) throws(SyncError) {
    let key = "\(table.entity.name).\(member)"
    guard isRequired else { return absentMembers.append(key) }
    throw file.failure(
      "'\(key)' is required, but table '\(table.table)' has no column "
        + "'\(columnName(member, table.entity))' that could hold it; state what the Core Data model "
        + "calls it: names: [\"\(key)\": \"…\"]\(remedy)")
  }

  // MARK: Entities

  private mutating func add(
    _ entity: EntityMetadata, _ source: CoreDataFile.Entity
  ) throws(SyncError) {
    var table = ImportedTable(
      entity: entity, source: source, table: file.table(of: source),
      numbers: numbers[source.number] ?? [])
    table.ownIdentity = try ownIdentity(of: entity, source)
    table.identity = try target(entity.name)?.parts ?? []
    for relation in entity.relations { try add(relation, to: &table) }
    for reference in entity.taggedReferences { try add(reference, to: &table) }
    for attribute in entity.attributes where !table.relationColumns.contains(attribute.column) {
      try add(attribute, to: &table)
    }
    tables.append(table)
  }

  /// If the schema does not have a subentity, its rows are rows of its nearest ancestor in the
  /// schema.
  private func findNumbers() -> [Int64: [Int64]] {
    let mapped = Set(sources.values.map(\.number))
    var numbers: [Int64: [Int64]] = [:]
    for entity in file.sorted {
      let owner = file.lineage(of: entity).first { mapped.contains($0.number) }
      if let owner { numbers[owner.number, default: []].append(entity.number) }
    }
    return numbers
  }

  /// The identity that is derived from the row's key, since no column contains it.
  mutating func ownIdentity(
    of entity: EntityMetadata, _ source: CoreDataFile.Entity
  ) throws(SyncError) -> ImportedTable.Part? {
    guard entity.identity.count == 1,
      let attribute = entity.attributes.first(where: { $0.column == entity.identity[0] }),
      try column(attribute.name, entity, source) == nil
    else { return nil }
    switch attribute.type {
    case .int: return .key
    case .uuid: return .keyUUID(table: file.table(of: source))
    default: return nil
    }
  }

  private mutating func add(
    _ attribute: AttributeMetadata, to table: inout ImportedTable
  ) throws(SyncError) {
    let entity = table.entity
    let isIdentity = entity.identity.contains(attribute.column)
    if isIdentity, table.ownIdentity != nil { return }
    if attribute.isAmount { return try add(amount: attribute, to: &table) }
    guard let column = try column(attribute.name, entity, table.source) else {
      return try noteAbsent(attribute.name, isRequired: isIdentity || attribute.needsValue, table)
    }
    let key = "\(entity.name).\(attribute.name)"
    table.members.append(
      ImportedTable.Member(
        name: attribute.name, column: column, keys: [attribute.name],
        content: .value(
          attribute.type.asStored, isExternal: store.externalStorage?.contains(key) == true)))
  }

  // MARK: The order

  private static func ordered(_ entities: [EntityMetadata]) -> [EntityMetadata] {
    var pending = entities
    var done: Set<String> = []
    var result: [EntityMetadata] = []
    while !pending.isEmpty {
      let next = pending.firstIndex { isReady($0, done) } ?? 0
      let entity = pending.remove(at: next)
      done.insert(entity.name)
      result.append(entity)
    }
    return result
  }

  private static func isReady(_ entity: EntityMetadata, _ done: Set<String>) -> Bool {
    entity.relations.allSatisfy { relation in
      guard case .toOne(let reference) = relation.kind, reference.hasForeignKey else { return true }
      return relation.target == entity.name || done.contains(relation.target)
    }
  }
}

extension AttributeMetadata {
  /// Whether each row needs a value in the file.
  var needsValue: Bool { !field.isOptional && defaultValues.isEmpty }
}
