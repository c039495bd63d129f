package import SyncGenDiagnostics

/// An index on an entity's table.
package struct Index: Hashable, Sendable {
  package let name: SQLIdentifier
  /// Positions in the entity's `columns`.
  package let columns: [Int]
  /// For each column the keys that lead to a field in its value; empty for the value as a whole.
  package let paths: [[String]]
  package let isUnique: Bool
  /// The SQL condition of a partial index.
  package let predicate: String?
  /// Where the schema states the condition.
  package let predicateSpan: SourceSpan?
  package let origin: Origin
  package let span: SourceSpan

  /// Why the index is there.
  package enum Origin: String, CaseIterable, Hashable, Sendable {
    case stated
    /// `index: true` or `unique: true` on an attribute.
    case attribute
    case reference
    case clock
    /// Of rows whose tombstones are kept for a time.
    case tombstone
  }
}

extension Index {
  /// What is indexed, in SQL: columns, and fields by the expression by which queries ask for them.
  package func terms(of entity: Entity) -> [String] {
    zip(columns, paths).map { column, path in
      let name = entity.columns[column].name.quoted
      return path.isEmpty ? name : "json_extract(\(name), '$.\(path.joined(separator: "."))')"
    }
  }

  /// The same for people: `address.country`.
  package func names(of entity: Entity) -> [String] {
    zip(columns, paths).map { column, path in
      ([entity.columns[column].name.name] + path).joined(separator: ".")
    }
  }

  /// Whether a field is indexed.
  package var hasFields: Bool { paths.contains { !$0.isEmpty } }
}
