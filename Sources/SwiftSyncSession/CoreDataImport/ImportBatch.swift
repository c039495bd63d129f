import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncStore
import SwiftSyncValues

/// A number of rows of a Core Data file, as a payload.
struct ImportBatch {
  private let mapping: ImportMapping
  private let table: ImportedTable
  /// The payload.
  private(set) var rows: [JSONValue] = []
  /// The key of the last row.
  private(set) var last: Int64
  /// Whether the entity has no further rows.
  private(set) var isLast = false
  private(set) var unreadValues: [String: Int] = [:]

  /// Reads the rows after a key.
  init(
    _ mapping: ImportMapping, _ table: ImportedTable, after key: Int64
  ) throws(SyncError) {
    self.mapping = mapping
    self.table = table
    last = key
    try read()
  }

  private var storeID: String { mapping.file.storeID }

  private mutating func read() throws(SyncError) {
    let limit = table.isWhole ? Int64.max : Int64(mapping.store.batchSize)
    let found = try mapping.file.connection.query(sql, [.integer(last), .integer(limit)])
    isLast = found.count < limit
    let keys = found.compactMap(Self.key)
    guard let first = keys.first, let end = keys.last else { return }
    last = end
    var lists: [String: [Int64: [JSONValue]]] = [:]
    for list in table.lists { lists[list.name] = try members(of: list, Set(keys), first, end) }
    for row in found {
      guard let key = Self.key(row) else { continue }
      rows.append(.object(object(row.values, key, lists)))
    }
  }

  private static func key(_ row: SQLRow) -> Int64? {
    if case .integer(let key)? = row.values.first { key } else { nil }
  }

  /// The query for the rows' keys and members.
  private var sql: String {
    let columns = ["row.Z_PK"] + table.members.flatMap(\.sql)
    return "SELECT \(columns.joined(separator: ", ")) FROM \(quoted(table.table)) AS row "
      + "WHERE row.Z_PK > ?1 AND row.Z_ENT IN (\(table.numbers.listed)) ORDER BY row.Z_PK LIMIT ?2"
  }

  private mutating func object(
    _ values: [StoredValue], _ key: Int64, _ lists: [String: [Int64: [JSONValue]]]
  ) -> [String: JSONValue] {
    var object: [String: JSONValue] = [:]
    if let own = table.ownIdentity {
      for attribute in table.entity.attributes where attribute.column == table.entity.identity[0] {
        object[attribute.name] = own.json(.integer(key), of: storeID)
      }
    }
    var place = 1
    for member in table.members {
      let end = place + member.sql.count
      let json = json(member, values[place..<end])
      place = end
      guard let json else {
        note(unread: member.name, in: "\(table.table).\(member.column)")
        continue
      }
      for (name, value) in zip(member.keys, json) { object[name] = value }
    }
    for (name, members) in lists { object[name] = members[key].map(JSONValue.array) }
    return object
  }

  private mutating func note(unread member: String, in place: String) {
    unreadValues["\(table.entity.name).\(member) (\(place))", default: 0] += 1
  }

  /// The values of a member's keys; `nil` if they cannot be read.
  private func json(
    _ member: ImportedTable.Member, _ values: ArraySlice<StoredValue>
  ) -> [JSONValue]? {
    let (value, rest) = (values[values.startIndex], values.dropFirst())
    switch member.content {
    case .value(let type, let isExternal):
      let content = isExternal ? self.content(of: value) : value
      return content.flatMap { CoreDataValue.json($0, as: type) }.map { [$0] }
    case .amount(let amount): return amount.json(value, rest[rest.startIndex])
    case .reference(let target):
      return value == .null ? member.keys.map { _ in .null } : identity(target.parts, rest)
    case .tagged(let targets):
      return value == .null ? [.null, .null] : tagged(targets, rest)
    }
  }

  /// The value itself, where the column may contain the name of its file.
  private func content(of value: StoredValue) -> StoredValue? {
    guard case .blob(let bytes) = value else { return value }
    return ExternalBytes.value(bytes, ofStoreAt: mapping.file.path).map(StoredValue.blob)
  }

  /// The parts of an identity; `nil` if one of them is missing.
  private func identity(
    _ parts: [ImportedTable.Part], _ values: ArraySlice<StoredValue>
  ) -> [JSONValue]? {
    let json = zip(parts, values).compactMap { $0.json($1, of: storeID) }
    return json.count == parts.count ? json : nil
  }

  /// The tag and the identity of the target whose row is in the file.
  private func tagged(
    _ targets: [(tag: String, target: ImportedTable.Target)], _ values: ArraySlice<StoredValue>
  ) -> [JSONValue]? {
    var rest = values
    for (tag, target) in targets {
      let count = 1 + target.parts.count
      let found = rest.prefix(count)
      rest = rest.dropFirst(count)
      if found.first != .null {
        return identity(target.parts, found.dropFirst()).map { [.string(tag)] + $0 }
      }
    }
    return nil
  }

  /// The members of a list, by the keys of their parents.
  private mutating func members(
    of list: ImportedTable.List, _ owners: Set<Int64>, _ first: Int64, _ end: Int64
  ) throws(SyncError) -> [Int64: [JSONValue]] {
    var members: [Int64: [JSONValue]] = [:]
    for row in try mapping.file.connection.query(list.sql, [.integer(first), .integer(end)]) {
      guard let owner = Self.key(row), owners.contains(owner) else { continue }
      guard row.values[1] != .null, let id = identity(list.parts, row.values.dropFirst(2)) else {
        if let place = list.place { note(unread: list.name, in: place) }
        continue
      }
      members[owner, default: []].append(id.count == 1 ? id[0] : .array(id))
    }
    return members
  }
}
