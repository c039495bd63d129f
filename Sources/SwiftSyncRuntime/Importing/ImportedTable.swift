@_spi(Generated) import SwiftSyncREST

/// Where the rows of an entity of the schema lie in a file of Core Data.
struct ImportedTable {
  /// How the identity of a row is known.
  enum Identity {
    /// A column of the row.
    case column(String, ValueType)
    /// The row's key.
    case key
    /// A UUID that is made of the row's key.
    case keyUUID
  }

  struct Member {
    let name: String
    let column: String
    let type: ValueType
    /// Whether values may be in files of their own.
    var isExternal = false
  }

  struct Reference {
    let name: String
    let column: String
    let target: Target
  }

  /// What leads from the key of a row to its identity.
  struct Target {
    let table: String
    let identity: Identity
  }

  /// A list that is copied with its owner.
  struct List {
    let name: String
    /// SQL of the keys of owner and member, and of the member's identity, where the owner's key is between `?1` and `?2`.
    let sql: String
    let target: Target
  }

  let entity: EntityMetadata
  let source: CoreDataFile.Entity
  let table: String
  /// What `Z_ENT` of its rows is.
  let numbers: [Int64]
  /// How rows are identified whose identity is not among the members; `nil` if it is.
  var ownIdentity: Identity?
  var members: [Member] = []
  var references: [Reference] = []
  var lists: [List] = []
  /// Whether a row may need another one of the same entity, so that all are copied at once.
  var isWhole = false
}

extension [Int64] {
  /// As SQL.
  var listed: String { map(String.init).joined(separator: ", ") }
}
