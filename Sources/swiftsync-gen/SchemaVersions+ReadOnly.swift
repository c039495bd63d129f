import SyncGenCommandLine
import SyncGenSchema

extension SchemaVersions {
  /// Why there is nothing to do for versions of databases that are only read; `nil` for other schemas.
  func foreignDatabases(nothingTo verb: String) -> String? {
    guard schema.isReadOnly else { return nil }
    return
      "\(schema.path) has 'adopt: read-only', so its databases are not migrated and there is nothing to \(verb)"
  }

  /// Says so, and returns whether it is so.
  func hasForeignDatabases(_ console: Console, nothingTo verb: String) -> Bool {
    guard let reason = foreignDatabases(nothingTo: verb) else { return false }
    console.remark(reason)
    return true
  }
}
