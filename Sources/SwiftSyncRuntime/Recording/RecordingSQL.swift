/// The statements that record what happens to one table, and those that read what has happened.
///
/// A temporary table keeps for each row that is touched whether it was there before, and if so what
/// it was. Compared with the table at the end, that gives the net effect of all writers.
struct RecordingSQL {
  /// The table's own columns by which a row is told from others.
  let identity: [String]
  /// All columns that are compared.
  let columns: [String]
  /// Where these are in the entity, which has columns that its table does not have.
  private let positions: [Int]
  /// Those whose collation takes different texts for the same.
  private let foldedColumns: Set<String>
  let table: String
  /// The last of the columns if it marks rows as deleted, so that they count as gone.
  private let mark: String?
  /// What the mark is in a row that is not deleted.
  private let unmarked: String
  /// The temporary table's name, not quoted.
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

  init(_ table: WatchedTable, in schema: SchemaMetadata) {
    switch table {
    case .entity(let entity): self.init(schema.entities[entity], at: entity)
    case .join(let join): self.init(schema.joinTables[join], at: join, in: schema)
    case .links: self.init(waitingLinksIn: "swiftsync_links")
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

  /// How many columns say which row it is, in `changes`.
  var identityCount: Int { identity.count }

  /// The names of the log's columns: `k` the identity, `x` whether the row was there, `c` its values.
  private var keys: [String] { identity.indices.map { "k\($0)" } }
  private var values: [String] { columns.indices.map { "c\($0)" } }

  /// Makes the log and the triggers that fill it.
  ///
  /// - Parameter isWatched: Whether updates of a column, by its position in the entity, are recorded. Those of the
  ///   identity are in any case. A row that is recorded is recorded with all of its columns.
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

  /// Takes both away.
  var stop: String {
    let drops = Self.events.map { "DROP TRIGGER temp.\(log)_\(Self.name(of: $0));" }
    return "\(drops.joined(separator: " ")) DROP TABLE temp.\(log)"
  }

  var hasEntries: String { "SELECT EXISTS (SELECT 1 FROM temp.\(log))" }

  var clear: String { "DELETE FROM temp.\(log)" }

  /// The rows that were touched: identity, whether it was there, whether it is, and as bits of one
  /// integer for every 60 columns which of them differ.
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

  /// The rows that were touched: identity, whether it was there, whether it is, and the values before and now.
  var images: String {
    let match = zip(identity, keys).map { "t.\($0) = l.\($1)" }.joined(separator: " AND ")
    let selection =
      keys.map { "l.\($0)" } + [wasThere, isThere] + values.map { "l.\($0)" }
      + columns.map { "t.\($0)" }
    return "SELECT \(selection.joined(separator: ", ")) FROM temp.\(log) l "
      + "LEFT JOIN main.\(table) t ON \(match) ORDER BY l._rowid_"
  }

  /// Which columns of a row differ from what it was under another identity; that one comes first as parameters.
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

  /// - Parameter columns: Those of an update, which fires the trigger if it changes one.
  private func trigger(
    _ event: String, of columns: [String] = [], _ actions: [String]
  ) -> String {
    // A statement that sets none of them does not even have the trigger. SQLite compares names, and an
    // integer key has these, too.
    let names = columns + ["rowid", "oid", "_rowid_"]
    let of = columns.isEmpty ? "" : " OF \(names.joined(separator: ", "))"
    let when = columns.isEmpty ? "" : " WHEN \(differs(columns))"
    return "CREATE TEMP TRIGGER \(log)_\(Self.name(of: event)) \(event)\(of) "
      + "ON main.\(table)\(when) BEGIN \(actions.joined(separator: " ")) END;"
  }

  /// Notes a row as it was before it is changed or deleted.
  private var noteOld: String {
    let old = (identity.map { "OLD.\($0)" } + ["1"] + columns.map { "OLD.\($0)" })
    return "INSERT INTO \(log) SELECT \(old.joined(separator: ", ")) WHERE \(isNews(of: "OLD"));"
  }

  /// Notes a row that is there already under the new identity: `REPLACE` deletes it without a trigger.
  private var noteStored: String {
    let stored = identity.map { "t.\($0)" } + ["1"] + columns.map { "t.\($0)" }
    let match = identity.map { "t.\($0) = NEW.\($0)" }.joined(separator: " AND ")
    return "INSERT INTO \(log) SELECT \(stored.joined(separator: ", ")) FROM main.\(table) t "
      + "WHERE \(match) AND \(isNews(of: "NEW")) LIMIT 1;"
  }

  /// Notes that a row was not there.
  private var noteNew: String {
    let new = identity.map { "NEW.\($0)" } + ["0"] + columns.map { _ in "NULL" }
    return "INSERT INTO \(log) SELECT \(new.joined(separator: ", ")) WHERE \(isNews(of: "NEW"));"
  }

  /// Not by a conflict clause: that of the statement which fires the trigger would win.
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

/// Statements that read and write one row of the recorded table, whose identity is their first parameters.
extension RecordingSQL {
  func isRow(_ row: String = "") -> String {
    identity.enumerated().map { "\(row)\($1) = ?\($0 + 1)" }.joined(separator: " AND ")
  }

  var selection: String {
    "SELECT \(columns.joined(separator: ", ")) FROM main.\(table) WHERE \(isRow())"
  }

  var deletion: String { "DELETE FROM main.\(table) WHERE \(isRow())" }

  /// The parameters are the values of all columns.
  var insertion: String {
    let parameters = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    return
      "INSERT INTO main.\(table) (\(columns.joined(separator: ", "))) VALUES (\(parameters))"
  }

  /// The parameters after the identity are the values of some columns.
  func update(_ changed: [Int]) -> String {
    let assignments = changed.enumerated().map {
      "\(columns[$1]) = ?\($0 + 1 + identity.count)"
    }
    return "UPDATE main.\(table) SET \(assignments.joined(separator: ", ")) WHERE \(isRow())"
  }
}

extension EntityMetadata {
  /// The column by which a row is soft-deleted.
  fileprivate var keptTombstoneColumn: String? {
    guard sync.keepsTombstones, let tombstone = sync.tombstone else { return nil }
    return columns[attributes[tombstone].column].name
  }
}
