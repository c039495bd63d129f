/// The statements that record whether the runtime's tables of local changes, problems and sessions
/// have changed.
///
/// Observers of these tables read everything again, so only the first change of a transaction is
/// recorded: a push that settles thousands of changes writes one row.
enum QueueSignal {
  /// The tables that decide what the state of syncing is.
  static let tables: Set<String> = [
    "swiftsync_changes", "swiftsync_requests", "swiftsync_problems", "swiftsync_sessions",
  ]

  private static let log = "swiftsync_queue_signal"
  private static let events = ["INSERT", "UPDATE", "DELETE"]

  private static let triggers = tables.sorted().flatMap { table in
    events.map { event in
      (name: "\(log)_\(table)_\(event.lowercased())", place: "AFTER \(event) ON main.\(table)")
    }
  }

  static let start =
    "CREATE TEMP TABLE \(log) (is_set INTEGER PRIMARY KEY);\n"
    + triggers.map { trigger in
      "CREATE TEMP TRIGGER \(trigger.name) \(trigger.place) "
        + "WHEN NOT EXISTS (SELECT 1 FROM \(log)) BEGIN INSERT INTO \(log) VALUES (1); END;\n"
    }.joined()

  static let stop =
    triggers.map { "DROP TRIGGER temp.\($0.name); " }.joined() + "DROP TABLE temp.\(log)"

  static let isSet = "SELECT EXISTS (SELECT 1 FROM temp.\(log))"

  static let clear = "DELETE FROM temp.\(log)"
}
