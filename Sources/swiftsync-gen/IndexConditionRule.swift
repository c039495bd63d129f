import SwiftSyncRuntime
import SyncGenDiagnostics
import SyncGenSchema

/// The conditions of partial indexes are SQL, and only SQLite knows what it takes.
enum IndexConditionRule {
  /// Adds an error for each condition that SQLite refuses; `false` if there is one.
  static func check(_ schema: Schema, into bag: inout DiagnosticBag) throws(SyncError) -> Bool {
    let entities = schema.entities.filter { $0.indexes.contains { $0.predicate != nil } }
    if entities.isEmpty { return true }
    let sqlite = try StatementCheck()
    var isRight = true
    for entity in entities {
      // A table that SQLite refuses has another mistake than a condition.
      guard sqlite.refusal(of: table(of: entity)) == nil else { continue }
      for index in entity.indexes {
        guard let statement = statement(of: index, on: entity),
          let reason = sqlite.refusal(of: statement)
        else { continue }
        bag.add(refused(index, because: reason))
        isRight = false
      }
    }
    return isRight
  }

  private static func refused(_ index: Index, because reason: String) -> Diagnostic {
    Diagnostic(
      .invalidPredicate, "SQLite refuses the condition of this index: \(reason)",
      at: index.predicateSpan ?? index.span)
  }

  /// Only the columns: a condition cannot be about the rest.
  private static func table(of entity: Entity) -> String {
    let columns = entity.columns.map { "\($0.name.quoted) \($0.storage.rawValue)" }
    return "CREATE TABLE \(entity.table.quoted) (\(columns.joined(separator: ", ")));"
  }

  private static func statement(of index: Index, on entity: Entity) -> String? {
    guard let predicate = index.predicate else { return nil }
    let columns = index.columns.map { entity.columns[$0].name.quoted }.joined(separator: ", ")
    return "CREATE INDEX \(index.name.quoted) ON \(entity.table.quoted) (\(columns)) "
      + "WHERE \(predicate);"
  }
}
