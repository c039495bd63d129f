/// What the runtime knows of the table of a many-to-many relation.
@_spi(Generated)
public struct JoinTableMetadata: Hashable, Sendable {
  /// One of the two columns.
  public enum Side: Hashable, Sendable {
    /// `leftColumn`, whose list the position column orders.
    case left
    /// `rightColumn`.
    case right
  }

  /// The table's name, not quoted.
  public let name: String
  /// The column that holds the identity of a row of `leftEntity`, not quoted.
  public let leftColumn: String
  /// The column that holds the identity of a row of `rightEntity`, not quoted.
  public let rightColumn: String
  /// The entity on the left side.
  public let leftEntity: String
  /// The entity on the right side; the same as on the left for a relation to itself.
  public let rightEntity: String
  /// The column that keeps the order of the left side's list.
  public let positionColumn: String?
  /// The entity whose table this is, for `through:`.
  public let through: String?

  /// A table that links two entities, which are named, not looked up.
  public init(
    _ name: String, left leftColumn: String, of leftEntity: String, right rightColumn: String,
    of rightEntity: String, position positionColumn: String? = nil, through: String? = nil
  ) {
    self.name = name
    self.leftColumn = leftColumn
    self.rightColumn = rightColumn
    self.leftEntity = leftEntity
    self.rightEntity = rightEntity
    self.positionColumn = positionColumn
    self.through = through
  }
}
