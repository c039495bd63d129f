@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime

/// Which places in ordered many-to-many lists a trial states.
///
/// The list of one side gives its members their places. Members that only the other side's lists name
/// come to its end as they arrive: they have an order that no payload states, so the order of the
/// calls makes it. Where any call states the list itself, it decides in whatever order calls come.
struct StatedOrders {
  private struct Owner: Hashable {
    let entity: String
    let relation: String
    /// As spelled, without quotes and case.
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

  /// Notes the ordered lists that a row states, and the rows in it.
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

  /// What a database holds, without the places that nothing states.
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
