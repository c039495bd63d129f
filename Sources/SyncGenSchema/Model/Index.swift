package import SyncGenDiagnostics

/// An index on an entity's table.
package struct Index: Hashable, Sendable {
  package let name: SQLIdentifier
  /// The positions in the entity's `columns`.
  package let columns: [Int]
  /// For each column, the keys of a field in its value, from the outside in; empty for the whole
  /// value.
  package let paths: [[String]]
  package let isUnique: Bool
  /// The SQL condition of a partial index.
  package let predicate: String?
  /// The span of the condition in the schema.
  package let predicateSpan: SourceSpan?
  package let origin: Origin
  package let span: SourceSpan

  /// The reason for the index.
  package enum Origin: String, CaseIterable, Hashable, Sendable {
    case stated
    /// `index: true` or `unique: true` on an attribute.
    case attribute
    case reference
    case clock
    /// The index of soft-deleted rows with a retention.
    case tombstone
  }
}

extension Index {
  /// The indexed terms in SQL: columns, and fields in the expression that queries use.
  package func terms(of entity: Entity) -> [String] {
    zip(columns, paths).map { column, path in
      let name = entity.columns[column].name.quoted
      return path.isEmpty ? name : "json_extract(\(name), '$.\(path.joined(separator: "."))')"
    }
  }

  /// The indexed terms for people, e.g. `address.country`.
  package func names(of entity: Entity) -> [String] {
    zip(columns, paths).map { column, path in
      ([entity.columns[column].name.name] + path).joined(separator: ".")
    }
  }

  /// Whether a field is indexed.
  package var hasFields: Bool { paths.contains { !$0.isEmpty } }
}
