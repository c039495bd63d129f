import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenSchema

/// Guesses references from columns without a foreign key.
struct SQLiteGuesses {
  private let catalog: SQLiteCatalog
  private let samples: SQLiteSamples
  private let file: SQLiteFile

  init(_ catalog: SQLiteCatalog, _ samples: SQLiteSamples, _ file: SQLiteFile) {
    (self.catalog, self.samples, self.file) = (catalog, samples, file)
  }

  /// A reference of a column that is named after a table, or whose strings are all keys of one
  /// table.
  func reference(
    of column: ColumnDefinition, in table: SQLiteCatalog.Table
  ) throws(FileReadError) -> SQLiteReferences.Reference? {
    let name = column.name.snakeName
    guard name.hasSuffix("_id"), table.key.map(\.folded) != [column.name.folded] else { return nil }
    let candidates = catalog.tables.filter { target in
      target.key.count == 1 && isAlike(column, of: table, target)
    }
    let stem = String(name.dropFirst(name.hasPrefix("fk_") ? 3 : 0).dropLast(3))
    if let (target, evidence) = named(stem, in: candidates, seenFrom: table),
      try mayRefer(column, of: table, to: target)
    {
      return reference(column, target, evidence)
    }
    let profile = samples.profile(table.name, column.name)
    guard profile.texts > 0, profile.texts == profile.values else { return nil }
    var found: [SQLiteCatalog.Table] = []
    for target in candidates {
      if try !file.lacksRows(of: target, for: column.name, of: table) { found.append(target) }
    }
    guard found.count == 1, let target = found.first else { return nil }
    return reference(column, target, "all values are keys of '\(target.name)'")
  }

  private func reference(
    _ column: ColumnDefinition, _ target: SQLiteCatalog.Table, _ evidence: String
  ) -> SQLiteReferences.Reference {
    var reference = SQLiteReferences.Reference(column: column.name, target: target, key: nil)
    reference.note = .guessed(.relation, evidence)
    return reference
  }

  /// The table whose rows a name such as `place` means: `places`, or the only `moz_places` for a
  /// column of another table with that prefix.
  private func named(
    _ stem: String, in candidates: [SQLiteCatalog.Table], seenFrom table: SQLiteCatalog.Table
  ) -> (SQLiteCatalog.Table, evidence: String)? {
    if let target = candidates.first(where: { $0.name.singularName == stem }) {
      return (target, "from the name")
    }
    let own = table.name.snakeName
    let found = candidates.compactMap { target -> (SQLiteCatalog.Table, evidence: String)? in
      let name = target.name.singularName
      guard name.hasSuffix("_" + stem) else { return nil }
      let prefix = name.dropLast(stem.utf8.count)
      return own.hasPrefix(prefix) && own != prefix + stem
        ? (target, "from the name and the prefix '\(prefix)'") : nil
    }
    return found.count == 1 ? found[0] : nil
  }

  /// Whether nothing contradicts the name: a column of the target with the same name, or values none
  /// of which is a key.
  private func mayRefer(
    _ column: ColumnDefinition, of table: SQLiteCatalog.Table, to target: SQLiteCatalog.Table
  ) throws(FileReadError) -> Bool {
    guard let key = target.key.first else { return false }
    let isOther = target.name != table.name && key.folded != column.name.folded
    if isOther, target.column(column.name) != nil { return false }
    guard samples.profile(table.name, column.name).values > 0,
      samples.profile(target.name, key).values > 0
    else { return true }
    return try file.hasRow(
      """
      SELECT 1 FROM \(table.name.quotedInSQL) WHERE \(column.name.quotedInSQL)
      IN (SELECT \(key.quotedInSQL) FROM \(target.name.quotedInSQL)) LIMIT 1
      """)
  }

  /// Whether a column has values of the same kind as the key: those of the sampled rows, or else of
  /// the declared types.
  private func isAlike(
    _ column: ColumnDefinition, of table: SQLiteCatalog.Table, _ target: SQLiteCatalog.Table
  ) -> Bool {
    guard let key = target.key.first.flatMap(target.column) else { return false }
    let profiles = (
      samples.profile(table.name, column.name), samples.profile(target.name, key.name)
    )
    let declared = (column.type.folded.contains("int"), key.type.folded.contains("int"))
    guard profiles.0.values > 0 || profiles.1.values > 0 else { return declared.0 == declared.1 }
    let kinds = (
      profiles.0.kind(ifEmpty: declared.0 ? .integers : .texts),
      profiles.1.kind(ifEmpty: declared.1 ? .integers : .texts)
    )
    return kinds.0 != nil && kinds.0 == kinds.1
  }
}

extension SQLiteColumnProfile {
  /// The kind of all values; nil for several kinds and for other than text and integers.
  fileprivate func kind(ifEmpty kind: ColumnDefinition.Content) -> ColumnDefinition.Content? {
    if values == 0 { return kind }
    return integers == values ? .integers : texts == values ? .texts : nil
  }
}

extension SQLiteFile {
  /// Whether a column has values that are not keys of a table with one.
  func lacksRows(
    of target: SQLiteCatalog.Table, for column: String, of table: SQLiteCatalog.Table
  ) throws(FileReadError) -> Bool {
    guard let key = target.key.first?.quotedInSQL else { return false }
    return try hasRow(
      """
      SELECT 1 FROM \(table.name.quotedInSQL) AS child WHERE child.\(column.quotedInSQL) IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM \(target.name.quotedInSQL) AS parent
      WHERE parent.\(key) = child.\(column.quotedInSQL)) LIMIT 1
      """)
  }
}
