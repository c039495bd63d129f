package import SyncGenDiagnostics

/// `search:` of an entity: the full-text index of its rows.
package struct SearchIndex: Hashable, Sendable {
  /// A text of a row that is indexed.
  package struct Member: Hashable, Sendable {
    /// Position in the entity's `columns`.
    package let column: Int
    /// The keys that lead to a field in the column's value; empty for the value as a whole.
    package let path: [String]
    /// Whether it is a list of texts.
    package let isList: Bool
  }

  /// How texts are divided into words.
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
  /// The endings of the names of tables that an index makes: the index, the identities of its documents, and what
  /// FTS5 keeps for itself.
  static let tableEndings = [
    "", "_rows", "_data", "_idx", "_content", "_docsize", "_config",
  ]

  /// The table of the index, of an entity with this table.
  static func table(of table: String) -> String { table + "_search" }

  /// What the index calls its columns, each name once.
  package func columnNames(of entity: Entity) -> [SQLIdentifier] {
    // FTS5 has columns of its own with these names, and one that is called as the table.
    var taken: Set<String> = ["rowid", "rank", Self.table(of: entity.table.name).lowercased()]
    return members.map { member in
      var name = member.keys(of: entity).joined(separator: "_")
      while !taken.insert(name.lowercased()).inserted { name += "_" }
      return SQLIdentifier(name)
    }
  }

  /// The texts for people: `address.country`.
  package func names(of entity: Entity) -> [String] {
    members.map { $0.keys(of: entity).joined(separator: ".") }
  }
}

extension SearchIndex.Member {
  fileprivate func keys(of entity: Entity) -> [String] {
    [entity.columns[column].name.name] + path
  }

  /// The text in SQL: of a list its elements in lines. What is not JSON has no text there.
  ///
  /// - Parameter row: What the row is called, in SQL.
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
  /// The identity of each document of the index.
  package var searchRowsTable: SQLIdentifier { SQLIdentifier(searchTable.name + "_rows") }
}
