/// Relationships and join tables in the text of a fingerprint.
extension CanonicalText {
  mutating func add(_ relation: Relation, of schema: Schema) {
    line(1, "relation")
    string(relation.name.name)
    string(schema[relation.target].name.name)
    word(relation.direction.rawValue)
    word(relation.onDelete.rawValue)
    string(schema.inverseName(of: relation) ?? "")
    line(2, "kind")
    add(relation.kind)
    line(2, "ids")
    paths(relation.remote.ids)
    line(2, "objects")
    paths(relation.remote.objects)
    if relation.nesting != .none { add(relation.nesting) }
  }

  mutating func add(_ reference: TaggedReference, of schema: Schema) {
    line(1, "tagged")
    string(reference.name.name)
    word(reference.onDelete.rawValue)
    numbers([reference.tagAttribute, reference.idAttribute])
    for target in reference.targets {
      string(schema[target.entity].name.name)
      string(target.tag)
    }
    line(2, "objects")
    paths(reference.objects)
  }

  private mutating func add(_ nesting: NestingRules) {
    line(2, "nesting")
    switch nesting.partial {
    case nil: word("complete")
    case .always: word("partial")
    case .sign(let path): paths([path])
    }
    string(nesting.keyedBy ?? "")
    for operation in nesting.operations { word(operation.rawValue) }
  }

  private mutating func add(_ kind: Relation.Kind) {
    switch kind {
    case .toOne(let reference): add(reference)
    case .toOneInverse: word("to-one-inverse")
    case .toMany(let ordering):
      word("to-many")
      add(ordering)
    case .manyToMany(let membership):
      word("many-to-many")
      number(membership.joinTable)
      word(membership.side == .left ? "left" : "right")
      add(membership.ordering)
    }
  }

  private mutating func add(_ reference: Relation.Reference) {
    word("to-one")
    if reference.isComposite { numbers(reference.parts) } else { number(reference.column) }
    word(reference.isOptional ? "optional" : "required")
    word(reference.isEnforced ? "enforced" : "soft")
    word(reference.isOneToOne ? "one-to-one" : "many-to-one")
    if let position = reference.positionColumn {
      word("position")
      number(position)
    } else {
      word("unordered")
    }
  }

  private mutating func add(_ ordering: Relation.Ordering) {
    switch ordering {
    case .none: word("unordered")
    case .position: word("position")
    case .attribute(let index):
      word("attribute")
      number(index)
    }
  }

  mutating func add(_ table: JoinTable, of schema: Schema) {
    line(0, "join")
    string(table.name.name)
    string(table.positionColumn?.name ?? "")
    string(table.inverseIndex.name)
    string(table.through.map { schema[$0].name.name } ?? "")
    for end in [table.left, table.right] {
      line(1, "end")
      string(schema[end.entity].name.name)
      string(end.relation.map { schema[$0].name.name } ?? "")
      for column in end.columns {
        string(column.name.name)
        word(column.storage.rawValue)
      }
    }
  }
}
