@_exported public import enum SwiftSyncValues.MissingRows

/// Options of a call that applies a payload.
public struct ApplyOptions: Sendable {
  /// The conflict policy: what happens to unpushed local changes if the payload has the same row (A13).
  public enum Conflict: String, CaseIterable, Hashable, Sendable {
    /// Fields that were changed locally keep their values. All others get the server's.
    case merge
    /// The payload overwrites local changes.
    case serverWins = "server-wins"
    /// The side with the newer clock wins the whole row. If the clocks are equal, the server wins.
    case newestWins = "newest-wins"
  }

  /// The operations that a call may carry out on rows and links (A18).
  public struct Operations: OptionSet, Hashable, Sendable {
    /// The bits of the operations.
    public let rawValue: Int

    /// Creates a set of operations from their bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Inserts rows, and adds links where there were none.
    public static let insert = Operations(rawValue: 1)
    /// Updates rows, and moves links to other rows.
    public static let update = Operations(rawValue: 2)
    /// Deletes rows and links.
    public static let delete = Operations(rawValue: 4)
    /// All operations.
    public static let all: Operations = [.insert, .update, .delete]
  }

  /// The part of a table that a list is complete for (A9).
  @_spi(Generated)
  public enum Scope: Hashable, Sendable {
    /// The rows whose to-one relationship refers to the row with this identity, given as a string.
    case parent(relation: String, id: String)
    /// The rows that meet an SQL condition.
    case predicate(String)
  }

  /// A closure that returns the JSON to read instead of a row, or `nil` to drop the row. See `transform`.
  public typealias Transform = @Sendable (ApplyOptions.PayloadRow) throws -> JSONValue?

  /// Whether the payload must be one object.
  @_spi(Generated)
  public var isItem = false
  /// What happens to stored rows that are missing from a list (A8). By default, they are kept.
  ///
  /// A payload that is one object says nothing about other rows, so with anything but `keep`, the
  /// call throws `SyncError.invalidOption`. With `keepIf`, it also does so if the rows are objects
  /// on separate lines, which have no place for the value.
  public var missingRows: MissingRows
  /// The conflict policy: what happens to unpushed local changes if the payload has the same row (A13).
  public var conflict: Conflict
  /// The part of the table that a list is complete for; `nil` is the whole table (A9). A condition
  /// only limits deletions, so with `missingRows` `keep`, the call throws `SyncError.invalidOption`.
  @_spi(Generated)
  public var scope: Scope?
  /// The operations allowed for rows at every depth. The default is `all`.
  public var operations: Operations
  /// The operations allowed for nested rows and links, limited by `operations`. The default is `all`.
  public var relationOperations: Operations
  /// The path to the rows, with keys separated by dots, e.g. `data.items` (A21). The default, `nil`, is the top level.
  public var root: String?
  /// The attribute of the identity, for a payload whose rows are in an object under their
  /// identities. The default, `nil`, is a list.
  public var keyedBy: String?
  /// The maximum number of rows that the call may delete. A call that would delete more throws `SyncError.refused`.
  /// `nil`, the default, means any number.
  public var deletionLimit: Int?
  /// The maximum size of a row with everything nested in it, in bytes of JSON. The default is 256
  /// MiB.
  ///
  /// A row is read into memory as a whole, so the limit bounds the memory that a payload can make
  /// the call allocate: about twice the limit. For a larger row, the call throws
  /// `SyncError.invalidPayload` and changes nothing.
  public var rowSizeLimit: Int
  /// Whether a rejected row or an unknown key makes the call throw `SyncError.refused` and change nothing. The
  /// default is `false`.
  public var isStrict: Bool
  /// Whether the call rolls its changes back and only returns the report. The default is `false`.
  public var isDryRun: Bool

  /// The run of pages that the payload belongs to.
  package var listRun: ListRun?
  /// Whether the payload is a page of a list, so that others may follow.
  package var isPage = false
  /// Whether the response says that the list goes on elsewhere, so that no row is missing yet.
  package var goesOn = false
  /// The entity tag of the response, whose payload is a single row.
  package var entityTag: String?

  /// A closure that changes or drops rows before they are read, for conversions that the schema
  /// cannot express.
  ///
  /// ```swift
  /// let options = ApplyOptions(transform: { row in
  ///   guard row.entity == "Person" else { return row.json }
  ///   var json = row.json
  ///   json["name"] = json["full_name"] ?? json["nickname"]
  ///   return json
  /// })
  /// ```
  ///
  /// The closure is called once for each object that is read as a row: the rows of the payload and
  /// the rows that are nested in them, at every depth, in the order of the payload. An outer row
  /// comes before the rows nested in it, so the closure receives nested rows twice: as part of the
  /// outer row, and then separately, in the form that was returned for the outer row. Ids and
  /// elements that are not objects are not rows.
  ///
  /// - Return the row's JSON to leave it unchanged, or other JSON to be read in its place. Its keys
  ///   are read in alphabetical order. All rules apply to the returned JSON, so keys that the
  ///   schema does not know are counted.
  /// - Return `nil` or `.null` to drop the row with everything nested in it, as if the payload did
  ///   not contain it. If the call deletes missing rows, its stored row is therefore missing and
  ///   deleted; in a nested list, it is no longer listed; and the key of a nested object counts as
  ///   missing, so the reference is kept. Dropped rows are not counted.
  /// - If the closure throws, the row is rejected as `transformFailed`, with its place and the
  ///   error's description. Its stored row is kept, and nothing nested in it is applied. To undo
  ///   the whole call instead, set `isStrict`.
  ///
  /// The closure runs on the store's writing thread while the transaction is open, so it must not
  /// wait for the store. By default, there is no closure, and rows are read without an intermediate
  /// `JSONValue`.
  public var transform: Transform?

  /// Creates options. Those that are not stated have their defaults, which fit a list and a single
  /// row.
  ///
  /// ```swift
  /// let options = ApplyOptions(conflict: .serverWins, root: "data.items")
  /// ```
  public init(
    missingRows: MissingRows = .keep, conflict: Conflict = .merge, operations: Operations = .all,
    relationOperations: Operations = .all, root: String? = nil, keyedBy: String? = nil,
    deletionLimit: Int? = nil, rowSizeLimit: Int = 256 << 20, isStrict: Bool = false,
    isDryRun: Bool = false, transform: Transform? = nil
  ) {
    self.missingRows = missingRows
    self.conflict = conflict
    self.operations = operations
    self.relationOperations = relationOperations
    self.root = root
    self.keyedBy = keyedBy
    self.deletionLimit = deletionLimit
    self.rowSizeLimit = rowSizeLimit
    self.isStrict = isStrict
    self.isDryRun = isDryRun
    self.transform = transform
  }

  /// Checks that the options do not contradict each other.
  func checkMissingRows() throws(SyncError) {
    if case .predicate = scope, !missingRows.mayDelete {
      throw .invalidOption(
        "where: the condition limits which missing rows are deleted, so it needs missingRows: 'delete'"
      )
    }
  }
}
