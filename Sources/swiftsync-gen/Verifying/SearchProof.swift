import SwiftSyncSession
import SyncGenSchema

/// Compares full-text indexes with the indexed rows.
enum SearchProof {
  /// A description of the problem with the indexes of a database; `nil` if there is none.
  static func problem(
    in database: ScratchDatabase, of schema: Schema
  ) throws(SyncError) -> String? {
    for entity in schema.entities {
      guard let search = entity.search else { continue }
      let table = entity.searchTable.quoted
      // FTS5 reports damage as an error.
      try database.run("INSERT INTO \(table) (\(table)) VALUES ('integrity-check')")
      let count = try database.count(differences(of: search, entity))
      if count > 0 { return "\(count) rows of '\(entity.table.name)' are indexed differently" }
    }
    return nil
  }

  /// The number of rows with a missing or different document, and of documents without a row.
  private static func differences(of search: SearchIndex, _ entity: Entity) -> String {
    let (table, rows) = (entity.searchTable.quoted, entity.searchRowsTable.quoted)
    let key = entity.identity.columns.enumerated().map { index, column in
      "\(rows).key_\(index + 1) = \(entity.table.quoted).\(entity.columns[column].name.quoted)"
    }
    let texts = zip(search.members, search.columnNames(of: entity)).map { member, name in
      "\(table).\(name.quoted) IS NOT \(member.expression(of: entity, in: entity.table.quoted))"
    }
    return """
      SELECT (SELECT count(*) FROM \(entity.table.quoted) LEFT JOIN \(rows) ON \(key.joined(separator: " AND "))
        LEFT JOIN \(table) ON \(table).rowid = \(rows).docid
        WHERE \(table).rowid IS NULL OR \(texts.joined(separator: " OR ")))
      + abs((SELECT count(*) FROM \(rows)) - (SELECT count(*) FROM \(entity.table.quoted)))
      + abs((SELECT count(*) FROM \(table)) - (SELECT count(*) FROM \(rows)))
      """
  }
}
