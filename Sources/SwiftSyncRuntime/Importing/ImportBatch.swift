import SwiftSyncFoundation
import SwiftSyncValues
@_spi(Generated) import SwiftSyncREST

/// Some rows of a file of Core Data, as a payload.
struct ImportBatch {
  private let mapping: ImportMapping
  private let table: ImportedTable
  /// The payload.
  private(set) var rows: [JSONValue] = []
  /// The key of the last row.
  private(set) var last: Int64
  /// Whether the entity has no rows after them.
  private(set) var isLast = false
  private(set) var unreadValues: [String: Int] = [:]

  /// The rows that come after a key.
  init(
    _ mapping: ImportMapping, _ table: ImportedTable, after key: Int64
  ) throws(SyncError) {
    self.mapping = mapping
    self.table = table
    last = key
    try read()
  }

  private mutating func read() throws(SyncError) {
    let limit = table.isWhole ? Int64.max : Int64(mapping.store.batchSize)
    let found = try mapping.file.connection.query(sql, [.integer(last), .integer(limit)])
    isLast = found.count < limit
    guard let first = found.first.flatMap(Self.key), let end = found.last.flatMap(Self.key) else {
      return
    }
    let lists = try lists(from: first, to: end)
    last = end
    for row in found {
      guard let key = Self.key(row) else { continue }
      rows.append(.object(object(row.values, key, lists)))
    }
  }

  private static func key(_ row: SQLRow) -> Int64? {
    if case .integer(let key)? = row.values.first { key } else { nil }
  }

  /// The key, the members and the targets' identities of rows.
  private var sql: String {
    var columns = ["row.Z_PK"] + table.members.map { "row.\(quoted($0.column))" }
    var joins = ""
    for (index, reference) in table.references.enumerated() {
      let column = "row.\(quoted(reference.column))"
      columns.append(column)
      guard case .column(let identity, _) = reference.target.identity else {
        columns.append("NULL")
        continue
      }
      columns.append("t\(index).\(quoted(identity))")
      joins +=
        " LEFT JOIN \(quoted(reference.target.table)) AS t\(index) ON t\(index).Z_PK = \(column)"
    }
    return "SELECT \(columns.joined(separator: ", ")) FROM \(quoted(table.table)) AS row\(joins) "
      + "WHERE row.Z_PK > ?1 AND row.Z_ENT IN (\(table.numbers.listed)) ORDER BY row.Z_PK LIMIT ?2"
  }

  private mutating func object(
    _ values: [StoredValue], _ key: Int64, _ lists: [String: [Int64: [JSONValue]]]
  ) -> [String: JSONValue] {
    var object: [String: JSONValue] = [:]
    if let own = table.ownIdentity {
      for attribute in table.entity.attributes where attribute.column == table.entity.identity[0] {
        object[attribute.name] = identity(own, of: key, .null, in: table.table)
      }
    }
    for (index, member) in table.members.enumerated() {
      object[member.name] = json(values[1 + index], member)
    }
    for (index, reference) in table.references.enumerated() {
      let place = 1 + table.members.count + 2 * index
      guard case .integer(let target) = values[place] else {
        object[reference.name] = .null
        continue
      }
      object[reference.name] = identity(
        reference.target.identity, of: target, values[place + 1], in: reference.target.table)
    }
    for (name, members) in lists { object[name] = members[key].map(JSONValue.array) }
    return object
  }

  /// `nil` for a value that cannot be read, which is counted.
  private mutating func json(_ value: StoredValue, _ member: ImportedTable.Member) -> JSONValue? {
    if let value = content(of: value, member),
      let json = CoreDataValue.json(value, as: member.type)
    {
      return json
    }
    let name = "\(table.entity.name).\(member.name) (\(table.table).\(member.column))"
    unreadValues[name, default: 0] += 1
    return nil
  }

  /// The value itself where the column may hold the name of its file.
  private func content(
    of value: StoredValue, _ member: ImportedTable.Member
  ) -> StoredValue? {
    guard member.isExternal, case .blob(let bytes) = value else { return value }
    return ExternalBytes.value(bytes, ofStoreAt: mapping.file.path).map(StoredValue.blob)
  }

  private func identity(
    _ identity: ImportedTable.Identity, of key: Int64, _ value: StoredValue, in table: String
  ) -> JSONValue {
    switch identity {
    case .column(_, let type): CoreDataValue.json(value, as: type) ?? .null
    case .key: .number(JSONValue.Number(key))
    case .keyUUID:
      .string(CoreDataValue.uuid(ofRow: key, in: table, of: mapping.file.storeID))
    }
  }

  /// The members of the lists of rows, by the name of the list and the key of the row.
  private func lists(
    from first: Int64, to end: Int64
  ) throws(SyncError) -> [String: [Int64: [JSONValue]]] {
    var lists: [String: [Int64: [JSONValue]]] = [:]
    for list in table.lists {
      var members: [Int64: [JSONValue]] = [:]
      for row in try mapping.file.connection.query(list.sql, [.integer(first), .integer(end)]) {
        guard case .integer(let owner) = row.values[0], case .integer(let key) = row.values[1]
        else { continue }
        let id = identity(list.target.identity, of: key, row.values[2], in: list.target.table)
        members[owner, default: []].append(id)
      }
      lists[list.name] = members
    }
    return lists
  }
}
