@_spi(Generated) import SwiftSyncStore

/// The location of the rows of an entity of the schema in a Core Data file.
struct ImportedTable {
  /// One part of the identity of a row, i.e. the value of one column of the store.
  indirect enum Part {
    /// A column of the row.
    case column(String, ValueType)
    /// The row's key.
    case key
    /// A UUID derived from the row's key in a table.
    case keyUUID(table: String)
    /// A part of the identity of the row to which a column of this row refers.
    case reference(column: String, table: String, Part)
  }

  /// The target rows of a relationship.
  struct Target {
    let table: String
    /// The values of `Z_ENT` of its rows.
    let numbers: [Int64]
    /// The parts of their identity, in order.
    let parts: [Part]
  }

  /// A member of the schema, and the columns with its values.
  struct Member {
    enum Content {
      /// A value; `isExternal` if it may be in a separate file.
      case value(ValueType, isExternal: Bool)
      case amount(ImportedAmount)
      /// The key of a row.
      case reference(Target)
      /// The key of a row of one of several entities, each with its tag.
      case tagged([(tag: String, target: Target)])
    }

    let name: String
    /// The column, or the first of several.
    let column: String
    /// The keys of its values in the payload, one for each column of the store.
    let keys: [String]
    let content: Content
  }

  /// A list that is copied with its parent.
  struct List {
    let name: String
    /// The table and the column with the links, for reports; `nil` if the rows themselves state
    /// their links.
    let place: String?
    /// The SQL for the key of the parent, the key of the member if it is stored, and the parts of
    /// the member's identity, for parents whose key is between `?1` and `?2`.
    let sql: String
    /// The parts by which the list refers to a row.
    let parts: [Part]
  }

  let entity: EntityMetadata
  let source: CoreDataFile.Entity
  let table: String
  /// The values of `Z_ENT` of its rows.
  let numbers: [Int64]
  /// The identity of the rows if it is not among the members; otherwise `nil`.
  var ownIdentity: Part?
  /// The parts of the rows' identity.
  var identity: [Part] = []
  var members: [Member] = []
  var lists: [List] = []
  /// The columns of the store that relationships fill.
  var relationColumns: Set<Int> = []
  /// Whether a row may need another row of the same entity, so that all are copied at once.
  var isWhole = false
}

extension ImportedTable.Part {
  /// The SQL for the value of a row, given the SQL for its key.
  func value(ofRow key: String, in table: String) -> String {
    switch self {
    case .column(let column, _): Self.cell(column, key, table)
    case .key, .keyUUID: key
    case .reference(let column, let target, let part):
      part.value(ofRow: Self.cell(column, key, table), in: target)
    }
  }

  private static func cell(_ column: String, _ key: String, _ table: String) -> String {
    "(SELECT \(quoted(column)) FROM \(quoted(table)) WHERE Z_PK = \(key))"
  }

  /// The value in a payload; `nil` if there is none or it cannot be read.
  func json(_ value: StoredValue, of storeID: String) -> JSONValue? {
    if case .reference(_, _, let part) = self { return part.json(value, of: storeID) }
    if case .column(_, let type) = self {
      return value == .null ? nil : CoreDataValue.json(value, as: type)
    }
    guard case .integer(let key) = value else { return nil }
    guard case .keyUUID(let table) = self else { return .number(JSONValue.Number(key)) }
    return .string(CoreDataValue.uuid(ofRow: key, in: table, of: storeID))
  }
}

extension ImportedTable.Target {
  /// The SQL for the parts of the identity of a row, given the SQL for its key.
  func values(ofRow key: String) -> [String] { parts.map { $0.value(ofRow: key, in: table) } }

  /// The SQL for the key of a row, which is null if the entity has no such row.
  func key(ofRow key: String) -> String {
    "(SELECT Z_PK FROM \(quoted(table)) WHERE Z_PK = \(key) AND Z_ENT IN (\(numbers.listed)))"
  }
}

extension ImportedTable.Member {
  /// The SQL for the values of the member, in a query whose table has the alias `row`.
  var sql: [String] {
    let value = "row.\(quoted(column))"
    switch content {
    case .value: return [value]
    case .amount(let amount): return [value, amount.currencySQL]
    case .reference(let target): return [value] + target.values(ofRow: value)
    case .tagged(let targets):
      return [value]
        + targets.flatMap { [$0.target.key(ofRow: value)] + $0.target.values(ofRow: value) }
    }
  }
}

extension [Int64] {
  /// The numbers as an SQL list.
  var listed: String { map(String.init).joined(separator: ", ") }
}
