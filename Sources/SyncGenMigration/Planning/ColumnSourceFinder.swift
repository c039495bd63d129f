import SyncGenSchema

/// Determines the sources of the values of an entity's columns.
struct ColumnSourceFinder {
  let pairing: SchemaPairing
  let members: SchemaPairing.Members

  private var before: Entity { pairing.old[members.old] }
  private var after: Entity { pairing.new[members.new] }

  func source(of column: Column) -> TablePairing.Source {
    switch column.source {
    case .attribute(let index): attribute(index, column)
    case .moneyMinor(let index), .moneyCurrency(let index): money(index, column)
    case .reference(let index): reference(index, column)
    case .position(let index): position(index)
    }
  }

  // MARK: Attributes

  private func attribute(_ index: Int, _ column: Column) -> TablePairing.Source {
    let attribute = after.attributes[index]
    if let followed = followed(index, column) { return followed }
    guard let former = formerAttribute(index) else {
      return .filled(by: attribute.backfill, column)
    }
    let stated = members.newBackfill(of: index, pairing)
    let backfill = stated?.expression(for: column.source)
    let conversion = conversion(ofAttribute: index, from: former)
    guard conversion != .impossible, let position = former.columns.first else {
      return .filled(by: stated, column)
    }
    if let backfill, members.backfilledRows(of: index, pairing) == .all {
      return TablePairing.Source(
        oldColumn: position, expression: "(\(backfill))", isFilled: true)
    }
    return filled(ifKnown(conversion, column, former), position, column, backfill)
  }

  /// How the values of an attribute with one column are converted.
  func conversion(ofAttribute index: Int, from former: Attribute) -> ValueConversion {
    guard former.type != .money, let position = former.columns.first else { return .impossible }
    let name = before.columns[position].name.quoted
    let tags = TaggedReferenceDiffer(pairing: pairing, members: members)
      .conversion(ofAttribute: index, column: name)
    return tags != .none
      ? tags
      : ColumnConverter(pairing: pairing).conversion(
        from: former, to: after.attributes[index],
        column: former.type.isList ? "\(before.table.quoted).\(name)" : name)
  }

  /// A part of a reference to a row whose identity changes in another way than attributes.
  private func followed(_ index: Int, _ column: Column) -> TablePairing.Source? {
    let follower = CompositeFollower(pairing: pairing, members: members)
    guard let part = follower.part(ofAttribute: index), let expression = part.expression else {
      return nil
    }
    let former = formerAttribute(index)
    let conversion = ValueConversion.sql(expression, isLossy: part.isLossy)
    let known = former.map { ifKnown(conversion, column, $0) } ?? conversion
    return TablePairing.Source(
      oldColumn: former?.columns.first, expression: known.stated, lossy: known.lossy)
  }

  /// If a reference becomes enforced and its row does not exist, all of its parts become null.
  private func ifKnown(
    _ conversion: ValueConversion, _ column: Column, _ former: Attribute
  ) -> ValueConversion {
    guard !column.isRequired, let place = after.columns.firstIndex(of: column),
      let index = after.relations.firstIndex(where: {
        $0.reference?.parts.contains(place) ?? false
      }), after.relations[index].reference?.isEnforced == true,
      let formerIndex = members.relations.oldPositions[index],
      let reference = before.relations[formerIndex].reference, reference.isComposite,
      !reference.isEnforced, let position = former.columns.first
    else { return conversion }
    let name = before.columns[position].name.quoted
    let target = pairing.old[before.relations[formerIndex].target]
    let same = zip(target.identity.columns, reference.parts).map { key, part in
      "swiftsync_target.\(target.columns[key].name.quoted) = "
        + "\(before.table.quoted).\(before.columns[part].name.quoted)"
    }
    return .sql(
      "CASE WHEN EXISTS (SELECT 1 FROM \(target.table.quoted) AS swiftsync_target WHERE "
        + "\(same.joined(separator: " AND "))) THEN \(conversion.expression(name)) END",
      isLossy: true)
  }

  /// Replaces nulls with the value of `backfill`, or with the default if the column becomes
  /// required.
  private func filled(
    _ conversion: ValueConversion, _ position: Int, _ column: Column, _ backfill: String?
  ) -> TablePairing.Source {
    let name = before.columns[position].name.quoted
    let mayBeNull = !before.columns[position].isRequired || conversion.isLossy
    let filling = backfill.map { "(\($0))" } ?? column.defaultValue.map(SQLText.literal)
    guard column.isRequired || backfill != nil, mayBeNull, let filling else {
      return TablePairing.Source(
        oldColumn: position, expression: conversion.stated, lossy: conversion.lossy)
    }
    return TablePairing.Source(
      oldColumn: position, expression: "coalesce(\(conversion.expression(name)), \(filling))",
      lossy: conversion.lossy, isFilled: true)
  }

  private func money(_ index: Int, _ column: Column) -> TablePairing.Source {
    let stated = members.newBackfill(of: index, pairing)
    guard let former = formerAttribute(index), former.type == .money,
      let position = former.columns.first(where: { position in
        before.columns[position].isMinor == column.isMinor
      })
    else { return .filled(by: stated, column) }
    return filled(.none, position, column, stated?.expression(for: column.source))
  }

