/// A column as declared by the statement that creates its table.
///
/// References and checks are not part of it, because they belong to the table and may concern
/// several columns.
package struct ColumnDefinition: Hashable, Sendable {
  /// The name without quotation marks.
  package var name: String
  /// The declared type as written; empty if there is none.
  package let type: String
  /// Whether it is `NOT NULL`.
  package let isRequired: Bool
  /// The default in SQL. SQLite reports an expression without its parentheses.
  package let defaultSQL: String?
  /// The position in the primary key, from 1; 0 for a column that is not part of it.
  package let keyPosition: Int
  /// The collation as written; `nil` for `BINARY`.
  package let collation: String?
  /// 1 for a hidden column of a virtual table, 2 or 3 for a generated column, otherwise 0, as in
  /// `pragma_table_xinfo`.
  package let hidden: Int

  package init(
    name: String, type: String, isRequired: Bool, defaultSQL: String? = nil, keyPosition: Int = 0,
    collation: String? = nil, hidden: Int = 0
  ) {
    self.name = name
    self.type = type
    self.isRequired = isRequired
    self.defaultSQL = defaultSQL
    self.keyPosition = keyPosition
    self.collation = collation
    self.hidden = hidden
  }

  /// Whether SQLite computes it from other columns.
  package var isGenerated: Bool { hidden > 1 }

  /// Whether a row that does not state a value for it is refused.
  package var needsValue: Bool { isRequired && defaultSQL == nil && !isGenerated }

  /// Whether it differs from another column in nothing but the name.
  package func isSame(as other: ColumnDefinition) -> Bool {
    var renamed = self
    renamed.name = other.name
    return renamed == other
  }
}

extension [ColumnDefinition] {
  /// The positions of the columns of the primary key, in its order.
  package var primaryKey: [Int] {
    indices.filter { self[$0].keyPosition > 0 }
      .sorted { self[$0].keyPosition < self[$1].keyPosition }
  }
}

// MARK: Affinity

extension ColumnDefinition {
  /// How a column converts values (SQLite documentation, "Determination Of Column Affinity").
  package enum Affinity: Sendable {
    case integer, text, none, real, numeric
  }

  /// What a store writes to a column, in words.
  package enum Content: String, Sendable {
    case integers, numbers, texts, bytes
  }

  package var affinity: Affinity {
    func has(_ parts: String...) -> Bool { parts.contains { foldedType.contains($0) } }
    if has("int") { return .integer }
    if has("char", "clob", "text") { return .text }
    if type.isEmpty || has("blob") { return .none }
    return has("real", "floa", "doub") ? .real : .numeric
  }

  /// Whether the column stores such values as written.
  package func keeps(_ content: Content) -> Bool {
    switch content {
    case .integers: [.integer, .numeric, .none].contains(affinity)
    case .numbers: affinity != .text
    // A numeric column converts strings that look like numbers, which times never do.
    case .texts: [.text, .none].contains(affinity) || affinity == .numeric && isTemporal
    case .bytes: true
    }
  }

  /// Whether it is declared as a column of dates or times.
  private var isTemporal: Bool { foldedType.contains("date") || foldedType.contains("time") }

  private var foldedType: String { type.lowercased() }
}
