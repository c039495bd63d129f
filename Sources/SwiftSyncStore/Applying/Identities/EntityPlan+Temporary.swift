extension EntityPlan {
  /// Whether the identity of rows may change: a part of it is temporary, or refers to rows whose
  /// identity is.
  package var mayBeRenamed: Bool { identity.contains(where: temporaryColumns.contains) }

  /// The position of the attribute with temporary values among the parts of the identity.
  package var temporaryPart: Int? {
    identity.firstIndex { column in
      metadata.attributes.contains { $0.column == column && $0.generatedDefault == .temporary }
    }
  }

  /// Whether references of rows may contain temporary ids.
  package var hasTemporaryReferences: Bool {
    !temporaryColumns.isEmpty
      && references.contains {
        !temporaryColumns.isDisjoint(with: $0.storedColumns)
      }
  }

  /// Whether a part of an identity has the form of a temporary id.
  package func isTemporary(_ key: RowKey) -> Bool {
    zip(key, identity).contains { isTemporary($0, in: $1) }
  }

  /// Whether a value of a column has the form of a temporary id, in a column that can have one.
  package func isTemporary(_ value: StoredValue, in column: Int) -> Bool {
    temporaryColumns.contains(column) && TemporaryID.isTemporary(value, of: fields[column].type)
  }

  /// Whether an identity can have replaced a temporary one: only parts that were temporary differ.
  package func replaces(_ old: RowKey, _ new: RowKey) -> Bool {
    guard old != new, old.count == identity.count, new.count == identity.count else { return false }
    return identity.indices.allSatisfy { part in
      old[part] == new[part]
        || isTemporary(old[part], in: identity[part]) && new[part] != .null
          && !isTemporary(new[part], in: identity[part])
    }
  }
}
