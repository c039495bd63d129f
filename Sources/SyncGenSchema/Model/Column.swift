package import SwiftSyncValues

/// A column of an entity's table.
package struct Column: Hashable, Sendable {
  package let name: SQLIdentifier
  package let storage: SQLStorage
  package let isRequired: Bool
  /// The constant default in its stored form; `nil` if there is none.
  package let defaultValue: SQLLiteral?
  package let source: Source
  /// How SQLite compares strings of the column.
  package var collation = TextCollation.binary

  /// The content of a column.
  package enum Source: Hashable, Sendable {
    case attribute(index: Int)
    case moneyMinor(attribute: Int)
    case moneyCurrency(attribute: Int)
    /// A to-one relationship of the same entity.
    case reference(relation: Int)
    /// The row's position in an ordered list of its parent; the relationship is the row's
    /// reference.
    case position(relation: Int)
  }
}

package enum SQLStorage: String, CaseIterable, Hashable, Sendable {
  case text = "TEXT"
  case integer = "INTEGER"
  case real = "REAL"
  case blob = "BLOB"
}

/// How SQLite compares strings.
package enum TextCollation: String, CaseIterable, Hashable, Sendable {
  case binary
  /// Ignoring the case of ASCII letters.
  case nocase
}

/// A value as SQLite stores it.
package enum SQLLiteral: Hashable, Sendable {
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

// MARK: Declarations

extension Entity {
  /// The columns as the table declares them.
  package var columnDefinitions: [ColumnDefinition] { columns.indices.map(columnDefinition) }

  package func columnDefinition(_ position: Int) -> ColumnDefinition {
    let column = columns[position]
    return ColumnDefinition(
      name: column.name.name, type: column.storage.rawValue, isRequired: column.isRequired,
      defaultSQL: column.defaultValue.map(SQLText.literal),
      keyPosition: identity.columns.firstIndex(of: position).map { $0 + 1 } ?? 0,
      collation: column.collation == .binary ? nil : column.collation.rawValue.uppercased())
  }
}

extension JoinTable {
  /// The columns as the table declares them.
  package var columnDefinitions: [ColumnDefinition] {
    let ends = (left.columns + right.columns).enumerated().map { place, column in
      ColumnDefinition(
        name: column.name.name, type: column.storage.rawValue, isRequired: true,
        keyPosition: place + 1)
    }
    let position = positionColumn.map {
      ColumnDefinition(name: $0.name, type: SQLStorage.integer.rawValue, isRequired: true)
    }
    return ends + [position].compactMap(\.self)
  }
}

extension ColumnDefinition {
  package var identifier: SQLIdentifier { SQLIdentifier(name) }

  /// The name in SQL, quoted if necessary.
  package var quoted: String { SQLIdentifier.quoted(name) }
}
