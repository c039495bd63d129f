/// A row of a query, readable until the query goes on.
struct Row: ~Copyable {
  let columns: RowColumns

  /// The statement stands on a row whose columns from `firstColumn` on are those of the entity's table.
  init(_ statement: OpaquePointer, from firstColumn: Int = 0) {
    columns = RowColumns(statement, from: firstColumn)
  }

  /// The statement stands on a row that has the columns of the entity's table at these places.
  init(_ statement: OpaquePointer, at places: [Int32]) {
    columns = RowColumns(statement, at: places)
  }
}
