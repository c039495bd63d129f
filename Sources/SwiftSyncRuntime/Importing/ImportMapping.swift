@_spi(Generated) import SwiftSyncREST

/// Which columns of a file hold what the schema has.
struct ImportMapping {
  let file: CoreDataFile
  let store: CoreDataStore
  let schema: SchemaMetadata
  /// In an order in which enforced references lead to rows that are there.
  private(set) var tables: [ImportedTable] = []
  var absentMembers: [String] = []
  /// By table, the columns that the schema has members for.
  var used: [String: Set<String>] = [:]
  /// By table, the columns that members of the schema have by their own names.
  private var claimed: [String: Set<String>] = [:]

  /// - Parameter schema: As `forImporting` gives it.
  init(_ file: CoreDataFile, _ store: CoreDataStore, _ schema: SchemaMetadata) throws(SyncError) {
    self.file = file
    self.store = store
    self.schema = schema
    try checkNames()
    let sources = try sources()
    if sources.isEmpty {
      throw file.failure("it has none of the schema's entities; state their names with 'names'")
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
      try add(entity, source, Set(sources.values.map(\.number)))
    }
  }

  // MARK: Names

  private func checkNames() throws(SyncError) {
    for name in Array(store.names.keys).sorted() + (store.externalStorage ?? []).sorted() {
      let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
      let entity = schema.entities.first { $0.name == parts.first }
      let isKnown =
        parts.count == 1
        ? entity != nil
        : entity?.attributes.contains { $0.name == parts[1] } == true
          || entity?.relations.contains { $0.name == parts[1] } == true
      guard isKnown else { throw .invalidOption("the schema has no '\(name)'") }
    }
  }

  private func sources() throws(SyncError) -> [String: CoreDataFile.Entity] {
    var sources: [String: CoreDataFile.Entity] = [:]
    for entity in schema.entities {
      let name = store.names[entity.name] ?? entity.name
      if let source = file.entity(named: name), file.columns[file.table(of: source)] != nil {
        sources[entity.name] = source
      } else if store.names[entity.name] != nil {
        throw file.failure("it has no entity '\(name)', which 'names' states for '\(entity.name)'")
      }
    }
    return sources
  }

  private mutating func claim(_ entity: EntityMetadata, _ table: String) {
    let names = entity.attributes.map(\.name) + entity.relations.map(\.name)
    for name in names {
      let known = store.names["\(entity.name).\(name)"] ?? name
      claimed[table, default: []].insert("Z" + known.uppercased())
    }
  }

  /// The column of a member, `nil` if there is none.
  ///
  /// Members of the same name that several entities of one table have are told apart by numbers, in an order that the file
  /// does not state.
  mutating func column(
    _ member: String, _ entity: EntityMetadata, _ source: CoreDataFile.Entity
  ) throws(SyncError) -> String? {
    let key = "\(entity.name).\(member)"
    let stated = store.names[key]
    let table = file.table(of: source)
    let column = "Z" + (stated ?? member).uppercased()
    let columns = file.columns[table] ?? []
    guard columns.contains(column) else {
      guard stated != nil else { return nil }
      throw file.failure(
        "table '\(table)' has no column '\(column)', which 'names' states for '\(key)'")
    }
    if stated == nil, file.sharesTable(source) {
      let others = columns.filter { isNumbered($0, column) && claimed[table]?.contains($0) != true }
      if let other = others.min() {
        throw file.failure(
          "'\(key)' may be column '\(column)' or '\(other)' of table '\(table)'; state which, e.g. "
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

  func missing(
    _ member: String, _ entity: EntityMetadata, _ source: CoreDataFile.Entity
  ) -> SyncError {
    let column = "Z\(member.uppercased())"
    return file.failure(
      "'\(entity.name).\(member)' is required, but table '\(file.table(of: source))' has no column "
        + "'\(column)' that could hold it; state what the Core Data model calls it: "
        + "names: [\"\(entity.name).\(member)\": \"…\"]")
  }

  // MARK: Entities

  private mutating func add(
    _ entity: EntityMetadata, _ source: CoreDataFile.Entity, _ mapped: Set<Int64>
  ) throws(SyncError) {
    // Rows of a subentity that the schema does not have are rows of its nearest parent there.
    let numbers = file.sorted.filter { other in
      file.lineage(of: other).first { mapped.contains($0.number) }?.number == source.number
    }
    var table = ImportedTable(
      entity: entity, source: source, table: file.table(of: source), numbers: numbers.map(\.number))
    table.ownIdentity = try ownIdentity(of: entity, source)
    for attribute in entity.attributes { try add(attribute, to: &table) }
    for relation in entity.relations { try add(relation, to: &table) }
    tables.append(table)
  }

  /// The identity that is made of the row's key, as no column has it.
  mutating func ownIdentity(
    of entity: EntityMetadata, _ source: CoreDataFile.Entity
  ) throws(SyncError) -> ImportedTable.Identity? {
    guard entity.identity.count == 1,
      let attribute = entity.attributes.first(where: { $0.column == entity.identity[0] }),
      try column(attribute.name, entity, source) == nil
    else { return nil }
    switch attribute.type {
    case .int: return .key
    case .uuid: return .keyUUID
    default: return nil
    }
  }

  private mutating func add(
    _ attribute: AttributeMetadata, to table: inout ImportedTable
  ) throws(SyncError) {
    let entity = table.entity
    let isIdentity = entity.identity.contains(attribute.column)
    if isIdentity, table.ownIdentity != nil { return }
    let found = attribute.isAmount ? nil : try column(attribute.name, entity, table.source)
    guard let column = found else {
      if isIdentity || !attribute.isOptional && attribute.defaultValues.isEmpty {
        throw missing(attribute.name, entity, table.source)
      }
      absentMembers.append("\(entity.name).\(attribute.name)")
      return
    }
    let key = "\(entity.name).\(attribute.name)"
    table.members.append(
      ImportedTable.Member(
        name: attribute.name, column: column, type: attribute.type,
        isExternal: store.externalStorage?.contains(key) == true))
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
      guard case .toOne(let reference) = relation.kind, reference.isEnforced else { return true }
      return relation.target == entity.name || done.contains(relation.target)
    }
  }
}
