@_spi(Generated) import SwiftSyncCoding

/// The order of the rows under one parent by an attribute, with equal rows ordered by identity.
struct ListOrder {
  /// A row and its value; `nil` is null, or a value next to which no number fits.
  struct Place {
    let rowID: Int64
    let value: Double?
  }

  let parentColumn: Int
  let sortColumn: Int
  private let plan: EntityPlan

  /// - Parameter relation: The to-one relationship of the rows whose inverse is ordered.
  init?(_ relation: String, of plan: EntityPlan) {
    guard let own = plan.relations.first(where: { $0.metadata.name == relation }),
      case .reference(let reference) = own.kind,
      let list = own.target.metadata.relations.first(where: {
        $0.target == plan.metadata.name && $0.inverse == relation
      }),
      case .toMany(.attribute(let name)) = list.kind,
      let attribute = plan.metadata.attributes.first(where: { $0.name == name })
    else { return nil }
    parentColumn = reference.column
    sortColumn = attribute.column
    self.plan = plan
  }

  /// The place of a row.
  func place(of row: StoredTable.Row) -> Place {
    let value = row.value(sortColumn)
    return Place(rowID: row.rowID, value: value.kind == .real ? value.real : nil)
  }

  /// The row after another one, whose value is not null.
  func next(
    after row: StoredTable.Row, on connection: Connection
  ) throws(SyncError) -> Place? {
    let query = try connection.statement(nextSQL)
    defer { query.reset() }
    for (index, column) in ([parentColumn] + sorting).enumerated() {
      query.bind(Int32(index + 1), row.value(column).stored)
    }
    return try query.step() ? place(under: query) : nil
  }

  /// The first rows of a list, or all of them.
  func places(
    of parent: StoredValue, limit: Int = -1, on connection: Connection
  ) throws(SyncError) -> [Place] {
    let query = try connection.statement(placesSQL)
    defer { query.reset() }
    query.bind(1, parent)
    query.bind(2, Int64(limit))
    var places: [Place] = []
    while try query.step() { places.append(place(under: query)) }
    return places
  }

  private func place(under query: Statement) -> Place {
    let value = query.value(1)
    return Place(rowID: query.integer(0), value: value.kind == .real ? value.real : nil)
  }

  private var sorting: [Int] { [sortColumn] + plan.identity }

  private func name(_ column: Int) -> String { quoted(plan.metadata.columns[column].name) }

  private var select: String {
    "SELECT _rowid_, \(name(sortColumn)) FROM \(quoted(plan.metadata.table)) "
      + "WHERE \(name(parentColumn)) IS ?1"
  }

  private var order: String { "ORDER BY \(sorting.map(name).joined(separator: ", "))" }

  private var placesSQL: String { "\(select) \(order) LIMIT ?2" }

  private var nextSQL: String {
    let columns = sorting.map(name).joined(separator: ", ")
    let values = sorting.indices.map { "?\($0 + 2)" }.joined(separator: ", ")
    return "\(select) AND (\(columns)) > (\(values)) \(order) LIMIT 1"
  }
}
