@_spi(Generated) import SwiftSyncStore
import SwiftSyncValues

/// A prepared export: the shapes of all rows that it can write.
final class ExportPlan {
  let schema: SchemaPlan
  let options: ExportOptions
  /// The names of the exported row's members other than its identity; `nil` for all of them.
  private let members: Set<String>?
  /// Whether the exported row always contains its identity.
  private let keepsIdentity: Bool
  /// Whether tombstones that servers set are written for soft-deleted rows.
  private let keepsTombstones: Bool
  private(set) var shapes: [ExportShape] = []
  /// The first outline is the shape of the exported rows.
  private var outlines: [ExportOutline] = []
  private var positions: [ExportShape.Role: Int] = [:]
  private let literals = ByteArena()
  private let keys: ExportKeys

  init(
    _ schema: SchemaPlan, _ entity: EntityPlan, _ options: ExportOptions,
    members: Set<String>? = nil, keepsIdentity: Bool = true, keepsTombstones: Bool = false
  ) {
    self.schema = schema
    self.options = options
    self.keepsIdentity = keepsIdentity
    self.keepsTombstones = keepsTombstones
    self.members = members.map { ListSiblings.completed($0, of: entity.metadata) }
    keys = ExportKeys(style: options.keys)
    _ = position(of: ExportShape.Role(entity: entity.index, place: .top))
    // Outlines are added while relationships have new shapes.
    var next = 0
    while next < outlines.count {
      outline(at: next)
      next += 1
    }
    shapes = outlines.map(shape)
  }

  var top: ExportShape { shapes[0] }

  /// The position of the shape that writes a row nested in itself, if that can occur.
  func identityShape(of entity: EntityPlan) -> ExportShape? {
    positions[ExportShape.Role(entity: entity.index, place: .identity)].map { shapes[$0] }
  }

  private func position(of role: ExportShape.Role) -> Int {
    if let known = positions[role] { return known }
    let position = outlines.count
    positions[role] = position
    outlines.append(ExportOutline(schema.entities[role.entity], role))
    if case .nested = role.place {
      _ = self.position(of: ExportShape.Role(entity: role.entity, place: .identity))
    }
    return position
  }

  private func shape(_ outline: ExportOutline) -> ExportShape {
    var writer = ExportStepWriter(
      outline.plan, outline.relations, dates: options.dates?.remote, in: literals
    ) { [outlines] in Set(outlines[$0].tree.members.map(\.key)) }
    let steps = writer.object(of: outline.tree)
    return ExportShape(outline.plan, outline.role, steps: steps, relations: outline.relations)
  }

  // MARK: - Outlines

  private func outline(at index: Int) {
    let outline = outlines[index]
    if let type = outline.plan.metadata.resourceType { outline.tree.add("type", .type(type)) }
    let linkages = outline.plan.taggedLinkages
    for attribute in outline.plan.metadata.attributes
    where !linkages.contains(where: { $0.columns.contains(attribute.column) }) {
      add(attribute, to: outline)
    }
    for linkage in linkages { add(linkage, to: outline) }
    // A relationship to one of several entities is exported as the attributes that hold it.
    for relation in outline.plan.relations
    where outline.plan.taggedReference(of: relation.index) == nil {
      add(relation, to: outline)
    }
  }

  private func add(_ attribute: AttributeMetadata, to outline: ExportOutline) {
    let entity = outline.plan.metadata
    if isForeignTombstone(attribute, of: outline) {
      if let path = keys.path(of: attribute, in: entity) {
        outline.tree.add(path, .tombstone(attribute.column))
      }
      return
    }
    guard
      outline.role.place == .identity
        ? entity.identity.contains(attribute.column) : attribute.direction.isPushed,
      isMember(attribute, of: outline),
      !isInObject(attribute, of: outline)
    else { return }
    if Linkage.isIdentity(attribute.remote.first, of: entity) {
      return outline.tree.add("id", .identifier(attribute.column))
    }
    if let path = keys.path(of: attribute, in: entity) {
      let column = attribute.column
      outline.tree.add(
        path,
        attribute.isMajor ? .amount(column) : .columns(outline.plan.columns(sharingKeyOf: column)))
    }
    if let path = keys.currencyPath(of: attribute, in: entity) {
      outline.tree.add(path, .columns(entity.currencyColumns(sharingKeyOf: attribute)))
    }
  }

  /// Whether an attribute is only read from payloads, and is the tombstone of soft-deleted rows.
  /// Without it, a payload would revive them.
  private func isForeignTombstone(
    _ attribute: AttributeMetadata, of outline: ExportOutline
  ) -> Bool {
    keepsTombstones && outline.role.place != .identity && attribute.direction == .pull
      && outline.plan.metadata.sync.keepsTombstones
      && outline.plan.tombstoneColumn == attribute.column
  }

  /// Whether an attribute is part of a reference that is written as an object, or not written at
  /// all.
  private func isInObject(_ attribute: AttributeMetadata, of outline: ExportOutline) -> Bool {
    let plan = outline.plan
    guard !plan.compositeColumns.isEmpty, outline.role.place != .identity,
      let reference = plan.references.first(where: {
        $0.isComposite && $0.storedColumns.contains(attribute.column)
      })
    else { return false }
    if outline.role.place == .top, options.relations == .none {
      return !plan.identity.contains(attribute.column)
    }
    return !plan.metadata.relations[reference.relation].objects.isEmpty
  }

