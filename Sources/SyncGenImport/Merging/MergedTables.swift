import SwiftSyncValues
import SyncGenSchema

/// Keeps the join tables of a merge apart from tables of entities. A new entity gets another table.
/// Existing lines do not change, so a new relationship whose join table would have the name of an
/// existing table gets another name.
struct MergedTables {
  private var source: ImportedSchema
  private let match: SchemaMatch
  private let style: NameStyle
  private let namer: RemoteNamer
  /// The tables of the schema, in lower case, with what they contain.
  private var existing: [String: String] = [:]
  /// The positions of the new entities without a stated table, by their tables in lower case.
  private var new: [String: Int] = [:]
  private var isChanged = false

  /// Returns the source with other names, or `nil` if no names collide.
  static func separated(
    _ source: ImportedSchema, _ match: SchemaMatch, _ schema: Schema
  ) -> ImportedSchema? {
    var tables = MergedTables(source, match, schema)
    tables.separateEntities(from: schema)
    tables.separateLists()
    return tables.isChanged ? tables.source : nil
  }

  private init(_ source: ImportedSchema, _ match: SchemaMatch, _ schema: Schema) {
    (self.source, self.match) = (source, match)
    style = NameStyle(acronyms: schema.conventions.acronyms)
    namer = RemoteNamer(
      schema.conventions.remoteKeys, style, envelope: schema.conventions.envelope)
    for entity in schema.entities {
      existing[entity.table.name.lowercased()] = "the table of \(entity.name.name)"
    }
    for table in schema.joinTables where table.through == nil {
      existing[table.name.name.lowercased()] = "a join table"
    }
    for index in match.filledEntities() where match.model.entities[index].table == nil {
      new[SeparateTables.table(of: match.model.entities[index], style).lowercased()] = index
    }
  }

  // MARK: Entities

  /// Separates new entities from existing join tables.
  private mutating func separateEntities(from schema: Schema) {
    for table in schema.joinTables where table.through == nil {
      guard let id = table.left.relation, let index = new[table.name.name.lowercased()] else {
        continue
      }
      let owner = schema.entities[id.entity.index]
      let relation = owner.relations[id.index]
      separate(index, from: table.name.name, "\(owner.name.name).\(relation.name.name)")
    }
  }

  private mutating func separate(_ entity: Int, from table: String, _ relation: String) {
    let singular = style.snakeCase(match.model.entities[entity].name)
    let name = [singular, singular + "_rows"].first {
      existing[$0.lowercased()] == nil && new[$0.lowercased()] == nil
    }
    guard let name else { return }
    source.entities[entity].table = name
    source.entities[entity].notes.append(SeparateTables.note(table, of: relation))
    new[table.lowercased()] = nil
    new[name.lowercased()] = entity
    isChanged = true
  }

  // MARK: Lists

  /// Separates the join tables of new lists from new and existing tables.
  private mutating func separateLists() {
    let filled = match.filledEntities()
    for (index, entity) in match.model.entities.enumerated() {
      let isNew = match.entities[index] == nil
      guard !isNew || filled.contains(index) else { continue }
      for relation in isNew ? entity.relations : match.newRelations[index] ?? []
      where hasJoinTable(relation) {
        let join = style.snakeCase(entity.name) + "_" + style.snakeCase(relation.name)
        if let other = new[join.lowercased()] {
          separate(other, from: join, "\(entity.name).\(relation.name)")
        } else if let other = existing[join.lowercased()] {
          rename(relation, of: index, because: "its join table would have the name of \(other)")
        }
      }
    }
  }

  private func hasJoinTable(_ relation: ImportedRelation) -> Bool {
    guard relation.isToMany, relation.through == nil else { return false }
    switch relation.inverse {
    case .inferred: return false
    case .none: return true
    case .named(let name):
      let target = match.model.entities.first { $0.name == relation.target }
      return target?.relations.first { $0.name == name }?.isToMany ?? false
    }
  }

  private mutating func rename(
    _ relation: ImportedRelation, of entity: Int, because reason: String
  ) {
    let relations = match.model.entities[entity].relations
    guard let position = relations.firstIndex(where: { $0.name == relation.name }) else { return }
    let old = source.entities[entity].relations[position]
    let name = "related_" + old.name
    source.entities[entity].relations[position].name = name
    // It keeps its keys.
    if old.remote.isEmpty {
      source.entities[entity].relations[position].remote = namer.paths(relation.name).map(\.dotted)
    }
    source.entities[entity].relations[position].notes.append("not '\(relation.name)': \(reason)")
    for other in source.entities.indices {
      for index in source.entities[other].relations.indices
      where source.entities[other].relations[index].target == source.entities[entity].name
        && source.entities[other].relations[index].inverse == .named(old.name)
      {
        source.entities[other].relations[index].inverse = .named(name)
      }
    }
    isChanged = true
  }
}
