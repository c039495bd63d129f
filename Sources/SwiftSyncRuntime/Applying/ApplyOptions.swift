/// How a payload is applied.
public struct ApplyOptions: Hashable, Sendable {
  /// What happens to stored rows that a list does not name (A8).
  public enum MissingRows: String, CaseIterable, Hashable, Sendable {
    /// They go, as far as the payload is complete for them (A8, A9, A10).
    case delete
    /// They stay.
    case keep
  }

  /// What wins where a row of the payload meets local writes that are not pushed yet (A13).
  public enum Conflict: String, CaseIterable, Hashable, Sendable {
    /// Fields that were written here stay, all others take the server's values.
    case merge
    /// Local writes give way to what the payload says.
    case serverWins = "server-wins"
    /// The side whose clock is newer wins whole, the server if they are equal.
    case newestWins = "newest-wins"
  }

  /// What may be done to rows or links (A18).
  public struct Operations: OptionSet, Hashable, Sendable {
    /// The sum of the operations' bits.
    public let rawValue: Int

    /// The operations whose bits are set.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Rows may be added, and links that were not there.
    public static let insert = Operations(rawValue: 1)
    /// Rows may be changed, and links moved.
    public static let update = Operations(rawValue: 2)
    /// Rows may be deleted, and links taken away.
    public static let delete = Operations(rawValue: 4)
    /// Everything may be done.
    public static let all: Operations = [.insert, .update, .delete]
  }

  /// The part of a table that a list is complete for (A9).
  @_spi(Generated)
  public enum Scope: Hashable, Sendable {
    /// The rows whose to-one relation leads to the row with this identity, given as text.
    case parent(relation: String, id: String)
    /// The rows for which an SQL condition holds.
    case predicate(String)
  }

  /// Whether the payload is a single row, so no other row counts as missing.
  public var isItem = false
  /// What happens to stored rows that a list does not name (A8).
  public var missingRows = MissingRows.delete
  /// What wins where a row of the payload meets local writes that are not pushed yet (A13).
  public var conflict = Conflict.merge
  /// The part of the table that a list is complete for; `nil` is the whole table (A9).
  @_spi(Generated)
  public var scope: Scope?
  /// For all rows at every depth.
  public var operations = Operations.all
  /// Narrows `operations` for nested rows and links.
  public var relationOperations = Operations.all
  /// The keys that lead to the rows, outermost first, with dots: `data.items` (A21).
  public var root: String?
  /// A call that would delete more rows changes nothing.
  public var deletionLimit: Int?
  /// Whether any rejected row or unknown key undoes the whole call.
  public var isStrict = false
  /// Whether all is undone at the end, so that only the report remains.
  public var isDryRun = false

  /// A complete list of rows at the top of the payload, for which everything may be done.
  public init() {}
}
