extension EntityMetadata {
  /// The columns that `default: new` and `default: now` fill, with what they get as SQL.
  var generatedColumns: [(column: String, value: String)] {
    attributes.compactMap { attribute in
      guard let value = attribute.generatedDefault?.sql(as: columns[attribute.column].storage)
      else {
        return nil
      }
      return (columns[attribute.column].name, value)
    }
  }
}

extension GeneratedDefault {
  /// An expression in SQL whose value is new in each row.
  fileprivate func sql(as storage: ColumnMetadata.Storage) -> String {
    switch (self, storage) {
    case (.newUUID, _): Self.randomUUID
    // SQLite's clock has milliseconds, the store's dates have microseconds.
    case (.now, .integer):
      "CAST(round((julianday('now') - 2440587.5) * 86400000) AS INTEGER) * 1000"
    case (.now, _): "strftime('%Y-%m-%dT%H:%M:%f000Z', 'now')"
    }
  }

  /// A UUID of version 4 (RFC 9562, section 5.4), in lower case.
  private static let randomUUID = """
    lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) \
    || '-' || substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) \
    || '-' || hex(randomblob(6)))
    """
}
