import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenYAML

/// Reads the attributes and relationships of one entity of a frozen version.
struct FrozenMemberReader {
  let node: FrozenEntityNode
  let names: FrozenNames
  let columns: [Column]
  let joinTables: FrozenJoinTables

  /// The names of the members that identify a row. Mistakes in them are reported where the entity
  /// is read.
  private var identity: Set<String> {
    var unused = DiagnosticBag()
    return Set(node.keys.texts(.identity, of: node.title, into: &unused).map(\.value))
  }

  // MARK: Attributes

  func attribute(_ index: Int, into bag: inout DiagnosticBag) -> Attribute {
    let pair = node.attributes[index]
    let owner = "attribute '\(node.name.value).\(pair.key)'"
    var stated = FieldDeclaration(pair)
    guard FieldKeys.attribute.readFrozen(pair, of: owner, to: &stated, into: &bag) else {
      return Self.placeholder(pair)
    }
    stated.readParts(of: owner, into: &bag)
    if stated.remoteNode == nil { bag.add(.missingKey("remote", in: owner, at: pair.value.span)) }
    let type =
      stated.type.flatMap { TypeResolver.resolve($0, of: owner, names.symbols, into: &bag) }
      ?? .scalar(.string)
    let places = positions(of: index)
    if places.count != (type == .money ? 2 : 1) {
      bag.add(.damaged("\(owner) has columns that do not match its type", at: pair.keySpan))
    }
    let isIdentity = identity.contains(pair.key)
    return Attribute(
      name: SwiftIdentifier(pair.key), type: type, isOptional: stated.type?.isOptional ?? false,
      remote: RemoteMapping(frozen: stated.remote), columns: places,
      defaultValue: stated.defaultValue.flatMap {
        DefaultReader.readFrozen(
          $0, type: type, of: owner, isIdentity: isIdentity, names.symbols.constants, into: &bag)
      },
      isIdentity: isIdentity, settings: stated.settings, backfill: stated.backfill?.value,
      span: pair.keySpan)
  }

  /// A placeholder for an invalid attribute. The schema is discarded.
  private static func placeholder(_ pair: YAMLPair) -> Attribute {
    Attribute(
      name: SwiftIdentifier(pair.key), type: .scalar(.string), isOptional: true,
      remote: .paths([]), columns: [], isIdentity: false, settings: FieldSettings(),
      span: pair.keySpan)
  }

  /// The positions of the columns; the minor units of money precede its currency.
  private func positions(of attribute: Int) -> [Int] {
    columns.indices.filter { columns[$0].attribute == attribute }
  }

  // MARK: Relations

  func relation(_ index: Int, into bag: inout DiagnosticBag) -> Relation? {
    let pair = node.relations[index]
    let owner = "relationship '\(node.name.value).\(pair.key)'"
    var stated = RelationDeclaration(name: Located(pair.key, at: pair.keySpan))
    guard
      let keys = RelationTable.relation.readFrozen(
        pair, of: owner, to: &stated, besides: FrozenRelationKey.self, into: &bag),
      let target = names.entity(keys.requiredText(.to, of: owner, into: &bag), into: &bag)
    else { return nil }
    if stated.stated[.onDelete] == nil {
      bag.add(.missingKey(FrozenRelationKey.onDelete.rawValue, in: owner, at: keys.span))
    }
    let inverseName = keys.text(.inverse, of: owner, into: &bag)
    let taggedInverse = inverseName.flatMap { names[target].taggedReference($0.value) }
    let inverse =
      taggedInverse == nil
      ? inverseName.flatMap { names.relation($0, of: target, into: &bag) } : nil
    let property = SwiftIdentifier(keys.requiredText(.property, of: owner, into: &bag).value)
    guard
      let kind = kind(stated, keys, index, property, target: target, of: owner, into: &bag)
    else { return nil }
    return Relation(
      name: SwiftIdentifier(pair.key), idProperty: property, target: target, kind: kind,
      inverse: inverse, taggedInverse: taggedInverse,
      remote: RelationKeys(
        ids: paths(keys, .ids, of: owner, into: &bag),
        objects: paths(keys, .objects, of: owner, into: &bag)),
      settings: stated.settings, onDelete: stated.onDelete?.value ?? .keep,
      backfill: stated.backfill?.value, span: pair.keySpan)
  }

