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

  /// A part of the identity of another row.
  struct Part {
    /// The member of the target that it is, or that of the row that refers to it.
    var name: String
    /// SQL of the key of the row that has the part, and of its column.
    let key: String
    let value: String
    let target: Target
  }

  /// Parts of identities, and the joins by which they are reached.
  struct Parts {
    var all: [Part] = []
    var joins = ""

    /// SQL of the keys and the columns.
    var columns: [String] { all.flatMap { [$0.key, $0.value] } }
  }

  /// An amount of money, which is two attributes of the model, or one beside a currency that the schema states.
  struct Amount {
    let name: String
    let units: String
    let currency: String?
    /// Whether the file has minor units.
    let isMinor: Bool
    /// The currency that all amounts have.
    let code: String?
  }

  /// A list that is copied with its owner.
  struct List {
    let name: String
    /// SQL of the owner's key, and of the key and the column of each part of the member's identity, where the owner's
    /// key is between `?1` and `?2`.
    let sql: String
    let parts: [Part]
  }

  let entity: EntityMetadata
  let source: CoreDataFile.Entity
  let table: String
  /// What `Z_ENT` of its rows is.
  let numbers: [Int64]
  /// How rows are identified whose identity is not among the members; `nil` if it is.
  var ownIdentity: Identity?
  var members: [Member] = []
  var amounts: [Amount] = []
  var references: [Reference] = []
  /// References to rows whose identities have several parts.
  var composites = Parts()
  /// The columns of the schema that those fill.
  var compositeColumns: Set<Int> = []
  var lists: [List] = []
  /// Whether a row may need another one of the same entity, so that all are copied at once.
  var isWhole = false
}

extension [Int64] {
  /// As SQL.
  var listed: String { map(String.init).joined(separator: ", ") }
}
