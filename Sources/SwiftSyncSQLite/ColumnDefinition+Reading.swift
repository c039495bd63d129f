import CSQLite
package import SwiftSyncValues

extension ColumnDefinition {
  /// The terms of a query of `pragma_table_xinfo(…) c` from which definitions are read.
  package static let terms = #"c.name, c.type, c."notnull", c.dflt_value, c.pk, c.hidden"#

  /// A query of the columns of the table that its parameter names, in their order.
  package static let query = "SELECT \(terms) FROM pragma_table_xinfo(?1) c ORDER BY c.cid"

  /// Reads the current row of a query.
  ///
  /// - Parameters:
  ///   - start: The position of the first of the terms.
  ///   - table: The table to which the column belongs. SQLite does not report the collations of
  ///     views.
  package init(_ row: OpaquePointer, from start: Int32 = 0, of table: String) {
    func text(_ position: Int32) -> String? {
      sqlite3_column_text(row, start + position).map { String(cString: $0) }
    }
    func integer(_ position: Int32) -> Int { Int(sqlite3_column_int64(row, start + position)) }
    let name = text(0) ?? ""
    self.init(
      name: name, type: text(1) ?? "", isRequired: integer(2) != 0, defaultSQL: text(3),
      keyPosition: integer(4), collation: Self.collation(of: name, in: table, row),
      hidden: integer(5))
  }

  private static func collation(
    of column: String, in table: String, _ row: OpaquePointer
  ) -> String? {
    var name: UnsafePointer<CChar>?
    let code = sqlite3_table_column_metadata(
      sqlite3_db_handle(row), "main", table, column, nil, &name, nil, nil, nil)
    guard code == SQLITE_OK, let name else { return nil }
    let collation = String(cString: name)
    return collation.uppercased() == "BINARY" ? nil : collation
  }
}
