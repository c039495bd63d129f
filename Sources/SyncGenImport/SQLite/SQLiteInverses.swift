import SwiftSyncValues
import SyncGenSchema

/// Adds the lists of the rows that refer to a row, and many-to-many relationships.
struct SQLiteInverses {
  private let references: SQLiteReferences
  private let names: [String: String]
  private let hasPositions: Bool

  init(_ references: SQLiteReferences, _ names: [String: String], hasPositions: Bool) {
    self.references = references
    self.names = names
    self.hasPositions = hasPositions
  }

  func add(
    to schema: inout ImportedSchema, joins: [SQLiteJoin], tables: [SQLiteCatalog.Table]
  ) {
    for join in joins where join.sides.allSatisfy({ names[$0.target.name] != nil }) {
      addManyToMany(join, to: &schema)
    }
    let pairs = Set(joins.map(\.table.name))
    for table in tables where names[table.name] != nil && !pairs.contains(table.name) {
      addLists(of: table, to: &schema)
    }
  }

  private func index(of entity: String?, in schema: ImportedSchema) -> Int? {
    schema.entities.firstIndex { $0.name == entity }
  }

  private func addManyToMany(_ join: SQLiteJoin, to schema: inout ImportedSchema) {
    let owner = join.owner?.side ?? 0
    let (first, second) = (join.sides[owner], join.sides[1 - owner])
    guard let left = names[first.target.name], let right = names[second.target.name],
      let leftIndex = index(of: left, in: schema), let rightIndex = index(of: right, in: schema)
    else { return }
    let through = names[join.table.name]
    let list = schema.entities[leftIndex].freeName(
      through == nil ? join.owner?.list ?? second.name.pluralName : second.name.pluralName)
    var relation = ImportedRelation(list, toMany: right)
    relation.through = through
    if join.sides.contains(where: { $0.key == nil }) {
      relation.notes = [.guessed(.relation, "from the table \(join.table.name)")]
    }
    guard leftIndex != rightIndex else {
      relation.inverse = .none
      schema.entities[leftIndex].relations.append(relation)
      return
    }
    let back = schema.entities[rightIndex].freeName(first.name.pluralName)
    relation.inverse = .named(back)
    schema.entities[leftIndex].relations.append(relation)
    schema.entities[rightIndex].relations.append(ImportedRelation(back, toMany: left))
  }

  private func addLists(of table: SQLiteCatalog.Table, to schema: inout ImportedSchema) {
    let found = references.references[table.name] ?? []
    let ordered = hasPositions ? orderedList(of: table, found) : nil
    for reference in found {
      guard let child = names[table.name], let parent = names[reference.target.name],
        let childIndex = index(of: child, in: schema),
        let parentIndex = index(of: parent, in: schema)
      else { continue }
      let isOnly = found.filter { $0.target.name == reference.target.name }.count == 1
      let isUnique = takeUniqueIndex(reference.name, &schema.entities[childIndex])
      let plain = isUnique ? child : child.pluralName
      var wanted = isOnly && parent != child ? plain : reference.name.snakeName + "_" + plain
      let isOrdered = ordered?.column == reference.column
      if isOrdered { wanted = ordered?.list ?? wanted }
      let name = schema.entities[parentIndex].freeName(wanted)
      if isUnique {
        setInverse(name, of: reference.name, &schema.entities[childIndex])
        schema.entities[parentIndex].relations.append(
          ImportedRelation(name, toOne: child, isOptional: true))
      } else {
        var relation = ImportedRelation(name, toMany: child)
        relation.inverse = .named(reference.name)
        relation.isOrdered = isOrdered
        schema.entities[parentIndex].relations.append(relation)
      }
    }
  }

  /// The list whose order a column of the table contains: for `items_position`, `items`. Its rows
  /// are most likely parts of the row that they require.
  private func orderedList(
    of table: SQLiteCatalog.Table, _ found: [SQLiteReferences.Reference]
  ) -> (list: String, column: String)? {
    let positions = table.columns.filter(\.isPosition)
    let required = found.first { table.column($0.column)?.isRequired == true }
    guard let position = positions.first, let reference = required ?? found.first else {
      return nil
    }
    return (String(position.name.dropLast("_position".utf8.count)), reference.column)
  }

  /// Whether a to-one relationship is unique. Its index is removed, because a one-to-one
  /// relationship has its own.
  private func takeUniqueIndex(_ name: String, _ entity: inout ImportedEntity) -> Bool {
    guard let index = entity.indexes.firstIndex(of: ImportedIndex([name], isUnique: true)) else {
      return false
    }
    entity.indexes.remove(at: index)
    return true
  }

  private func setInverse(_ inverse: String, of name: String, _ entity: inout ImportedEntity) {
    guard let index = entity.relations.firstIndex(where: { $0.name == name }) else { return }
    entity.relations[index].inverse = .named(inverse)
  }
}

extension ColumnDefinition {
  /// Whether a store of this project may keep the order of a list in the column.
  var isPosition: Bool { name.hasSuffix("_position") && !isRequired && type == "INTEGER" }
}

extension ImportedEntity {
  /// A name that no member has.
  fileprivate func freeName(_ wanted: String) -> String {
    let used = Set(attributes.map(\.name.snakeName) + relations.map(\.name.snakeName))
    var name = wanted
    var number = 2
    while used.contains(name.snakeName) {
      name = wanted + "_\(number)"
      number += 1
    }
    return name
  }
}
