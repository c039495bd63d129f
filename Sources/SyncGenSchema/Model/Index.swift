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

  /// Whether something else than a column is indexed.
  package var hasExpressions: Bool { terms.hasExpressions }

  /// The indexed terms in SQL: columns, and fields and functions in the expressions that queries use,
  /// with their order.
  package func sqlTerms(of entity: Entity) -> [String] {
    terms.map { term in
      let name = entity.columns[term.column].name.quoted
      let member =
        term.path.isEmpty
        ? name : "json_extract(\(name), '$.\(term.path.joined(separator: "."))')"
      let value = term.function?.sql(of: member) ?? member
      return settings.isDescending ? value + " DESC" : value
    }
  }

  /// The indexed terms for people, e.g. `address.country` or `lower(name)`.
  package func names(of entity: Entity) -> [String] {
    terms.map { term in
      let name = ([entity.columns[term.column].name.name] + term.path).joined(separator: ".")
      return term.function.map { "\($0.rawValue)(\(name))" } ?? name
    }
  }
}

/// A column, a field of the value in it, or a function of one of them.
package struct IndexTerm: Hashable, Sendable {
  /// The position in the entity's `columns`.
  package let column: Int
  /// The keys of a field in the column's value, from the outside in; empty for the whole value.
  package var path: [String] = []
  package var function: IndexFunction?

  var isExpression: Bool { !path.isEmpty || function != nil }
}

extension [IndexTerm] {
  var hasExpressions: Bool { contains(where: \.isExpression) }
}

/// A function whose values an index contains.
///
/// They are functions of SQLite itself, so that any program can write to the table, and always have
/// the same result: a later Unicode or time zone table would make an index wrong.
package enum IndexFunction: String, CaseIterable, Hashable, Sendable {
  /// A string with the ASCII letters in lowercase.
  case lower
  /// The number of Unicode scalars in a string.
  case length
  /// The year of a day.
  case year
  /// The month of a day.
  case month

  /// The type of the attributes to which it applies.
  package var argument: ScalarType {
    switch self {
    case .lower, .length: .string
    case .year, .month: .day
    }
  }

  /// The expression that queries use. `ConditionSQL` of the runtime writes the same.
  package func sql(of value: String) -> String {
    switch self {
    case .lower: "lower(\(value))"
    case .length: "length(\(value))"
    // Days are text of the form `YYYY-MM-DD`.
    case .year: "CAST(substr(\(value), 1, 4) AS INTEGER)"
    case .month: "CAST(substr(\(value), 6, 2) AS INTEGER)"
    }
  }

  /// The name of a function and its argument, if a member of an index is written as a call, such as
  /// `lower(name)`.
  static func call(in text: String) -> (name: String, argument: String)? {
    guard text.hasSuffix(")"), let open = text.firstIndex(of: "(") else { return nil }
    let argument = text[text.index(after: open)...].dropLast()
    return (name: trimmed(text[..<open]), argument: trimmed(argument))
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop { $0 == " " }
    let end = start.reversed().prefix { $0 == " " }.count
    return String(start.dropLast(end))
  }
}
