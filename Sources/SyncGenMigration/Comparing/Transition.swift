import SyncGenSchema

/// What happens to the values of an attribute or a reference from one version to the next.
///
/// The sentences of a plan, the permissions that they require and the SQL of the step are views of
/// it. The proof of a step has rules of its own.
enum Transition: Sendable {
  /// No old value is used: the member is new, or its values have no conversion.
  case fresh(Filling)
  /// SQL of the schema computes the values of all rows, and replaces those of the old column.
  case replaced(by: Backfill)
  case converted(ValueConversion, missing: Filling)

  /// What rows without a value get, and those whose value does not fit.
  enum Filling: Sendable {
    case backfill(Backfill)
    case constant(SQLLiteral)
    case null
    /// A value is required, and none is stated.
    case unstated
  }

  var filling: Filling {
    switch self {
    case .fresh(let filling), .converted(_, let filling): filling
    case .replaced(let backfill): .backfill(backfill)
    }
  }

  var isFresh: Bool {
    if case .fresh = self { true } else { false }
  }
}

// MARK: Attributes

extension Transition {
  /// The transition of an attribute of the new version. If it is a part of a reference that follows
  /// another identity, `CompositeFollower` determines its values instead.
  init(ofAttribute index: Int, _ members: SchemaPairing.Members, _ pairing: SchemaPairing) {
    let (before, after) = (pairing.old[members.old], pairing.new[members.new])
    let attribute = after.attributes[index]
    let stated = members.newBackfill(of: index, pairing).flatMap {
      $0.fits(attribute.type) ? $0 : nil
    }
    let filling = stated.map { Filling.backfill($0) }
    let constant = attribute.columns.first.flatMap { after.columns[$0].defaultValue }
      .map { Filling.constant($0) }
    let former = members.attributes.oldPositions[index].map { before.attributes[$0] }
    let conversion = former.map { Self.conversion(from: $0, to: index, members, pairing) }
    if let former, let conversion, conversion != .impossible {
      if let stated, !TypePairing(pairing).isSame(former.type, attribute.type) {
        self = .replaced(by: stated)
      } else {
        self = .converted(
          conversion, missing: filling ?? (attribute.isOptional ? .null : constant ?? .unstated))
      }
    } else {
      // A column that is not copied gets its default, even if it is optional.
      self = .fresh(filling ?? constant ?? (attribute.isOptional ? .null : .unstated))
    }
  }

  /// How values are converted, apart from the columns of money, which are copied one by one.
  private static func conversion(
    from former: Attribute, to index: Int, _ members: SchemaPairing.Members,
    _ pairing: SchemaPairing
  ) -> ValueConversion {
    let before = pairing.old[members.old]
    guard let position = former.columns.first else { return .impossible }
    let name = before.columns[position].name.quoted
    let tags = TaggedReferenceDiffer(pairing: pairing, members: members)
      .conversion(ofAttribute: index, column: name)
    return tags != .none
      ? tags
      : ColumnConverter(pairing: pairing).conversion(
        from: former, to: pairing.new[members.new].attributes[index],
        column: former.type.isList ? "\(before.table.quoted).\(name)" : name)
  }
}

extension Transition.Filling {
  /// The SQL with which nulls in a column are replaced.
  func value(of column: Column) -> String? {
    switch self {
    case .backfill(let backfill): backfill.value(of: column)
    case .constant: column.defaultValue.map(SQLText.literal)
    case .null, .unstated: nil
    }
  }
}

extension Backfill {
  func value(of column: Column) -> String? {
    expression(for: column.source).map { "(\($0))" }
  }
}

// MARK: References

extension SchemaPairing.Members {
  /// The transition of a relationship of the new version; `nil` if it has no columns.
  ///
  /// It depends on the transitions of the target's identity.
  func transition(ofRelation index: Int, _ pairing: SchemaPairing) -> Transition? {
    let (before, relation) = (pairing.old[old], pairing.new[new].relations[index])
    guard let reference = relation.reference else { return nil }
    let stated = newBackfill(ofRelation: index, pairing)
    let filling: Transition.Filling =
      stated.map { .backfill(.expression($0)) } ?? (reference.isOptional ? .null : .unstated)
    guard let formerIndex = relations.oldPositions[index],
      let former = before.relations[formerIndex].reference
    else { return .fresh(filling) }
    let conversion = ReferenceConverter(pairing: pairing).conversion(
      from: before.relations[formerIndex].target, to: relation.target,
      column: before.columns[former.column].name.quoted, table: before.table)
    let hasStatedTarget =
      pairing.members(ofNew: relation.target)?.hasStatedIdentity(pairing) == true
    return conversion == .impossible || stated != nil && hasStatedTarget
      ? .fresh(filling) : .converted(conversion, missing: filling)
  }
}

// MARK: Stated values

extension SchemaPairing.Members {
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

  /// The SQL over the old row that computes an attribute of the identity, if a `backfill` is part
  /// of it.
  func identityBackfill(of attribute: Int, _ pairing: SchemaPairing) -> String? {
    switch transitions[attribute] {
    case .fresh(.backfill(let backfill)), .replaced(let backfill): return backfill.expression
    case .converted(let conversion, .backfill(let backfill)):
      guard let former = attributes.oldPositions[attribute], let sql = backfill.expression else {
        return nil
      }
      let before = pairing.old[old].attributes[former]
      guard before.isOptional || conversion.isLossy, let column = before.columns.first else {
        return nil
      }
      let value = conversion.expression(pairing.old[old].columns[column].name.quoted)
      return "coalesce(\(value), (\(sql)))"
    case .fresh, .converted: return nil
    }
  }

  /// Whether the identity is created by a `backfill` and others follow it by the planner's choice,
  /// so that a reference with its own `backfill` takes precedence.
  func hasStatedIdentity(_ pairing: SchemaPairing) -> Bool {
    pairing.new[new].identity.parts.contains { part in
      if case .attribute(let index) = part {
        identityBackfill(of: index, pairing) != nil
      } else {
        false
      }
    }
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
