package import SyncGenDiagnostics

/// The `search:` setting of an entity: the full-text index of its rows.
package struct SearchIndex: Hashable, Sendable {
  /// An indexed text of a row.
  package struct Member: Hashable, Sendable {
    /// The position in the entity's `columns`.
    package let column: Int
    /// The keys of a field in the column's value, from the outside in; empty for the whole value.
    package let path: [String]
    /// Whether it is a list of strings.
    package let isList: Bool
  }

  /// How strings are divided into words.
  package enum Tokenizer: String, CaseIterable, Hashable, Sendable {
    case unicode61, porter, trigram, ascii

    /// The value of FTS5's option `tokenize`.
    package var option: String {
      switch self {
      case .unicode61: "unicode61 remove_diacritics 2"
      case .porter: "porter unicode61 remove_diacritics 2"
      case .trigram: "trigram"
      case .ascii: "ascii"
      }
    }
  }

  /// At least one.
  package let members: [Member]
  package let tokenizer: Tokenizer
  package let span: SourceSpan
}

extension SearchIndex {
  /// The suffixes of the tables that an index creates: the index, the identities of its documents,
  /// and FTS5's own tables.
  static let tableEndings = [
    "", "_rows", "_data", "_idx", "_content", "_docsize", "_config",
  ]

  /// The index table for an entity's table.
  static func table(of table: String) -> String { table + "_search" }

  /// The distinct column names of the index.
  package func columnNames(of entity: Entity) -> [SQLIdentifier] {
    // FTS5 has its own columns with these names, and one with the name of the table.
    var taken: Set<String> = ["rowid", "rank", Self.table(of: entity.table.name).lowercased()]
    return members.map { member in
      var name = member.keys(of: entity).joined(separator: "_")
      while !taken.insert(name.lowercased()).inserted { name += "_" }
      return SQLIdentifier(name)
    }
  }

  /// The name in messages, e.g. `address.country`.
  package func names(of entity: Entity) -> [String] {
    members.map { $0.keys(of: entity).joined(separator: ".") }
  }
}

extension SearchIndex.Member {
  fileprivate func keys(of entity: Entity) -> [String] {
    [entity.columns[column].name.name] + path
  }

  /// The text in SQL; for a list, its elements on separate lines. A value that is not JSON has no
  /// text.
  ///
  /// - Parameter row: The name of the row in SQL.
  package func expression(of entity: Entity, in row: String) -> String {
    let value = "\(row).\(entity.columns[column].name.quoted)"
    if path.isEmpty, !isList { return value }
    let place = "'$.\(path.joined(separator: "."))'"
    let text: String
    if isList {
      let list = path.isEmpty ? value : "\(value), \(place)"
      text = "(SELECT group_concat(value, char(10)) FROM json_each(\(list)))"
    } else {
      text = "json_extract(\(value), \(place))"
    }
    return "CASE WHEN json_valid(\(value)) THEN \(text) END"
  }
}

extension Entity {
  /// The table of the full-text index.
  package var searchTable: SQLIdentifier { SQLIdentifier(SearchIndex.table(of: table.name)) }
  /// The table with the identity of each document of the index.
  package var searchRowsTable: SQLIdentifier { SQLIdentifier(searchTable.name + "_rows") }
}
