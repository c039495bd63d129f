@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime

/// The positions in ordered many-to-many lists that a trial states.
///
/// The list of one side determines the positions of its members. Members that only lists of the
/// other side name are appended as they arrive: no payload states their order, so it depends on the
/// order of the calls. If any call states the list itself, the list decides, whatever the order of
/// the calls.
struct StatedOrders {
  private struct Owner: Hashable {
    let entity: String
    let relation: String
    /// As spelled, without quotes and in lower case.
    let id: String
  }

  private let schema: LawSchema
  private var owners: Set<Owner> = []

  init(_ trial: Trial) {
    schema = trial.schema
    for call in trial.setup + trial.calls {
      for row in call.payload.elements { note(row, schema.index(of: call.entity)) }
    }
  }

  /// Records the ordered lists that a row states, including those of nested rows.
  private mutating func note(_ row: Payload, _ entity: Int) {
    let metadata = schema.entities[entity]
    for relation in metadata.relations {
      let values = (relation.ids + relation.objects).compactMap { row[$0] }
      if !values.isEmpty, let id = metadata.id(of: row) {
        owners.insert(Owner(entity: metadata.name, relation: relation.name, id: id))
      }
      for value in values {
        for nested in [value] + value.elements { note(nested, schema.index(of: relation.target)) }
      }
    }
  }

  /// The content of a database, without positions that no call states.
  func content(of database: LawDatabase) throws -> LawDatabase.Content {
    var content = try database.content()
    for table in schema.metadata.joinTables {
      guard let position = table.positionColumn else { continue }
      let columns = try database.rows("PRAGMA table_info(\"\(table.name)\")").map { $0[1].text }
      guard let place = columns.firstIndex(of: position),
        let left = columns.firstIndex(of: table.leftColumns[0])
      else { continue }
      for (index, row) in (content[table.name] ?? []).enumerated()
      where !isStated(row[left], table) {
        content[table.name]?[index][place] = .null
      }
    }
    return content
  }

  private func isStated(_ owner: StoredValue, _ table: JoinTableMetadata) -> Bool {
    let entity = schema.entities[schema.index(of: table.leftEntity)]
    return entity.relations.contains { relation in
      guard case .manyToMany(let name, .left, _) = relation.kind, name == table.name else {
        return false
      }
      return owners.contains(
        Owner(entity: entity.name, relation: relation.name, id: owner.text.lowercased()))
    }
  }
}

extension EntityMetadata {
  fileprivate func id(of row: Payload) -> String? {
    guard let attribute = idAttribute else { return nil }
    return attributes[attribute].remote.lazy.compactMap { row[$0] }.first.map {
      $0.description.lowercased().filter { $0 != "\"" }
    }
  }
}
