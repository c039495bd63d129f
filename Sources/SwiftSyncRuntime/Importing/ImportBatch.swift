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
    for amount in table.amounts {
      columns.append("row.\(quoted(amount.units))")
      columns.append(amount.currency.map { "row.\(quoted($0))" } ?? "NULL")
    }
    columns += table.composites.columns
    joins += table.composites.joins
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
    var place = 1 + table.members.count + 2 * table.references.count
    for amount in table.amounts {
      add(amount, values[place], values[place + 1], to: &object)
      place += 2
    }
    for part in table.composites.all {
      object[part.name] = self.part(part, values[place], values[place + 1])
      place += 2
    }
    for (name, members) in lists { object[name] = members[key].map(JSONValue.array) }
    return object
  }

  private mutating func add(
    _ amount: ImportedTable.Amount, _ units: StoredValue, _ currency: StoredValue,
    to object: inout [String: JSONValue]
  ) {
    let code = amount.code.map(StoredValue.text) ?? currency
    guard let value = CoreDataValue.minorUnits(units, of: code, areMinor: amount.isMinor) else {
      let name = "\(table.entity.name).\(amount.name) (\(table.table).\(amount.units))"
      unreadValues[name, default: 0] += 1
      return
    }
    object[amount.name] = value
    if amount.code == nil {
      object["\(amount.name) currency"] = value == .null ? .null : .string(code.text)
    }
  }

  /// A part of an identity; null where the file has no row.
  private func part(
    _ part: ImportedTable.Part, _ key: StoredValue, _ value: StoredValue
  ) -> JSONValue {
    guard case .integer(let key) = key else { return .null }
    return identity(part.target.identity, of: key, value, in: part.target.table)
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
        guard case .integer(let owner) = row.values[0], let id = member(of: list, row.values)
        else { continue }
        members[owner, default: []].append(id)
      }
      lists[list.name] = members
    }
    return lists
  }

  /// What names a member in a list: its identity, or an object of the parts of that.
  private func member(of list: ImportedTable.List, _ values: [StoredValue]) -> JSONValue? {
    guard case .integer = values[1] else { return nil }
    let parts = list.parts.enumerated().map { index, part in
      (part.name, self.part(part, values[1 + 2 * index], values[2 + 2 * index]))
    }
    if parts.count == 1 { return parts[0].1 }
    return .object(Dictionary(parts) { first, _ in first })
  }
}
