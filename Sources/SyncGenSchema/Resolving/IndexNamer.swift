import SyncGenDiagnostics

/// Names indexes, which share one namespace with tables in SQLite.
struct IndexNamer {
  /// PostgreSQL truncates longer names.
  private static let longest = 63

  /// The names in lower case, since SQLite ignores case.
  private var taken: Set<String>

  /// Reserves the names of tables, and the index names that the schema states.
  init(_ draft: SchemaDraft, into bag: inout DiagnosticBag) {
    taken = []
    taken.reserveCapacity(8 * draft.entities.count)
    for index in draft.entities.indices {
      let table = draft.entities[index].table
      taken.insert(table.lowercased())
      guard draft.entities[index].declaration.search != nil else { continue }
      for ending in SearchIndex.tableEndings {
        taken.insert((SearchIndex.table(of: table) + ending).lowercased())
      }
    }
    for table in draft.joinTables where table.through == nil {
      taken.insert(table.name.name.lowercased())
      taken.insert(table.inverseIndex.name.lowercased())
    }
    for index in draft.entities.indices {
      for name in draft.entities[index].declaration.indexes.compactMap(\.name) {
        if !NameRule.isTableName(name.value) {
          bag.add(.invalidTableName(name))
        } else if ReservedNames.tablePrefixes.contains(where: name.value.lowercased().hasPrefix)
          || !taken.insert(name.value.lowercased()).inserted
        {
          bag.add(.indexCollision(name))
        }
      }
    }
  }

  private static func cut(_ name: String, to length: Int) -> String {
    name.utf8.count <= length ? name : String(name.prefix(length))
  }

  /// The stated name, or one derived from the columns, with a number if that is taken.
  mutating func name(
    _ stated: String?, _ entity: EntityDraft, _ terms: [IndexTerm], _ predicate: String?
  ) -> SQLIdentifier {
    if let stated { return SQLIdentifier(stated) }
    let ending = predicate == nil ? "" : "_partial"
    var full = entity.table
    full.reserveCapacity(Self.longest)
    for term in terms {
      let ending = term.function.map { [$0.rawValue] } ?? []
      full += ([entity.columns[term.column].name.name] + term.path + ending).reduce(into: "") {
        $0 += "_" + $1
      }
    }
    let name = Self.cut(full, to: Self.longest - ending.utf8.count - 4) + ending
    var candidate = name
    var number = 2
    while !taken.insert(candidate.lowercased()).inserted {
      candidate = "\(name)_\(number)"
      number += 1
    }
    return SQLIdentifier(candidate)
  }
}
