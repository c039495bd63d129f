import TestHelpers

/// Rows of a table in the format of a page: the table and the moment, the columns, and one line per
/// row.
///
/// ```
/// todos before
/// id  title  note
/// 1   Bread  NULL
/// ```
struct RowsBlock {
  struct Malformed: Error, CustomStringConvertible {
    let lines: [String]

    var description: String { "not a table, 'before' or 'after', columns and rows: \(lines)" }
  }

  let table: String
  let isBefore: Bool
  let columns: [String]
  let rows: [[String]]

  init(_ lines: [String]) throws {
    let head = lines.first?.split(separator: " ").map(String.init) ?? []
    guard head.count == 2, ["before", "after"].contains(head[1]), lines.count > 1 else {
      throw Malformed(lines: lines)
    }
    table = head[0]
    isBefore = head[1] == "before"
    columns = Self.cells(lines[1])
    rows = lines.dropFirst(2).map(Self.cells)
    guard rows.allSatisfy({ $0.count == columns.count }) else {
      throw Malformed(lines: lines)
    }
  }

  /// At least two spaces separate cells.
  private static func cells(_ line: String) -> [String] {
    line.split(separator: "  ").map { $0.trimmingPrefix(while: { $0 == " " }) }.map(String.init)
  }

  /// The statements that store the rows as rows of a server: nothing is recorded for a push.
  var insertions: String {
    let inserts = rows.map { row in
      let values = row.map { $0 == "NULL" ? $0 : "'\($0.replacing("'", with: "''"))'" }
      return """
        INSERT INTO \(table) (\(columns.joined(separator: ", "))) \
        VALUES (\(values.joined(separator: ", ")));
        """
    }
    return """
      INSERT INTO swiftsync_applying VALUES (1); \(inserts.joined(separator: " "))
      DELETE FROM swiftsync_applying
      """
  }

  /// The block with the rows of a database.
  func stored(in database: Database) throws -> [String] {
    let texts = columns.map { "ifnull(CAST(\($0) AS TEXT), 'NULL')" }.joined(separator: ", ")
    let order = columns.joined(separator: ", ")
    let stored = try database.json("SELECT \(texts) FROM \(table) ORDER BY \(order)")
    let lines = [columns] + stored.list.map { $0.list.compactMap(\.text) }
    let widths = columns.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return ["\(table) \(isBefore ? "before" : "after")"]
      + lines.map { line in
        var text = ""
        for (cell, width) in zip(line, widths) {
          text += cell + String(repeating: " ", count: width - cell.count + 2)
        }
        return String(text.reversed().drop { $0 == " " }.reversed())
      }
  }
}
