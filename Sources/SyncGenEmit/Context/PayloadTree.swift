import SwiftSyncValues
import SyncGenSchema

/// The keys of an entity's rows, or of the values of a type, in payloads, derived from the paths of
/// its members.
struct PayloadTree {
  private final class Node {
    var uses: [PayloadUseContext] = []
    var keys: [String] = []
    var nodes: [String: Node] = [:]

    func node(_ key: String) -> Node {
      if let known = nodes[key] { return known }
      let node = Node()
      nodes[key] = node
      keys.append(key)
      return node
    }

    var contexts: [PayloadKeyContext] {
      keys.compactMap { key in
        nodes[key].map { PayloadKeyContext(key: key, uses: $0.uses, keys: $0.contexts) }
      }
    }
  }

  let keys: [PayloadKeyContext]
  let requirements: [RequirementContext]

  init(of id: EntityID, names: SwiftNames) {
    let entity = names.schema[id]
    let root = Node()
    for attribute in entity.attributes where attribute.direction != .local {
      let context = AttributeContext(attribute: attribute, entity: entity, names: names)
      Self.add(context, to: root)
    }
    for context in RelationContext.all(of: id, names: names)
    where context.relation.direction != .local {
      Self.add(context, to: root)
    }
    keys = root.contexts
    requirements =
      entity.attributes.flatMap(Self.requirements) + entity.relations.compactMap(Self.requirement)
  }

  /// The keys of the values of a type, except those of a tagged value, which are the fields of a case.
  init(of type: ValueTypeModel, names: SwiftNames) {
    let root = Node()
    for field in type.fields {
      let context = ValueFieldContext(field: field, names: names)
      Self.add(field.remote, to: root) {
        PayloadUseContext(kind: $0, attribute: nil, relation: nil, field: context)
      }
    }
    keys = root.contexts
    requirements = type.fields.filter { !$0.isOptional && $0.defaultValue == nil }.flatMap {
      Self.requirements(of: $0.remote)
    }
  }

  private static func add(_ use: PayloadUseContext, at path: RemotePath, to root: Node) {
    let node = path.keys.reduce(root) { $0.node($1) }
    guard !path.isPlain else { return node.uses.append(use) }
    // A list whose elements members read is only described as a list.
    guard !node.uses.contains(where: { $0.kind == .list }) else { return }
    node.uses.append(
      PayloadUseContext(
        kind: .list, attribute: use.attribute, relation: use.relation, field: use.field))
  }

  private static func add(_ context: AttributeContext, to root: Node) {
    add(context.attribute.remote, to: root) {
      PayloadUseContext(kind: $0, attribute: context, relation: nil)
    }
  }

  private static func add(
    _ remote: RemoteMapping, to root: Node,
    _ use: (PayloadUseContext.Kind) -> PayloadUseContext
  ) {
    switch remote {
    case .paths(let paths), .firstValue(let paths):
      for path in paths { add(use(.value), at: path, to: root) }
    case .money(let money):
      for amount in [money.amount] + money.otherAmounts {
        add(use(money.isMajor ? .major : .minor), at: amount, to: root)
      }
      if let currency = money.currency { add(use(.currency), at: currency, to: root) }
      for currency in money.otherCurrencies { add(use(.currency), at: currency, to: root) }
    }
  }

  private static func add(_ context: RelationContext, to root: Node) {
    let relation = context.relation
    func use(_ kind: PayloadUseContext.Kind, takesIDs: Bool = false) -> PayloadUseContext {
      PayloadUseContext(kind: kind, attribute: nil, relation: context, takesIDs: takesIDs)
    }
    if context.names.schema.linkage(of: relation) != nil {
      for path in relation.remote.ids {
        add(use(context.isToMany ? .ids : .id), at: path, to: root)
      }
      return
    }
    for path in relation.remote.ids where !relation.remote.objects.contains(path) {
      add(use(context.isToMany ? .ids : .id), at: path, to: root)
    }
    for path in relation.remote.objects {
      let takesIDs = context.names.schema.takesIDs(at: path, of: relation)
      add(use(context.isToMany ? .objects : .object, takesIDs: takesIDs), at: path, to: root)
    }
  }

  /// A required value without a default that a payload can contain.
  private static func requirements(of attribute: Attribute) -> [RequirementContext] {
    guard !attribute.isOptional, attribute.direction.isPulled else { return [] }
    if case .constant = attribute.defaultValue { return [] }
    return requirements(of: attribute.remote)
  }

  private static func requirements(of remote: RemoteMapping) -> [RequirementContext] {
    switch remote {
    case .paths(let paths), .firstValue(let paths):
      return [RequirementContext(paths: paths.map(\.keys))]
    case .money(let money):
      let currencies = (money.currency.map { [$0] } ?? []) + money.otherCurrencies
      return [[money.amount] + money.otherAmounts, currencies].filter { !$0.isEmpty }.map {
        RequirementContext(paths: $0.map(\.keys))
      }
    }
  }

  private static func requirement(of relation: Relation) -> RequirementContext? {
    guard case .toOne(let reference) = relation.kind, !reference.isOptional,
      !reference.isComposite, relation.direction.isPulled
    else { return nil }
    let paths = (relation.remote.ids + relation.remote.objects).map(\.keys)
    return RequirementContext(paths: paths.uniqued())
  }
}

extension Schema {
  /// Whether a key under which rows are nested also accepts their ids.
  func takesIDs(at path: RemotePath, of relation: Relation) -> Bool {
    // A composite identity is also an object.
    !relation.remote.ids.isEmpty
      && (conventions.coercion == .lenient || relation.remote.ids.contains(path))
  }
}
