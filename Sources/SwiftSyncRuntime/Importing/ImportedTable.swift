@_spi(Generated) import SwiftSyncREST

/// The location of the rows of an entity of the schema in a Core Data file.
struct ImportedTable {
  /// How the identity of a row is determined.
  enum Identity {
    /// A column of the row.
    case column(String, ValueType)
    /// The row's key.
    case key
    /// A UUID derived from the row's key.
    case keyUUID
  }

  struct Member {
    let name: String
    let column: String
    let type: ValueType
    /// Whether values may be in separate files.
    var isExternal = false
  }

  struct Reference {
    let name: String
    let column: String
    let target: Target
  }

  /// How the key of a row leads to its identity.
  struct Target {
    let table: String
    let identity: Identity
  }

  /// A list that is copied with its owner.
  struct List {
    let name: String
    /// The SQL for the keys of owner and member, and for the member's identity, where the owner's
    /// key is between `?1` and `?2`.
    let sql: String
    let target: Target
  }

  let entity: EntityMetadata
  let source: CoreDataFile.Entity
  let table: String
  /// The values of `Z_ENT` of its rows.
  let numbers: [Int64]
  /// How rows are identified whose identity is not among the members; `nil` if it is.
  var ownIdentity: Identity?
  var members: [Member] = []
  var references: [Reference] = []
  var lists: [List] = []
  /// Whether a row may need another row of the same entity, so that all are copied at once.
  var isWhole = false
}

extension [Int64] {
  /// The numbers as an SQL list.
  var listed: String { map(String.init).joined(separator: ", ") }
}