  private func add(_ linkage: TaggedLinkage, to outline: ExportOutline) {
    guard outline.role.place == .top, linkage.isExported,
      options.relations != .none,
      linkage.names.contains(where: { members?.contains($0) ?? true })
    else { return }
    outline.tree.add(
      keys.linkagePath(linkage.path, of: linkage.name),
      .taggedLinkage(tag: linkage.columns[0], id: linkage.columns[1]))
  }

  private func add(_ relation: RelationPlan, to outline: ExportOutline) {
    // If payloads contain the parts of an identity under separate keys, these are attributes.
    if case .reference(let reference) = relation.kind, !reference.parts.isEmpty,
      relation.metadata.objects.isEmpty
    {
      return
    }
    switch outline.role.place {
    case .identity:
      if case .reference(let reference) = relation.kind,
        outline.plan.identity.contains(reference.column)
      {
        addIDs(of: relation, to: outline)
      }
    case .top:
      guard relation.metadata.direction.isPushed, isMember(relation, of: outline) else { return }
      switch options.relations {
      case .none: return
      case .ids: addIDs(of: relation, to: outline)
      case .nested, .nestedAttributes: addRows(of: relation, to: outline)
      }
    case .nested(let inverse):
      guard relation.metadata.direction.isPushed, relation.metadata.name != inverse else {
        return
      }
      if relation.isSingle {
        addIDs(of: relation, to: outline)
      } else {
        addRows(of: relation, to: outline)
      }
    }
  }

  private func isMember(_ relation: RelationPlan, of outline: ExportOutline) -> Bool {
    guard case .reference(let reference) = relation.kind else {
      return members?.contains(relation.metadata.name) ?? true
    }
    if let parts = outline.plan.partNames(of: relation.index) {
      return parts.contains {
        isMember($0, column: reference.column, of: outline)
      } || keepsIdentity && outline.plan.isIdentity(reference.column)
    }
    return isMember(relation.metadata.name, column: reference.column, of: outline)
  }

  /// Whether an attribute is a member, or writes the key of a part of a reference that is one.
  private func isMember(_ attribute: AttributeMetadata, of outline: ExportOutline) -> Bool {
    let columns = outline.plan.columns(sharingKeyOf: attribute.column)
    return outline.plan.metadata.attributes.contains {
      columns.contains($0.column) && isMember($0.name, column: $0.column, of: outline)
    }
  }

  private func isMember(_ name: String, column: Int, of outline: ExportOutline) -> Bool {
    guard let members, outline.role.place == .top else { return true }
    return members.contains(name) || keepsIdentity && outline.plan.identity.contains(column)
  }

  private func addIDs(of relation: RelationPlan, to outline: ExportOutline) {
    guard
      let path = relation.isKeyed
        ? keys.objectsPath(of: relation.metadata, .ids)
        : keys.idsPath(of: relation.metadata) ?? keyPath(of: relation)
    else { return }
    if case .reference(let reference) = relation.kind, reference.parts.isEmpty {
      let type = relation.metadata.linkage
      outline.tree.add(
        path,
        type.map { .linkage(reference.column, type: $0) } ?? .column(reference.column))
    } else {
      var list = ExportRelation(plan: relation, form: .ids, isMixed: false, levels: 0)
      list.linkage = relation.metadata.linkage.map { Linkage.start(of: $0, in: literals) }
      let index = outline.add(list)
      outline.tree.add(path, .relation(index))
    }
  }

  /// The path of identities that are objects of their parts; `nil` for other identities.
  private func keyPath(of relation: RelationPlan) -> String? {
    guard relation.namesByParts else { return nil }
    return keys.objectsPath(of: relation.metadata, .nested)
  }

  private func addRows(of relation: RelationPlan, to outline: ExportOutline) {
    let path = keys.objectsPath(of: relation.metadata, options.relations)
    let ids = keys.idsPath(of: relation.metadata)
    let role = ExportShape.Role(
      entity: relation.target.index, place: .nested(inverse: relation.metadata.inverse))
    let levels = path.split(separator: ".").count - (relation.isSingle ? 1 : 0)
    var rows = ExportRelation(
      plan: relation, form: .rows(shape: position(of: role)),
      isMixed: ids == path || relation.namesByParts || relation.isKeyed, levels: levels)
    rows.isLeftOut =
      options.relations == .nestedAttributes && relation.isSingle && !rows.isMixed
    let index = outline.add(rows)
    outline.tree.add(path, .relation(index))
    guard let ids, ids != path, !relation.isKeyed, !relation.isScoping else { return }
    let fallback = outline.add(
      ExportRelation(plan: relation, form: .fallback(of: index), isMixed: false, levels: 0))
    outline.tree.add(ids, .fallback(fallback))
  }
}

/// A shape while the shapes around it are being determined.
private final class ExportOutline {
  let plan: EntityPlan
  let role: ExportShape.Role
  let tree = ExportTree()
  private(set) var relations: [ExportRelation] = []

  init(_ plan: EntityPlan, _ role: ExportShape.Role) {
    self.plan = plan
    self.role = role
  }

  func add(_ relation: ExportRelation) -> Int {
    relations.append(relation)
    return relations.count - 1
  }
}
