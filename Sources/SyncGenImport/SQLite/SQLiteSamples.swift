import SyncGenDiagnostics

/// The first rows of each table, summarized by column.
struct SQLiteSamples {
  private var profiles: [String: [String: SQLiteColumnProfile]] = [:]

  init(_ catalog: SQLiteCatalog, rows: Int, in file: SQLiteFile) throws(FileReadError) {
    for table in catalog.tables where rows > 0 {
      profiles[table.name] = try Self.profiles(of: table, rows, in: file)
    }
  }

  func profile(_ table: String, _ column: String) -> SQLiteColumnProfile {
    profiles[table]?[column] ?? SQLiteColumnProfile()
  }

  private static func profiles(
    of table: SQLiteCatalog.Table, _ count: Int, in file: SQLiteFile
  ) throws(FileReadError) -> [String: SQLiteColumnProfile] {
    // Generated columns may call functions that are not available here.
    let columns = table.columns.filter { !$0.isGenerated }
    guard !columns.isEmpty else { return [:] }
    var profiles = Array(repeating: SQLiteColumnProfile(), count: columns.count)
    let list = columns.map(\.name.quotedInSQL).joined(separator: ", ")
    try file.rows("SELECT \(list) FROM \(table.name.quotedInSQL) LIMIT \(count)") {
      row throws(FileReadError) in
      for index in profiles.indices { profiles[index].add(row.value(Int32(index))) }
      return true
    }
    return Dictionary(zip(columns.map(\.name), profiles)) { first, _ in first }
  }
}
