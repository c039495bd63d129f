package import SyncGenDiagnostics

/// An index on an entity's table.
package struct Index: Hashable, Sendable {
  package let name: SQLIdentifier
  package let terms: [IndexTerm]
  package let settings: IndexSettings
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
  /// The positions in the entity's `columns`.
  package var columns: [Int] { terms.map(\.column) }

  package var isUnique: Bool { settings.isUnique }

  /// Whether a field is indexed.
  package var hasFields: Bool { terms.hasFields }

  /// The indexed terms in SQL: columns, and fields in the expression that queries use, with their
  /// order.
  package func sqlTerms(of entity: Entity) -> [String] {
    terms.map { term in
      let name = entity.columns[term.column].name.quoted
      let value =
        term.path.isEmpty
        ? name : "json_extract(\(name), '$.\(term.path.joined(separator: "."))')"
      return settings.isDescending ? value + " DESC" : value
    }
  }

  /// The indexed terms for people, e.g. `address.country`.
  package func names(of entity: Entity) -> [String] {
    terms.map { ([entity.columns[$0.column].name.name] + $0.path).joined(separator: ".") }
  }
}

/// A column, or a field of the value in it.
package struct IndexTerm: Hashable, Sendable {
  /// The position in the entity's `columns`.
  package let column: Int
  /// The keys of a field in the column's value, from the outside in; empty for the whole value.
  package var path: [String] = []
}

extension [IndexTerm] {
  var hasFields: Bool { contains { !$0.path.isEmpty } }
}
