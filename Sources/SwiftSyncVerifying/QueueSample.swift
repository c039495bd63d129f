@_spi(Generated) import SwiftSyncStore
import SwiftSyncValues

/// Entries of the queue of local writes for an entity: for stored rows, and for one that is not
/// stored.
struct QueueSample {
  /// No version has that many rows.
  private static let goneRow = 1_900

  private let entity: EntityMetadata
  private let maker: ProofRowMaker

  init(_ entity: EntityMetadata, _ maker: ProofRowMaker) {
    self.entity = entity
    self.maker = maker
  }

  private var hasEntries: Bool { entity.sync.isPushed || entity.sync.clock != nil }

  var statements: [String] { hasEntries ? statements(writing: "INSERT OR IGNORE") : [] }

  /// Statements for a database from which rows were removed: removes the entries for these, except
  /// deletions, and adds entries for rows that are left.
  var repairs: [String] {
    guard hasEntries else { return [] }
    let removal =
      "DELETE FROM swiftsync_changes WHERE entity = \(quotedText(entity.name)) "
      + "AND operation <> 'delete' AND id NOT IN (SELECT \(queuedID) FROM \(quoted(entity.table)))"
    return [removal] + statements(writing: "INSERT OR REPLACE")
  }

  /// - Parameter verb: What happens to an existing entry for the same row.
  private func statements(writing verb: String) -> [String] {
    let stored = ["insert", "update", "delete", "touch"].enumerated().map { place, operation in
      statement(
        verb, operation, ofRow: queuedID, "FROM \(quoted(entity.table)) LIMIT 1 OFFSET \(place)")
    }
    let gone = ProofRowMaker.key(maker.identity(of: entity, Self.goneRow))
    return stored + [statement(verb, "delete", ofRow: gone, "")]
  }

  private var queuedID: String {
    ProofRowMaker.key(entity.identity.map { quoted(entity.columns[$0].name) })
  }

  private func statement(
    _ verb: String, _ operation: String, ofRow row: String, _ source: String
  ) -> String {
    let isEdited = ["insert", "update"].contains(operation)
    let fields = "," + (isEdited ? recordedNames.sorted() : []).map { $0 + "," }.joined()
    let clock = entity.sync.clock.map { clock in
      SampleValue.pick(SampleValue(range: .whole).literals(of: entity.attributes[clock].type), 1)
    }
    return "\(verb) INTO swiftsync_changes (entity, id, operation, fields, clock, "
      + "changed_at, attempts, last_error, is_quarantined) SELECT "
      + "\(quotedText(entity.name)), \(row), '\(operation)', "
      + "\(quotedText(fields)), \(clock ?? "NULL"), '2026-01-02T03:04:05.678Z', "
      + "\(Self.pushes(of: operation)) \(source)"
  }

  /// The members that a push sends, except the identity.
  private var recordedNames: [String] {
    guard maker.hasNames, entity.sync.isPushed else { return [] }
    let attributes = entity.attributes.filter {
      $0.direction.isPushed && !entity.identity.contains($0.column)
    }
    let relations = entity.relations.filter { relation in
      guard relation.direction.isPushed else { return false }
      switch relation.kind {
      // The columns of a reference with several parts are those of attributes.
      case .toOne(let reference):
        return reference.parts.isEmpty && !entity.identity.contains(reference.column)
      case .manyToMany(let name, _, _):
        let table = maker.schema.joinTables.first { $0.name == name }
        // A `through:` entity that is pushed contains its memberships.
        return table?.through.flatMap(maker.entity)?.sync.isPushed != true
      case .toOneInverse, .toMany: return false
      }
    }
    return attributes.map(\.name) + relations.map(\.name)
  }

  /// The attempts to push an entry, the last error, and whether the server has rejected it.
  private static func pushes(of operation: String) -> String {
    switch operation {
    case "insert": "2, 'no connection', 0"
    case "update": "8, 'rejected', 1"
    default: "0, NULL, 0"
    }
  }
}
