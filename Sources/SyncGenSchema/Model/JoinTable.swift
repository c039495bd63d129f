/// The table of a many-to-many relation that the schema does not take over with `through:`,
/// or the view of a `through:` entity as such a table.
package struct JoinTable: Hashable, Sendable {
  package struct End: Hashable, Sendable {
    package let entity: EntityID
    /// The entity's relation that reads through this table; `nil` on the far side of `inverse: none`.
    package let relation: RelationID?
    /// The column that holds the entity's identity.
    package let column: SQLIdentifier
    package let storage: SQLStorage
  }

  package let name: SQLIdentifier
  /// The side that owns the table.
  package let left: End
  package let right: End
  /// The column that keeps the order of the left side's list.
  package let positionColumn: SQLIdentifier?
  /// The index on the right column.
  package let inverseIndex: SQLIdentifier
  /// The entity whose table this is.
  package let through: EntityID?
}
