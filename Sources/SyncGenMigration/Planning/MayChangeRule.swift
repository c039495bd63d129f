import SyncGenDiagnostics
import SyncGenSchema

/// Demands that `may-change` names tables and columns that are there when the SQL runs.
struct MayChangeRule {
  /// Tables of the runtime that a schema has SQL for now and then.
  private static let ownTables = ["swiftsync_changes", "swiftsync_links"]

  let old: Schema
  let new: Schema

  func check(_ steps: [MigrationStep], into bag: inout DiagnosticBag) {
    for step in steps where !step.mayChange.isEmpty {
      let schema = step.runsBefore ? old : new
      let known = Self.names(of: schema)
      for name in step.mayChange where !known.contains(name.value) {
        bag.add(
          .unknownTable(name.value, known: known, version: schema.version, at: name.span))
      }
    }
  }

  private static func names(of schema: Schema) -> [String] {
    let tables = TableShape.all(of: schema)
    return tables.map(\.name.name)
      + tables.flatMap { table in table.columns.map { "\(table.name.name).\($0.name.name)" } }
      + ownTables
  }
}
