import SyncGenSchema

/// Determines the differences between the indexes of two versions of an entity.
struct IndexDiffer {
  let pairing: SchemaPairing
  let members: SchemaPairing.Members

  private var before: Entity { pairing.old[members.old] }
  private var after: Entity { pairing.new[members.new] }

  func changes() -> [SchemaChange] {
    let formers = before.indexes.map { Form($0, of: before) }
    let now = after.indexes.map { Form($0, of: after) }
    let added = after.indexes.indices.filter { !formers.contains(now[$0]) }.map { index in
      addition(of: after.indexes[index])
    }
    let dropped = before.indexes.indices.filter { !now.contains(formers[$0]) }.map { index in
      SchemaChange(
        "drops \(Self.title(before.indexes[index]))", .lightweight,
        because: "an index contains no data of its own", at: before.indexes[index].span)
    }
    let kept = after.indexes.indices.filter { formers.contains(now[$0]) }.map { after.indexes[$0] }
    let filled = kept.filter(isFilled).map(filling)
    let folded = kept.filter { $0.isUnique && isFolded($0) && !isFilled($0) }.map(folding)
    return added + filled + folded + dropped
  }

  /// The properties by which two indexes are the same.
  private struct Form: Equatable {
    let name: SQLIdentifier
    let columns: [SQLIdentifier]
    let paths: [[String]]
    let isUnique: Bool
    let predicate: String?

    init(_ index: Index, of entity: Entity) {
      name = index.name
      columns = index.columns.map { entity.columns[$0].name }
      paths = index.paths
      isUnique = index.isUnique
      predicate = index.predicate
    }
  }

  private func addition(of index: Index) -> SchemaChange {
    let columns = index.names(of: after).joined(separator: ", ")
    let text = "adds \(Self.title(index)) on (\(columns))"
    guard index.isUnique, !wasUnique(index), !isEmpty(index) else {
      return SchemaChange(
        text, .lightweight, because: "an index is built from existing rows",
        suitsCloudKit: !index.isUnique, at: index.span)
    }
    return stopping(index, text, because: "an index is built from existing rows")
  }

  /// An unchanged index over values that rows did not have before.
  private func filling(of index: Index) -> SchemaChange {
    let columns = index.names(of: after).joined(separator: ", ")
    return stopping(
      index, "keeps \(Self.title(index)) on (\(columns)), and rows without a value get one",
      because: "two rows may get the same value")
  }

  /// An unchanged index that now considers values equal that differ only in case.
  private func folding(of index: Index) -> SchemaChange {
    let columns = index.names(of: after).joined(separator: ", ")
    return stopping(
      index, "keeps \(Self.title(index)) on (\(columns)), which now ignores case",
      because: "values that differ only in case become the same")
  }

  /// Whether values that the old version distinguished by case are now equal.
  private func isFolded(_ index: Index) -> Bool {
    let finder = ColumnSourceFinder(pairing: pairing, members: members)
    return index.columns.contains { position in
      guard after.columns[position].collation == .nocase,
        let former = finder.source(of: after.columns[position]).oldColumn
      else { return false }
      return before.columns[former].collation != .nocase
    }
  }

  private func stopping(
    _ index: Index, _ text: String, because reason: String
  ) -> SchemaChange {
    let member = index.columns.first.map { after.member(of: after.columns[$0]) } ?? ""
    return SchemaChange(
      text, .lightweight, because: reason, suitsCloudKit: false,
      data: "the migration fails if two rows have the same values",
      permission: .allowLossy("\(after.name.name).\(member)"), at: index.span)
  }

  /// Whether rows of a unique index get values that others may have; nulls are never equal.
  private func isFilled(_ index: Index) -> Bool {
    guard index.isUnique, !wasUnique(index) else { return false }
    let finder = ColumnSourceFinder(pairing: pairing, members: members)
    return index.columns.contains { position in
      let source = finder.source(of: after.columns[position])
      let isNew = source.oldColumn == nil
      return source.isFilled
        || isNew && (source.expression != nil || after.columns[position].defaultValue != nil)
    }
  }

  /// Whether no row has a value in a new column of the index; nulls are never equal.
  private func isEmpty(_ index: Index) -> Bool {
    let finder = ColumnSourceFinder(pairing: pairing, members: members)
    return index.columns.contains { position in
      finder.source(of: after.columns[position]) == .fresh
        && after.columns[position].defaultValue == nil
    }
  }

  /// Whether the old version ensured that no two rows had the same values in it.
  private func wasUnique(_ index: Index) -> Bool {
    let finder = ColumnSourceFinder(pairing: pairing, members: members)
    let former = index.columns.map { position -> Int? in
      let source = finder.source(of: after.columns[position])
      guard source.expression == nil, let old = source.oldColumn,
        before.columns[old].collation == .nocase || after.columns[position].collation == .binary
      else { return nil }
      return old
    }
    let keys =
      [before.identity.columns]
      + before.indexes.filter { $0.isUnique && $0.predicate == nil }.map(\.columns)
    let sameCondition = before.indexes.filter {
      $0.isUnique && $0.predicate == index.predicate && index.predicate != nil
    }.map(\.columns)
    return (keys + sameCondition).contains { key in key.allSatisfy { former.contains($0) } }
  }

  private static func title(_ index: Index) -> String {
    (index.isUnique ? "unique index" : "index") + " '\(index.name.name)'"
  }
}

extension Entity {
  /// The name of the attribute or relationship of a column.
  func member(of column: Column) -> String {
    if let attribute = column.attribute { return attributes[attribute].name.name }
    return column.relation.map { relations[$0].name.name } ?? ""
  }
}
