import SyncGenSchema

/// Determines the differences between the indexes of two versions of an entity.
struct IndexDiffer {
  let pairing: SchemaPairing
  let members: SchemaPairing.Members

  private var before: Entity { pairing.old[members.old] }
  private var after: Entity { pairing.new[members.new] }

  func changes() -> [SchemaChange] {
    let formers = formers
    let added = after.indexes.indices.filter { formers[$0] == nil }.map { index in
      addition(of: after.indexes[index])
    }
    let dropped = before.indexes.indices.filter { !formers.contains($0) }.map { index in
      SchemaChange(
        "drops \(Self.title(before.indexes[index]))", .lightweight,
        because: "an index contains no data of its own", at: before.indexes[index].span)
    }
    let kept = zip(after.indexes, formers).flatMap { index, former in
      former.map { changes(from: before.indexes[$0], to: index) } ?? []
    }
    return added + kept + dropped
  }

  /// The positions of the old indexes that are the same apart from names, for each new index: of
  /// the index, and of columns.
  private var formers: [Int?] {
    let names = (Set(before.indexes.map(\.name)), Set(after.indexes.map(\.name)))
    let named = after.indexes.map { index in
      before.indexes.firstIndex { $0.name == index.name && isSame($0, index) }
    }
    var taken = Set(named.compactMap(\.self))
    return zip(after.indexes, named).map { index, former in
      if former != nil || names.0.contains(index.name) { return former }
      let renamed = before.indexes.indices.first { position in
        !taken.contains(position) && !names.1.contains(before.indexes[position].name)
          && isSame(before.indexes[position], index)
      }
      if let renamed { taken.insert(renamed) }
      return renamed
    }
  }

  private func isSame(_ old: Index, _ new: Index) -> Bool {
    old.isUnique == new.isUnique && old.terms.count == new.terms.count
      && zip(old.terms, new.terms).allSatisfy(isSame) && hasSameCondition(old, new)
  }

  private func isSame(_ old: IndexTerm, _ new: IndexTerm) -> Bool {
    old.path == new.path && old.function == new.function
      && source(new.column).oldColumn.map { $0 == OldColumn(old.column) }
        ?? (before.columns[old.column].name == after.columns[new.column].name)
  }

  private func hasSameCondition(_ old: Index, _ new: Index) -> Bool {
    guard let former = old.predicate, let now = new.predicate else {
      return old.predicate == new.predicate
    }
    return RenamedNames(pairing, members).isSame(former, now)
  }

  private func source(_ position: Int) -> TablePairing.Source {
    ColumnSourceFinder(pairing: pairing, members: members).source(of: after.columns[position])
  }

  private func changes(from old: Index, to new: Index) -> [SchemaChange] {
    let changed = old.changes(of: "index '\(new.name.name)'", to: new).map { change in
      SchemaChange(
        change.text, .lightweight, because: "an index is built from existing rows",
        suitsCloudKit: !new.isUnique, at: new.span)
    }
    return changed + changesOfRows(from: old, to: new)
  }

  /// The changes of the indexed values and of names.
  private func changesOfRows(from old: Index, to new: Index) -> [SchemaChange] {
    if isFilled(new) { return [filling(of: new)] }
    if new.isUnique, isFolded(new) { return [folding(of: new)] }
    if new.isUnique, isConditionOnChangedValues(new), !wasUnique(new) { return [widening(of: new)] }
    let isRenamed =
      old.columns.map { before.columns[$0].name } != new.columns.map { after.columns[$0].name }
      || old.predicate != new.predicate
    if old.name != new.name { return [renaming(old, new, isImplied: isRenamed)] }
    return isRenamed ? [adapting(new)] : []
  }

