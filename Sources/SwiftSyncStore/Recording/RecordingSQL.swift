/// The statements that record the changes of one table, and those that read them.
///
/// For each touched row, a temporary table keeps whether the row existed before and, if so, its
/// values. Comparing this with the table at the end gives the net effect of all writers.
package struct RecordingSQL {
  /// The table's columns that identify a row.
  let identity: [String]
  /// All compared columns.
  package let columns: [String]
  /// The positions of these columns in the entity, which has columns that its table does not have.
  private let positions: [Int]
  /// The columns whose collation treats different strings as equal.
  private let foldedColumns: Set<String>
  let table: String
  /// The last of the columns if it marks rows as deleted, so that such rows count as deleted.
  private let mark: String?
  /// The value of the mark in a row that is not deleted.
  private let unmarked: String
  /// The unquoted name of the temporary table.
  let log: String

  init(_ entity: EntityMetadata, at index: Int) {
    identity = entity.identity.map { quoted(entity.columns[$0].name) }
    positions = entity.columns.indices.filter { !entity.columns[$0].isVirtual }
    columns = positions.map { quoted(entity.columns[$0].name) }
    foldedColumns = Set(entity.columns.filter(\.ignoresCase).map { quoted($0.name) })
    table = quoted(entity.table)
    mark = nil
    unmarked = "NULL"
    log = "swiftsync_rows_\(index)"
  }

  init(_ join: JoinTableMetadata, at index: Int, in schema: SchemaMetadata) {
    identity = join.idColumns.map(quoted)
    let through = schema.entities.first { $0.name == join.through }
    mark = through?.keptTombstoneColumn.map(quoted)
    unmarked = through?.hasTombstoneFlag == true ? "NOT 1" : "NULL"
    foldedColumns = []
    columns = identity + [join.positionColumn.map(quoted), mark].compactMap { $0 }
    positions = Array(columns.indices)
    table = quoted(join.name)
    log = "swiftsync_members_\(index)"
  }

  package init(_ table: WatchedTable, in schema: SchemaMetadata) {
    switch table {
    case .entity(let entity): self.init(schema.entities[entity], at: entity)
    case .join(let join): self.init(schema.joinTables[join], at: join, in: schema)
    // Rows of the queue are not recorded: see `QueueSignal`.
    case .links, .queue: self.init(waitingLinksIn: "swiftsync_links")
    }
  }

  private init(waitingLinksIn table: String) {
    identity = ["relation", "child_id"]
    columns = identity + ["parent_id", "position"]
    positions = Array(columns.indices)
    foldedColumns = []
    self.table = table
    mark = nil
    unmarked = "NULL"
    log = "swiftsync_waiting"
  }

  /// The number of columns in `changes` that identify the row.
  var identityCount: Int { identity.count }

  /// The names of the log's columns: `k` for the identity, `x` for whether the row existed, `c` for
  /// its values.
  private var keys: [String] { identity.indices.map { "k\($0)" } }
  private var values: [String] { columns.indices.map { "c\($0)" } }

  /// The statements that create the log and its triggers.
  ///
  /// - Parameter isWatched: Whether updates of a column, by its position in the entity, are
  ///   recorded. Updates of the identity always are. A recorded row is recorded with all of its
  ///   columns.
  func start(watching isWatched: (Int) -> Bool = { _ in true }) -> String {
    let all = (keys + ["x"] + values).joined(separator: ", ")
    let key = keys.joined(separator: ", ")
    let watched = zip(positions, columns).filter { isWatched($0) || identity.contains($1) }.map(\.1)
    return """
      CREATE TEMP TABLE \(log) (\(all), PRIMARY KEY (\(key)));
      \(trigger("BEFORE INSERT", [noteStored]))
      \(trigger("AFTER INSERT", [noteNew]))
      \(trigger("BEFORE UPDATE", of: watched, [noteOld, noteStored]))
      \(trigger("AFTER UPDATE", of: identity, [noteNew]))
      \(trigger("BEFORE DELETE", [noteOld]))
      """
  }

  private static let events = [
    "BEFORE INSERT", "AFTER INSERT", "BEFORE UPDATE", "AFTER UPDATE", "BEFORE DELETE",
  ]

  private static func name(of event: String) -> String {
    event.lowercased().split(separator: " ").joined(separator: "_")
  }

  /// The statements that drop both.
  var stop: String {
    let drops = Self.events.map { "DROP TRIGGER temp.\(log)_\(Self.name(of: $0));" }
    return "\(drops.joined(separator: " ")) DROP TABLE temp.\(log)"
  }

  var hasEntries: String { "SELECT EXISTS (SELECT 1 FROM temp.\(log))" }

  var clear: String { "DELETE FROM temp.\(log)" }

  /// The touched rows: identity, whether the row existed, whether it exists, and the differing
  /// columns as bits of one integer for every 60 columns.
  var changes: String {
    let match = zip(identity, keys).map { "t.\($0) = l.\($1)" }.joined(separator: " AND ")
    let groups = stride(from: 0, to: columns.count, by: Self.groupSize).map { first in
      (first..<min(first + Self.groupSize, columns.count)).map { column in
        "((l.c\(column) IS NOT t.\(columns[column])) << \(column - first))"
      }.joined(separator: " | ")
    }
    let selection = keys.map { "l.\($0)" } + [wasThere, isThere] + groups
    return "SELECT \(selection.joined(separator: ", ")) FROM temp.\(log) l "
      + "LEFT JOIN main.\(table) t ON \(match) ORDER BY l._rowid_"
  }

  /// The touched rows: identity, whether the row existed, whether it exists, and the values before
  /// and now.
  var images: String {
    let match = zip(identity, keys).map { "t.\($0) = l.\($1)" }.joined(separator: " AND ")
    let selection =
      keys.map { "l.\($0)" } + [wasThere, isThere] + values.map { "l.\($0)" }
      + columns.map { "t.\($0)" }
    return "SELECT \(selection.joined(separator: ", ")) FROM temp.\(log) l "
      + "LEFT JOIN main.\(table) t ON \(match) ORDER BY l._rowid_"
  }

  /// The columns of a row that differ from its state under another identity, which is passed as the
  /// first parameters.
  var differences: String {
    let isOld = keys.enumerated().map { "l.\($1) = ?\($0 + 1)" }
    let isNew = identity.enumerated().map { "t.\($1) = ?\($0 + 1 + identity.count)" }
    let columns = zip(values, columns).map { "l.\($0) IS NOT t.\($1)" }
    return "SELECT \(columns.joined(separator: ", ")) FROM temp.\(log) l, main.\(table) t "
      + "WHERE \((isOld + isNew).joined(separator: " AND "))"
  }

  var columnCount: Int { columns.count }

  private var wasThere: String {
    mark == nil ? "l.x" : "l.x AND l.c\(columns.count - 1) IS \(unmarked)"
  }

  private var isThere: String {
    "t.\(identity[0]) IS NOT NULL" + (mark.map { " AND t.\($0) IS \(unmarked)" } ?? "")
  }

  static let groupSize = 60

  /// - Parameter columns: The columns of an update whose change fires the trigger.
  private func trigger(
    _ event: String, of columns: [String] = [], _ actions: [String]
  ) -> String {
    // A statement that sets none of these columns does not fire the trigger at all. SQLite compares
    // names, and an integer key also has these.
    let names = columns + ["rowid", "oid", "_rowid_"]
    let of = columns.isEmpty ? "" : " OF \(names.joined(separator: ", "))"
    let when = columns.isEmpty ? "" : " WHEN \(differs(columns))"
    return "CREATE TEMP TRIGGER \(log)_\(Self.name(of: event)) \(event)\(of) "
      + "ON main.\(table)\(when) BEGIN \(actions.joined(separator: " ")) END;"
  }

  /// Records a row in its state before it is changed or deleted.
  private var noteOld: String {
    let old = (identity.map { "OLD.\($0)" } + ["1"] + columns.map { "OLD.\($0)" })
    return "INSERT INTO \(log) SELECT \(old.joined(separator: ", ")) WHERE \(isNews(of: "OLD"));"
  }

  /// Records a row that already exists under the new identity, because `REPLACE` deletes it without
  /// firing a trigger.
  private var noteStored: String {
    let stored = identity.map { "t.\($0)" } + ["1"] + columns.map { "t.\($0)" }
    let match = identity.map { "t.\($0) = NEW.\($0)" }.joined(separator: " AND ")
    return "INSERT INTO \(log) SELECT \(stored.joined(separator: ", ")) FROM main.\(table) t "
      + "WHERE \(match) AND \(isNews(of: "NEW")) LIMIT 1;"
  }

  /// Records that a row did not exist.
  private var noteNew: String {
    let new = identity.map { "NEW.\($0)" } + ["0"] + columns.map { _ in "NULL" }
    return "INSERT INTO \(log) SELECT \(new.joined(separator: ", ")) WHERE \(isNews(of: "NEW"));"
  }

  /// Not done by a conflict clause, because that of the statement which fires the trigger would
  /// take precedence.
  private func isNews(of row: String) -> String {
    let match = zip(keys, identity).map { "l.\($0) = \(row).\($1)" }.joined(separator: " AND ")
    return "NOT EXISTS (SELECT 1 FROM \(log) l WHERE \(match))"
  }

  private func differs(_ columns: [String]) -> String {
    columns.map {
      "OLD.\($0) IS NOT NEW.\($0)" + (foldedColumns.contains($0) ? " COLLATE BINARY" : "")
    }.joined(separator: " OR ")
  }
}

