import SyncGenSchema
import SyncGenTemplateEngine

/// A relationship as a GRDB association, as exposed to templates.
struct RecordAssociationContext: ContextSubject {
  private let relation: Relation
  private let entity: Entity
  private let names: SwiftNames
  private let requestName: String

  static let type = ContextType<Self>(
    "record association", "A relationship as a GRDB association.",
    [
      .text("key", "The name of the relationship, which is the key of the association.") {
        $0.relation.name.name
      },
      .text("name", "The static member of the record as written in Swift code.") {
        $0.swiftName
      },
      .text("requestName", "The member for the request of the related rows.") { $0.requestName },
      .text("function", "The function that creates it: `belongsTo`, `hasOne` or `hasMany`.") {
        $0.method
      },
      .object("target", "The target entity.") {
        TargetContext(id: $0.relation.target, names: $0.names)
      },
      .optionalText("joinTable", "The join table, not quoted.") {
        $0.joinTable?.name.name
      },
      .texts("columns", "The columns that hold an identity: of the row, the target or the join.") {
        $0.columns
      },
      .texts("referenced", "The columns of the identity that they hold.") { $0.referenced },
      .texts("targetColumns", "Of a join table, the columns that hold the target's identity.") {
        $0.targetColumns
      },
      .texts("targetReferenced", "The columns of that identity.") { context in
        context.joinTable == nil ? [] : context.target.identityNames
      },
      .texts(
        "conditions",
        "The conditions on rows of the join table or, without one, of the "
          + "target, in Swift."
      ) {
        $0.conditions
      },
      .texts("orders", "The sort terms of the rows, in Swift; empty for no order.") { $0.orders },
      .texts("positions", "The sort terms of the rows of the join table, in Swift.") {
        $0.positions
      },
      .text("summary", "A sentence on the request.") { $0.summary },
      .optionalText("deprecation", "The reason that `deprecated:` gives.") {
        $0.relation.deprecation
      },
    ])

  static func all(of id: EntityID, names: SwiftNames) -> [RecordAssociationContext] {
    let entity = names.schema[id]
    let properties = PropertyContext.all(of: id, names: names).map(\.name)
    var taken = Set(
      properties + entity.relations.flatMap { [$0.name.name, $0.idProperty.name] }
        + entity.taggedReferences.map(\.name.name))
    return entity.relations.map { relation in
      let request = RecordNames.free("\(relation.name.name)Request", "Request", besides: taken)
      taken.insert(request)
      return RecordAssociationContext(
        relation: relation, entity: entity, names: names, requestName: request)
    }
  }

  private var target: Entity { names.schema[relation.target] }

  private var swiftName: String {
    let name = relation.name
    guard RecordNames.members.contains(name.name) else { return name.source }
    return RecordNames.free(
      "\(name.name)Association", "Association", besides: Set(entity.relations.map(\.name.name)))
  }

  private var method: String {
    switch relation.kind {
    case .toOne: "belongsTo"
    case .toOneInverse: "hasOne"
    case .toMany, .manyToMany: "hasMany"
    }
  }

  private var membership: Relation.Membership? {
    if case .manyToMany(let membership) = relation.kind { membership } else { nil }
  }

  private var joinTable: JoinTable? { membership.map { names.schema.joinTables[$0.joinTable] } }

  /// The target's relationship to one of several entities whose rows a list contains, and the tag
  /// of this entity in it.
  private var tagged: (reference: TaggedReference, tag: String)? {
    guard let index = relation.taggedInverse else { return nil }
    let reference = target.taggedReferences[index]
    return reference.targets.first { names.schema[$0.entity] === entity }
      .map { (reference, $0.tag) }
  }

  /// The target's reference back to the entity.
  private var reference: Relation.Reference? {
    guard let inverse = relation.inverse, case .toOne(let reference) = names.schema[inverse].kind
    else { return nil }
    return reference
  }

  private var columns: [String] {
    if case .toOne(let own) = relation.kind { return own.columns.map { entity.columnName($0) } }
    if let membership, let joinTable {
      return (membership.side == .left ? joinTable.left : joinTable.right).columns.map(\.name.name)
    }
    if let tagged {
      return target.attributes[tagged.reference.idAttribute].columns.map { target.columnName($0) }
    }
    return reference?.columns.map { target.columnName($0) } ?? []
  }

  private var referenced: [String] {
    if case .toOne = relation.kind { target.identityNames } else { entity.identityNames }
  }

  private var targetColumns: [String] {
    guard let membership, let joinTable else { return [] }
    return (membership.side == .left ? joinTable.right : joinTable.left).columns.map(\.name.name)
  }

  private var conditions: [String] {
    if let through = joinTable?.through { return names.schema[through].recordConditions }
    guard let tagged,
      let column = target.attributes[tagged.reference.tagAttribute].columns.first
    else { return [] }
    return ["\(target.recordColumn(column)) == \(SwiftText.string(tagged.tag))"]
  }

  /// The position, followed by the identity in the join table. GRDB sorts by terms of the target
  /// before those of the join table, so the target must have none.
  private var positions: [String] {
    guard let membership, membership.side == .left, let column = joinTable?.positionColumn else {
      return []
    }
    return ["GRDB.Column(\(SwiftText.string(column.name))).ascNullsLast"]
      + targetColumns.map { "GRDB.Column(\(SwiftText.string($0)))" }
  }

  private var orders: [String] {
    guard let place else { return [] }
    let isRequired = target.columns[place].isRequired
    return ["\(target.recordColumn(place))\(isRequired ? "" : ".ascNullsLast")"]
      + target.identity.columns.map { target.recordColumn($0) }
  }

  /// The target's column that orders the list.
  private var place: Int? {
    switch relation.kind {
    case .toOne, .toOneInverse: nil
    case .manyToMany(let membership): placed(by: membership.ordering)
    case .toMany(let ordering):
      ordering == .position ? reference?.positionColumn : placed(by: ordering)
    }
  }

  private func placed(by ordering: Relation.Ordering) -> Int? {
    ordering.attributeIndex.flatMap { target.attributes[$0].columns.first }
  }

  private var summary: String {
    let name = "`\(relation.name.name)`"
    return switch relation.kind {
    case .toOne, .toOneInverse: "Requests the row of the relationship \(name), if there is one."
    case .toMany, .manyToMany: "Requests the rows of the relationship \(name)."
    }
  }
}

extension Entity {
  var identityNames: [String] { identity.columns.map { columnName($0) } }

  fileprivate func columnName(_ position: Int) -> String { columns[position].name.name }

  fileprivate func recordColumn(_ position: Int) -> String {
    "GRDB.Column(\(SwiftText.string(columnName(position))))"
  }
}
