import SwiftSyncValues
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
    if profiles[0].rows == count {
      for index in profiles.indices { profiles[index].isPartial = true }
      try countOthers(of: table.name, columns, &profiles, file)
    }
    return Dictionary(zip(columns.map(\.name), profiles)) { first, _ in first }
  }

  /// Counts the values of all rows whose storage class no value of the first rows has.
  private static func countOthers(
    of table: String, _ columns: [ColumnDefinition],
    _ profiles: inout [SQLiteColumnProfile], _ file: SQLiteFile
  ) throws(FileReadError) {
    let wanted = profiles.indices.flatMap { index in
      profiles[index].absentClasses.map { (index: index, name: $0) }
    }
    // SQLite returns at most 2,000 columns.
    for start in stride(from: 0, to: wanted.count, by: 1000) {
      let part = wanted[start..<min(start + 1000, wanted.count)]
      let sums = part.map { "total(typeof(\(columns[$0.index].name.quotedInSQL)) = '\($0.name)')" }
      try file.rows("SELECT \(sums.joined(separator: ", ")) FROM \(table.quotedInSQL)") {
        row throws(FileReadError) in
        for (position, item) in part.enumerated() {
          let count = row.integer(Int32(position))
          if count > 0 { profiles[item.index].add(count, ofClass: item.name) }
        }
        return false
      }
    }
  }
}
