import SyncGenSchema

/// Determines the sources of the values of an entity's columns.
struct ColumnSourceFinder {
  let pairing: SchemaPairing
  let members: SchemaPairing.Members

  private var before: Entity { pairing.old[members.old] }
  private var after: Entity { pairing.new[members.new] }

  func source(of column: Column) -> TablePairing.Source {
    switch column.source {
    case .attribute(let index):
      followed(index, column)
        ?? source(
          members.transitions[index], former(index)?.columns.first.map(OldColumn.init), column)
    case .moneyMinor(let index), .moneyCurrency(let index):
      source(
        members.transitions[index],
        former(index)?.columns.map(OldColumn.init).first {
          before[$0].isMinor == column.isMinor
        }, column)
    case .reference(let index):
      source(
        members.transition(ofRelation: index, pairing),
        formerReference(index).map { OldColumn($0.column) }, column)
    case .position(let index): position(index)
    }
  }

  /// - Parameter position: The old column; `nil` if there is none.
  private func source(
    _ transition: Transition?, _ position: OldColumn?, _ column: Column
  ) -> TablePairing.Source {
    switch (transition, position) {
    case (.fresh(.backfill(let backfill)), _):
      TablePairing.Source(oldColumn: nil, expression: backfill.value(of: column))
    case (.replaced(let backfill), _):
      TablePairing.Source(
        oldColumn: position, expression: backfill.value(of: column), isFilled: true)
    case (.converted(let conversion, let filling), let position?):
      filled(ifKnown(conversion, column, position), position, column, filling.value(of: column))
    case (.fresh, _), (.converted, nil), (nil, _): .fresh
    }
  }

  /// Replaces nulls with the value of `backfill`, or with the default if the column is required.
  private func filled(
    _ conversion: ValueConversion, _ position: OldColumn, _ column: Column, _ filling: String?
  ) -> TablePairing.Source {
    let name = before[position].name.quoted
    let mayBeNull = !before[position].isRequired || conversion.isLossy
    guard mayBeNull, let filling else {
      return TablePairing.Source(
        oldColumn: position, expression: conversion.stated, lossy: conversion.lossy)
    }
    return TablePairing.Source(
      oldColumn: position, expression: "coalesce(\(conversion.expression(name)), \(filling))",
      lossy: conversion.lossy, isFilled: true)
  }

  /// A part of a reference to a row whose identity changes in another way than attributes.
  private func followed(_ index: Int, _ column: Column) -> TablePairing.Source? {
    let follower = CompositeFollower(pairing: pairing, members: members)
    guard let part = follower.part(ofAttribute: index), let expression = part.expression else {
      return nil
    }
    let position = former(index)?.columns.first.map(OldColumn.init)
    let conversion = ValueConversion.sql(expression, isLossy: part.isLossy)
    let known = position.map { ifKnown(conversion, column, $0) } ?? conversion
    return TablePairing.Source(
      oldColumn: position, expression: known.stated, lossy: known.lossy)
  }

  /// If a reference gets a foreign key and its row does not exist, all of its columns become null,
  /// because SQLite would refuse it.
  private func ifKnown(
    _ conversion: ValueConversion, _ column: Column, _ position: OldColumn
  ) -> ValueConversion {
    guard !column.isRequired, let place = after.columns.firstIndex(of: column),
      let index = after.relations.firstIndex(where: {
        $0.reference?.columns.contains(place) ?? false
      }), let reference = after.relations[index].reference, reference.hasForeignKey,
      let former = formerReference(index), former.isComposite == reference.isComposite,
      !former.hasForeignKey, let formerIndex = members.relations.oldPositions[index]
    else { return conversion }
    let target = pairing.old[before.relations[formerIndex].target]
    let same = zip(target.identity.columns, former.columns).map { key, part in
      "swiftsync_target.\(target.columns[key].name.quoted) = "
        + "\(before.table.quoted).\(before.columns[part].name.quoted)"
    }
    let value = conversion.expression(before[position].name.quoted)
    return .sql(
      "CASE WHEN EXISTS (SELECT 1 FROM \(target.table.quoted) AS swiftsync_target WHERE "
        + "\(same.joined(separator: " AND "))) THEN \(value) END", isLossy: true)
  }

  private func former(_ index: Int) -> Attribute? {
    members.attributes.oldPositions[index].map { before.attributes[$0] }
  }

  private func formerReference(_ index: Int) -> Relation.Reference? {
    members.relations.oldPositions[index].flatMap { before.relations[$0].reference }
  }

  private func position(_ index: Int) -> TablePairing.Source {
    guard let formerIndex = members.relations.oldPositions[index],
      let position = formerReference(index)?.positionColumn,
      pairing.isSame(before.relations[formerIndex].target, after.relations[index].target)
    else { return .fresh }
    return TablePairing.Source(oldColumn: OldColumn(position), expression: nil)
  }
}

extension Column {
  fileprivate var isMinor: Bool {
    if case .moneyMinor = source { true } else { false }
  }
}