  private func formerAttribute(_ index: Int) -> Attribute? {
    members.attributes.oldPositions[index].map { before.attributes[$0] }
  }

  // MARK: Relations

  private func reference(_ index: Int, _ column: Column) -> TablePairing.Source {
    let relation = after.relations[index]
    let backfill = members.newBackfill(ofRelation: index, pairing)
    let filling = backfill.map { "(\($0))" }
    guard let formerIndex = members.relations.oldPositions[index],
      let former = before.relations[formerIndex].reference
    else { return TablePairing.Source(oldColumn: nil, expression: filling) }
    let name = before.columns[former.column].name.quoted
    let conversion = ReferenceConverter(pairing: pairing).conversion(
      from: before.relations[formerIndex].target, to: relation.target, column: name,
      table: before.table)
    let isStated =
      backfill != nil
      && pairing.members(ofNew: relation.target)?.hasStatedIdentity(pairing) == true
    if conversion == .impossible || isStated {
      return TablePairing.Source(oldColumn: nil, expression: filling)
    }
    let isNewlyEnforced = relation.reference?.isEnforced == true && !former.isEnforced
    let known =
      isNewlyEnforced && !column.isRequired
      ? ifKnown(name, conversion, target: before.relations[formerIndex].target) : conversion
    return filled(known, former.column, column, backfill)
  }

  /// A reference to a row that is not stored becomes null, because SQLite would refuse it.
  private func ifKnown(
    _ column: String, _ conversion: ValueConversion, target: EntityID
  ) -> ValueConversion {
    let entity = pairing.old[target]
    guard let key = entity.identity.columns.first else { return conversion }
    let known =
      "EXISTS (SELECT 1 FROM \(entity.table.quoted) AS swiftsync_target WHERE "
      + "swiftsync_target.\(entity.columns[key].name.quoted) = \(before.table.quoted).\(column))"
    return .sql("CASE WHEN \(known) THEN \(conversion.expression(column)) END", isLossy: true)
  }

  private func position(_ index: Int) -> TablePairing.Source {
    guard let formerIndex = members.relations.oldPositions[index],
      let position = before.relations[formerIndex].reference?.positionColumn,
      pairing.isSame(before.relations[formerIndex].target, after.relations[index].target)
    else { return .fresh }
    return TablePairing.Source(oldColumn: position, expression: nil)
  }
}

/// The rows that get the value of a `backfill`.
enum BackfilledRows {
  case none
  /// The rows without a value, and those whose value cannot be converted.
  case missing
  case all
}

extension SchemaPairing.Members {
  /// The rows that get the value of an attribute's `backfill`: all rows if the attribute is new, if
  /// its type changes, or if its values have no conversion.
  func backfilledRows(of attribute: Int, _ pairing: SchemaPairing) -> BackfilledRows {
    let after = pairing.new[new].attributes[attribute]
    guard let stated = newBackfill(of: attribute, pairing), stated.fits(after.type) else {
      return .none
    }
    guard let former = attributes.oldPositions[attribute] else { return .all }
    let before = pairing.old[old].attributes[former]
    guard TypePairing(pairing).isSame(before.type, after.type) else { return .all }
    if before.type == .money { return .missing }
    let finder = ColumnSourceFinder(pairing: pairing, members: self)
    return finder.conversion(ofAttribute: attribute, from: before) == .impossible ? .all : .missing
  }

  /// The `backfill` of an attribute, unless the old version already stated the same.
  func newBackfill(of attribute: Int, _ pairing: SchemaPairing) -> Backfill? {
    let stated = pairing.new[new].attributes[attribute].backfill
    guard let former = attributes.oldPositions[attribute] else { return stated }
    let (before, after) = (
      pairing.old[old].attributes[former], pairing.new[new].attributes[attribute]
    )
    // Rows that have been written since then may lack a value that is now required.
    let isNowRequired = before.isOptional && !after.isOptional
    return before.backfill == stated && !isNowRequired ? nil : stated
  }

  func newBackfill(ofRelation relation: Int, _ pairing: SchemaPairing) -> String? {
    let stated = pairing.new[new].relations[relation].backfill
    guard let former = relations.oldPositions[relation] else { return stated }
    let (before, after) = (
      pairing.old[old].relations[former], pairing.new[new].relations[relation]
    )
    let isNowRequired =
      before.reference?.isOptional == true && after.reference?.isOptional == false
    return before.backfill == stated && !isNowRequired ? nil : stated
  }
}

extension TablePairing.Source {
  /// A new column.
  fileprivate static func filled(by backfill: Backfill?, _ column: Column) -> Self {
    Self(oldColumn: nil, expression: backfill?.expression(for: column.source).map { "(\($0))" })
  }
}

extension Column {
  fileprivate var isMinor: Bool {
    if case .moneyMinor = source { true } else { false }
  }
}

extension AttributeType {
  /// Whether values are taken apart by `json_each`, whose own columns would hide those of a table.
  fileprivate var isList: Bool {
    switch self {
    case .value, .array, .dictionary: true
    case .scalar, .enumeration, .money: false
    }
  }
}