  private func paths(
    _ keys: KeyedNodes<FrozenRelationKey>, _ key: FrozenRelationKey, of owner: String,
    into bag: inout DiagnosticBag
  ) -> [RemotePath] {
    guard let node = keys.required(key, of: owner, at: keys.span, into: &bag) else { return [] }
    // A composite identity has no ids, and the keys of its parts leave no objects.
    if case .sequence(let items) = node.content, items.isEmpty { return [] }
    guard case .paths(let paths) = RemoteReader.read(node, of: owner, into: &bag)
    else { return [] }
    return paths.map(\.value)
  }

  private func kind(
    _ stated: RelationDeclaration, _ keys: KeyedNodes<FrozenRelationKey>, _ index: Int,
    _ property: SwiftIdentifier, target: EntityID, of owner: String, into bag: inout DiagnosticBag
  ) -> Relation.Kind? {
    let name: FrozenRelationKind = keys.choice(.kind, of: owner, or: .toOneInverse, into: &bag)
    switch name {
    case .toOne: return reference(stated, keys, index, property, of: owner, into: &bag)
    case .toOneInverse: return .toOneInverse
    case .toMany: return .toMany(ordering(stated, target: target, into: &bag))
    case .manyToMany:
      let id = RelationID(entity: node.id, index: index)
      guard
        let table = joinTables.position(of: id)
      else {
        bag.add(.damaged("\(owner) has no join table", at: keys.span))
        return nil
      }
      return .manyToMany(
        Relation.Membership(
          joinTable: table, side: joinTables.all[table].left.relation == id ? .left : .right,
          ordering: ordering(stated, target: target, into: &bag)))
    }
  }

  private func reference(
    _ stated: RelationDeclaration, _ keys: KeyedNodes<FrozenRelationKey>, _ index: Int,
    _ property: SwiftIdentifier, of owner: String, into bag: inout DiagnosticBag
  ) -> Relation.Kind? {
    let parts = parts(keys, of: owner, into: &bag)
    guard
      let column = parts.first
        ?? columns.firstIndex(where: { $0.source == .reference(relation: index) })
    else {
      bag.add(.damaged("\(owner) has no column", at: keys.span))
      return nil
    }
    return .toOne(
      Relation.Reference(
        property: property, column: column, parts: parts,
        isOptional: keys.flag(.optional, of: owner, into: &bag),
        hasForeignKey: stated.hasForeignKey?.value ?? false,
        isOneToOne: keys.flag(.oneToOne, of: owner, into: &bag),
        positionColumn: columns.firstIndex { $0.source == .position(relation: index) }))
  }

  /// The columns of a reference to a row with a composite identity.
  private func parts(
    _ keys: KeyedNodes<FrozenRelationKey>, of owner: String, into bag: inout DiagnosticBag
  ) -> [Int] {
    keys.texts(.parts, of: owner, into: &bag).compactMap { name in
      names.attribute(name, of: node.id, into: &bag).flatMap { attribute in
        columns.firstIndex { $0.source == .attribute(index: attribute) }
      }
    }
  }

  private func ordering(
    _ stated: RelationDeclaration, target: EntityID, into bag: inout DiagnosticBag
  ) -> Relation.Ordering {
    switch stated.order?.value {
    case .none?, nil: return .none
    case .position: return .position
    case .attribute(let name):
      let span = stated.order?.span ?? stated.name.span
      return names.attribute(Located(name, at: span), of: target, into: &bag)
        .map { .attribute(index: $0) } ?? .none
    }
  }
}

extension RemoteMapping {
  /// The mapping of a frozen version, in which nothing is derived.
  init(frozen stated: RemoteDeclaration?) {
    switch stated {
    case .paths(let paths): self = .paths(paths.map(\.value))
    case .firstValue(let paths): self = .firstValue(paths.map(\.value))
    case .money(let money): self = .money(money.mapping)
    case .parts(let parts): self = .paths(parts.map(\.path.value))
    case nil: self = .paths([])
    }
  }
}

extension Column {
  /// The position of the attribute that the column holds completely or in part.
  package var attribute: Int? {
    switch source {
    case .attribute(let index), .moneyMinor(let index), .moneyCurrency(let index): index
    case .reference, .position: nil
    }
  }

  /// The position of the relationship that the column belongs to.
  package var relation: Int? {
    switch source {
    case .reference(let index), .position(let index): index
    case .attribute, .moneyMinor, .moneyCurrency: nil
    }
  }
}
