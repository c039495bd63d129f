import SyncGenSchema

/// Determines how references to rows with a composite identity follow a change of that identity.
///
/// The columns of such a reference are those of attributes. They are converted like other
/// attributes, unless the identity changes in another way.
struct CompositeFollower {
  /// How the columns of a reference change.
  struct Form {
    /// The new value of each part as SQL for the old row; `nil` if the part is converted like any
    /// attribute.
    let expressions: [String?]
    /// Whether references to rows that are not stored become null, because the row is looked up.
    let isLossy: Bool
  }

  let pairing: SchemaPairing
  let members: SchemaPairing.Members

  private var before: Entity { pairing.old[members.old] }
  private var after: Entity { pairing.new[members.new] }

  /// The form of a new relationship; `nil` if its parts are converted like other attributes.
  func form(ofRelation index: Int) -> Form? {
    guard let parts = Parts(index, members, pairing) else { return nil }
    let plain = parts.indices.map { isPlain($0, of: parts) }
    if plain.allSatisfy({ $0 }) { return nil }
    let table = before.table.quoted
    let columns = parts.old.map { "\(table).\(before[$0].name.quoted)" }
    let known = parts.indices.map { plain[$0] ? nil : derived($0, of: parts, columns) }
    if parts.indices.allSatisfy({ plain[$0] || known[$0] != nil }) {
      return Form(expressions: known, isLossy: false)
    }
    return Form(
      expressions: parts.indices.map { lookUp($0, of: parts, columns) }, isLossy: true)
  }

  /// The new value of an attribute that is a part of a reference with a form; `nil` if it is not.
  func part(ofAttribute index: Int) -> (expression: String?, isLossy: Bool)? {
    guard let column = after.attributes[index].columns.first else { return nil }
    for relation in after.relations.indices {
      guard let place = after.relations[relation].reference?.parts.firstIndex(of: column) else {
        continue
      }
      return form(ofRelation: relation).map { ($0.expressions[place], $0.isLossy) }
    }
    return nil
  }

  /// Whether an old attribute is a part of a reference with a form.
  func isFollowed(oldAttribute index: Int) -> Bool {
    guard let column = before.attributes[index].columns.first,
      let former = before.relations.firstIndex(where: {
        $0.reference?.parts.contains(column) ?? false
      }), let relation = members.relations.newPosition(of: former)
    else { return false }
    return form(ofRelation: relation) != nil
  }

  // MARK: Parts

  /// The parts of a reference in both versions.
  private struct Parts {
    let target: SchemaPairing.Members
    /// The positions of the columns in each version, in the order of the target's identity.
    let old: [OldColumn]
    let new: [Int]
    let oldKey: [OldColumn]
    let newKey: [Int]
    /// The source of each part of the target's identity.
    let sources: [TablePairing.Source]

    var indices: Range<Int> { new.indices }

    init?(_ index: Int, _ members: SchemaPairing.Members, _ pairing: SchemaPairing) {
      let relation = pairing.new[members.new].relations[index]
      guard let formerIndex = members.relations.oldPositions[index],
        let target = pairing.members(ofNew: relation.target)
      else { return nil }
      let former = pairing.old[members.old].relations[formerIndex]
      guard let new = relation.reference, new.isComposite, let old = former.reference,
        old.isComposite, pairing.isSame(former.target, relation.target)
      else { return nil }
      self.target = target
      (self.old, self.new) = (old.parts.map(OldColumn.init), new.parts)
      oldKey = pairing.old[target.old].identity.columns.map(OldColumn.init)
      newKey = pairing.new[target.new].identity.columns
      let finder = ColumnSourceFinder(pairing: pairing, members: target)
      sources = newKey.map { finder.source(of: pairing.new[target.new].columns[$0]) }
    }
  }

  /// Whether a part is converted like any attribute.
  private func isPlain(_ place: Int, of parts: Parts) -> Bool {
    guard let attribute = after.columns[parts.new[place]].attribute,
      let former = members.attributes.oldPositions[attribute],
      let column = before.attributes[former].columns.first,
      let formerPlace = parts.old.firstIndex(of: OldColumn(column)),
      parts.sources[place].oldColumn == parts.oldKey[formerPlace]
    else { return false }
    let target = parts.target
    switch pairing.new[target.new].columns[parts.newKey[place]].source {
    case .attribute(let index):
      return target.identityBackfill(of: index, pairing) == nil
        && CompositeFollower(pairing: pairing, members: target).part(ofAttribute: index) == nil
    case .reference(let index):
      let same = ColumnConverter(pairing: pairing).conversion(
        from: before.attributes[former], to: after.attributes[attribute], column: "value")
      return reference(index, of: target, column: "value") == same
    case .moneyMinor, .moneyCurrency, .position: return true
    }
  }

  /// The conversion of a reference in the target's identity; `impossible` if a `backfill` may set
  /// the reference.
  private func reference(
    _ index: Int, of target: SchemaPairing.Members, column: String
  ) -> ValueConversion {
    guard target.newBackfill(ofRelation: index, pairing) == nil,
      let former = target.relations.oldPositions[index]
    else { return .impossible }
    return ReferenceConverter(pairing: pairing).conversion(
      from: pairing.old[target.old].relations[former].target,
      to: pairing.new[target.new].relations[index].target, column: column, table: before.table)
  }

  // MARK: SQL

  /// A part that can be computed from the old identity alone, so that the row need not be stored.
  private func derived(_ place: Int, of parts: Parts, _ columns: [String]) -> String? {
    let (target, entity) = (parts.target, pairing.old[parts.target.old])
    switch pairing.new[target.new].columns[parts.newKey[place]].source {
    case .attribute(let index):
      guard let backfill = target.identityBackfill(of: index, pairing) else { return nil }
      let keys = parts.oldKey.map { entity[$0].name }
      let words = BackfillWords(backfill)
      guard !words.isRandom,
        words.dependOnly(
          on: keys.map(\.name), of: [entity.table.name] + entity.columns.map(\.name.name))
      else { return nil }
      let values = zip(columns, keys).map { "\($0) AS \($1.quoted)" }.joined(separator: ", ")
      return
        "CASE WHEN \(columns[0]) IS NOT NULL THEN (SELECT (\(backfill)) FROM (SELECT \(values))) END"
    case .reference(let index):
      guard let column = parts.sources[place].oldColumn,
        let formerPlace = parts.oldKey.firstIndex(of: column),
        case .sql(let value, isLossy: false) = reference(
          index, of: target, column: columns[formerPlace])
      else { return nil }
      return value
    case .moneyMinor, .moneyCurrency, .position: return nil
    }
  }

  /// A part of the new identity of the row to which it refers. An inner query provides
  /// the columns of the row, so that no name refers to the outer table.
  private func lookUp(_ place: Int, of parts: Parts, _ columns: [String]) -> String {
    let (old, new) = (pairing.old[parts.target.old], pairing.new[parts.target.new])
    let source = parts.sources[place]
    let value =
      source.expression ?? source.oldColumn.map { old[$0].name.quoted }
      ?? new.columns[parts.newKey[place]].defaultValue.map(SQLText.literal) ?? "NULL"
    let keys = parts.oldKey.enumerated().map {
      "\(old[$1].name.quoted) AS swiftsync_old_\($0)"
    }
    let same = columns.enumerated().map { "swiftsync_old_\($0) = \($1)" }
    return "(SELECT swiftsync_new FROM (SELECT (\(value)) AS swiftsync_new, "
      + "\(keys.joined(separator: ", ")) FROM \(old.table.quoted)) WHERE "
      + "\(same.joined(separator: " AND ")))"
  }
}
