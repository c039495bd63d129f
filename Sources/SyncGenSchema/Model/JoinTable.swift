/// The table of a many-to-many relationship without `through:`, or the view of a `through:` entity
/// as such a table.
package struct JoinTable: Hashable, Sendable {
  package struct End: Hashable, Sendable {
    package let entity: EntityID
    /// The entity's relationship that uses this table; `nil` on the far side of `inverse: none`.
    package let relation: RelationID?
    /// The columns with the entity's identity, in its order; at least one.
    package let columns: [EndColumn]

    /// The column of an identity with one part; for a composite identity, the first.
    package var column: SQLIdentifier { columns[0].name }
    package var storage: SQLStorage { columns[0].storage }
    package var isComposite: Bool { columns.count > 1 }
  }

  package struct EndColumn: Hashable, Sendable {
    package let name: SQLIdentifier
    package let storage: SQLStorage
  }

  package let name: SQLIdentifier
  /// The side that owns the table.
  package let left: End
  package let right: End
  /// The column with the order of the left side's list.
  package let positionColumn: SQLIdentifier?
  /// The index on the right column.
  package let inverseIndex: SQLIdentifier
  /// The entity of this table.
  package let through: EntityID?
}