  /// An index whose name follows from those of its table and its columns.
  private func renaming(_ old: Index, _ new: Index, isImplied: Bool) -> SchemaChange {
    SchemaChange(
      "renames \(Self.title(old)) to '\(new.name.name)'", .lightweight,
      because: "an index is built from existing rows", suitsCloudKit: !new.isUnique,
      isImplied: isImplied || before.table != after.table, at: new.span)
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

  /// An index on the same values, whose columns have other names.
  private func adapting(_ index: Index) -> SchemaChange {
    let condition = index.predicate.map { ": '\($0)'" } ?? ""
    return SchemaChange(
      "adapts \(Self.title(index)) to renamed columns\(condition)", .lightweight,
      because: "an index is built from existing rows", suitsCloudKit: !index.isUnique,
      isImplied: true, at: index.span)
  }

  /// An unchanged unique index whose condition other rows may now meet.
  private func widening(of index: Index) -> SchemaChange {
    let columns = index.names(of: after).joined(separator: ", ")
    return stopping(
      index, "keeps \(Self.title(index)) on (\(columns)), and values in its condition change",
      because: "rows that did not meet the condition may meet it")
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
    index.columns.contains { position in
      guard after.columns[position].collation == .nocase, let former = source(position).oldColumn
      else { return false }
      return before[former].collation != .nocase
    }
  }

  private func stopping(
    _ index: Index, _ text: String, because reason: String
  ) -> SchemaChange {
    SchemaChange(
      text, .lightweight, because: reason, suitsCloudKit: false,
      data: "the migration fails if two rows have the same values",
      permission: permission(for: index), risks: [.mayFail], at: index.span)
  }

  private func permission(for index: Index) -> SchemaChange.Permission {
    let member = index.columns.first.map { after.member(of: after.columns[$0]) } ?? ""
    return .allowLossy("\(after.name.name).\(member)")
  }

  /// Whether rows of a unique index get values that others may have; nulls are never equal.
  private func isFilled(_ index: Index) -> Bool {
    guard index.isUnique, !wasUnique(index) else { return false }
    return index.columns.contains { position in
      let source = source(position)
      let isNew = source.oldColumn == nil
      return source.isFilled
        || isNew && (source.expression != nil || after.columns[position].defaultValue != nil)
    }
  }

  /// Whether no row has a value in a new column of the index; nulls are never equal.
  private func isEmpty(_ index: Index) -> Bool {
    index.columns.contains { position in
      source(position) == .fresh && after.columns[position].defaultValue == nil
    }
  }

  /// Whether the old version ensured that no two rows had the same values in it.
  private func wasUnique(_ index: Index) -> Bool {
    let former = index.columns.map { position -> OldColumn? in
      let source = source(position)
      guard source.expression == nil, let old = source.oldColumn,
        before[old].collation == .nocase || after.columns[position].collation == .binary
      else { return nil }
      return old
    }
    let keys =
      [before.identity.columns]
      + before.indexes.filter { $0.isUnique && $0.predicate == nil }.map(\.columns)
    let sameCondition = before.indexes.filter {
      $0.isUnique && $0.predicate != nil && hasSameCondition($0, index)
        && !isConditionOnChangedValues(index)
    }.map(\.columns)
    return (keys + sameCondition).contains { key in
      key.allSatisfy { former.contains(OldColumn($0)) }
    }
  }

  /// Whether the condition names a column whose values or collation change.
  private func isConditionOnChangedValues(_ index: Index) -> Bool {
    guard let predicate = index.predicate else { return false }
    let changed = after.columns.indices.filter { position in
      let source = source(position)
      guard source.expression == nil, let old = source.oldColumn else { return true }
      return before[old].collation != after.columns[position].collation
    }
    return RenamedNames.names(changed.map { after.columns[$0].name.name }, in: predicate)
  }

  private static func title(_ index: Index) -> String {
    (index.remarks + ["index '\(index.name.name)'"]).joined(separator: " ")
  }
}

extension Entity {
  /// The name of the attribute or relationship of a column.
  func member(of column: Column) -> String {
    if let attribute = column.attribute { return attributes[attribute].name.name }
    return column.relation.map { relations[$0].name.name } ?? ""
  }
}