/// Statements that read and write one row of the recorded table, whose identity is given by the
/// first parameters.
extension RecordingSQL {
  package func isRow(_ row: String = "") -> String {
    identity.enumerated().map { "\(row)\($1) = ?\($0 + 1)" }.joined(separator: " AND ")
  }

  package var selection: String {
    "SELECT \(columns.joined(separator: ", ")) FROM main.\(table) WHERE \(isRow())"
  }

  package var deletion: String { "DELETE FROM main.\(table) WHERE \(isRow())" }

  /// The parameters are the values of all columns.
  package var insertion: String {
    let parameters = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    return
      "INSERT INTO main.\(table) (\(columns.joined(separator: ", "))) VALUES (\(parameters))"
  }

  /// The parameters after the identity are the values of some columns.
  package func update(_ changed: [Int]) -> String {
    let assignments = changed.enumerated().map {
      "\(columns[$1]) = ?\($0 + 1 + identity.count)"
    }
    return "UPDATE main.\(table) SET \(assignments.joined(separator: ", ")) WHERE \(isRow())"
  }
}

extension EntityMetadata {
  /// The tombstone column by which a row is soft-deleted.
  fileprivate var keptTombstoneColumn: String? {
    guard sync.keepsTombstones, let tombstone = sync.tombstone else { return nil }
    return columns[attributes[tombstone].column].name
  }
}
