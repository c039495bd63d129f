@_spi(Generated) import SwiftSyncRuntime

extension Refusal {
  /// The refusal that an error of the store means to a device; `nil` for errors of the backend
  /// itself.
  init?(_ error: SyncError, _ plan: EntityPlan) {
    switch error {
    case .database(let failure): self.init(failure, plan)
    case .refused(let refusal, _): self.init(409, "in-use", refusal.description)
    case .invalidValue(_, let column, let reason):
      self.init(
        422, "invalid", "'\(Self.path(column, plan))' \(reason)",
        fields: [Self.path(column, plan): [reason]])
    case .nullRequired(_, let member):
      self.init(422, "invalid", "'\(member)' must not be null")
    default: return nil
    }
  }

  private init?(_ failure: SyncError.DatabaseFailure, _ plan: EntityPlan) {
    switch failure.code {
    // SQLITE_CONSTRAINT_UNIQUE, _PRIMARYKEY, _ROWID
    case 2067, 1555, 2579:
      let columns = Self.columns(in: failure.message)
      let paths = columns.map { Self.path($0, plan) }
      self.init(
        409, "conflict", "\(paths.joined(separator: ", ")) is taken",
        fields: Dictionary(paths.map { ($0, ["is taken"]) }) { first, _ in first })
    // SQLITE_CONSTRAINT_FOREIGNKEY
    case 787:
      self.init(422, "unknown-reference", "a row to which this one refers does not exist")
    // SQLITE_CONSTRAINT_CHECK, _NOTNULL, _TRIGGER
    case 275, 1299, 1811:
      self.init(422, "invalid", plan.metadata.checkMessage ?? failure.message)
    default: return nil
    }
  }

  /// The columns in `UNIQUE constraint failed: tasks.a, tasks.b`.
  private static func columns(in message: String) -> [String] {
    guard let colon = message.firstIndex(of: ":") else { return [] }
    return message[message.index(after: colon)...].split(separator: ",").compactMap {
      $0.split(separator: ".").last.map(String.init)
    }
  }

  /// The path of a column in payloads.
  private static func path(_ column: String, _ plan: EntityPlan) -> String {
    let index = plan.metadata.columns.firstIndex { $0.name == column }
    return index.flatMap { plan.fields[$0].paths.first } ?? column
  }
}
