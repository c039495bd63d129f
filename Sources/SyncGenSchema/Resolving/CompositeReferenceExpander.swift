import SwiftSyncValues
import SyncGenDiagnostics

/// Gives each to-one relationship whose target has a composite identity an attribute for each part.
/// Later stages treat these like any other attributes.
struct CompositeReferenceExpander {
  private var draft: SchemaDraft
  private var identities: CompositeIdentities

  static func expand(_ draft: inout SchemaDraft, into bag: inout DiagnosticBag) {
    let identities = CompositeIdentities(draft)
    guard identities.areTargets else { return checkUnused(draft, into: &bag) }
    checkUnused(draft, into: &bag)
    var expander = Self(draft: draft, identities: identities)
    for id in draft.relationIDs { expander.expand(id, into: &bag) }
    for entity in draft.entities.indices { expander.expandIdentity(of: entity) }
    draft = expander.draft
  }

  /// Reports paths of parts if the identity of the target has only one.
  private static func checkUnused(_ draft: SchemaDraft, into bag: inout DiagnosticBag) {
    let identities = CompositeIdentities(draft)
    for id in draft.relationIDs {
      guard case .parts(let parts)? = draft[id].declaration.remote, let first = parts.first,
        let target = draft[id].target
      else { continue }
      guard draft[id].kind == .reference, identities.parts(of: target) != nil else {
        bag.add(
          .unusedParts(
            draft.title(of: id), isToOne: draft[id].kind == .reference,
            target: draft[target].name, at: first.key.span))
        continue
      }
    }
  }

  private mutating func expand(_ id: RelationID, into bag: inout DiagnosticBag) {
    guard let target = draft[id].target, let parts = identities.parts(of: target) else { return }
    switch draft[id].kind {
    case .reference: expandReference(id, parts, into: &bag)
    case .referenceInverse, .toMany, .manyToMany:
      // Ids of such rows are objects, too.
      if identities.isScopedList(id) { return }
      let keys = draft[id].keys
      draft[id].keys = RelationKeys(
        ids: [],
        objects: (keys.objects + keys.ids).reduce(into: []) { paths, path in
          if !paths.contains(path) { paths.append(path) }
        })
    }
  }

  // MARK: To-ones

  private mutating func expandReference(
    _ id: RelationID, _ parts: [CompositeIdentities.Part], into bag: inout DiagnosticBag
  ) {
    let relation = draft[id].declaration
    let owner = draft.title(of: id)
    if let column = relation.column {
      bag.add(.columnOfParts(owner, at: column.span))
    }
    if let backfill = relation.backfill {
      bag.add(.backfillOfParts(owner, draft[id].declaration.name.value, at: backfill.span))
    }
    let stated = stated(relation, parts, owner, into: &bag)
    let objects = stated == nil ? draft[id].keys.objects : []
    draft[id].keys = RelationKeys(ids: [], objects: objects)
    var attributes: [FieldDeclaration] = []
    for part in parts {
      let paths =
        stated.map { $0[part.key].map { [$0] } ?? [] }
        ?? objects.flatMap { object in
          part.paths.map { RemotePath(steps: object.steps + $0.steps) }
        }
      guard var attribute = attribute(part, of: relation, paths) else { continue }
      if stated != nil, let path = paths.first, isWritten(path, besides: id) {
        attribute.settings.direction = relation.settings.direction.isPulled ? .pull : .local
      }
      guard isFree(attribute.name.value, id, owner, into: &bag) else { continue }
      attributes.append(attribute)
    }
    guard attributes.count == parts.count else { return }
    draft[id].partNames = attributes.map(\.name.value)
    draft.entities[id.entity.index].declaration.attributes += attributes
  }

  /// The paths of the parts by key, if the relationship states them.
  private func stated(
    _ relation: RelationDeclaration, _ parts: [CompositeIdentities.Part], _ owner: String,
    into bag: inout DiagnosticBag
  ) -> [String: RemotePath]? {
    guard case .parts(let stated)? = relation.remote else { return nil }
    let target = relation.target?.name ?? ""
    var paths: [String: RemotePath] = [:]
    for (key, path) in stated {
      guard parts.contains(where: { $0.key == key.value }) else {
        bag.add(.unknownPart(key, of: owner, target: target, known: parts.map(\.key)))
        continue
      }
      paths[key.value] = path.value
    }
    let missing = parts.map(\.key).filter { part in !stated.contains { $0.key.value == part } }
    if !missing.isEmpty {
      bag.add(.missingParts(missing, of: owner, target: target, at: relation.name.span))
    }
    return paths
  }

  /// Whether another member of the entity writes a key, so that a reference with the same key only
  /// reads it.
  private func isWritten(_ path: RemotePath, besides id: RelationID) -> Bool {
    let entity = draft[id.entity]
    return entity.declaration.attributes.contains { attribute in
      attribute.settings.direction.isPushed
        && (attribute.remote?.paths.map(\.value) ?? draft.symbols.namer.paths(attribute.name.value))
          .first == path
    }
      || entity.relations.enumerated().contains { index, relation in
        index != id.index && relation.declaration.settings.direction.isPushed
          && relation.keys.ids.first == path
      }
  }

  private func attribute(
    _ part: CompositeIdentities.Part, of relation: RelationDeclaration, _ paths: [RemotePath]
  ) -> FieldDeclaration? {
    let span = relation.name.span
    guard let type = part.template.type else { return nil }
    var attribute = FieldDeclaration(
      name: Located(Self.name(relation.name.value, part.property), at: span))
    attribute.type = TypeExpression(
      name: type.name, shape: .plain, isOptional: relation.target?.isOptional ?? false, span: span,
      nameSpan: span)
    attribute.remote = .paths(paths.map { Located($0, at: span) })
    attribute.takeForms(of: part.template)
    attribute.settings.direction = relation.settings.direction
    attribute.settings.notes.documentation = relation.documentation
    attribute.settings.notes.deprecation = relation.settings.notes.deprecation
    if relation.renamedFrom != nil || part.formerProperty != part.property {
      let former = relation.renamedFrom?.value ?? relation.name.value
      let name = Self.name(former, part.formerProperty)
      attribute.renamedFrom = relation.renamedFrom?.part(name) ?? FormerName(name, at: span)
    }
    return attribute
  }

  /// The name of a part's attribute, e.g. `seatRow` for `seat` and `row`.
  static func name(_ relation: String, _ part: String) -> String {
    relation + part.prefix(1).uppercased() + part.dropFirst()
  }

  /// Whether no other member has the name of a part.
  private func isFree(
    _ name: String, _ id: RelationID, _ owner: String, into bag: inout DiagnosticBag
  ) -> Bool {
    let entity = draft[id.entity]
    let members =
      entity.declaration.attributes.map { ("attribute", $0.name) }
      + entity.declaration.relations.map { ("relationship", $0.name) }
    guard let (kind, other) = members.first(where: { $1.value == name }) else { return true }
    bag.add(
      .propertyCollision(
        name, in: entity.name, "a part of the identity of \(owner)",
        at: draft[id].declaration.name.span, "\(kind) '\(other.value)'", at: other.span))
    return false
  }

  // MARK: Identities

  /// Replaces a relationship in an identity by the attributes of its parts.
  private mutating func expandIdentity(of entity: Int) {
    let relations = draft.entities[entity].relations
    draft.entities[entity].declaration.identity = draft.entities[entity].declaration.identity?
      .flatMap { name in
        relations.first { $0.name == name.value && !$0.partNames.isEmpty }?.partNames.map {
          Located($0, at: name.span)
        } ?? [name]
      }
  }
}

/// The composite identities, as stated in the declaration.
struct CompositeIdentities {
  struct Part {
    /// The name of the part in statements about it: the member of the identity.
    let key: String
    /// The property with the part, e.g. `channelID`.
    let property: String
    /// The former name of the property.
    let formerProperty: String
    /// The attribute with the part's type.
    let template: FieldDeclaration
    /// The paths of the part in a row of the entity.
    let paths: [RemotePath]
  }

  private let draft: SchemaDraft
  /// The parts by entity; `nil` for an identity with one part.
  private var parts: [[Part]?] = []

  init(_ draft: SchemaDraft) {
    self.draft = draft
    // Most schemas have none.
    guard draft.entities.contains(where: { ($0.declaration.identity?.count ?? 0) > 1 }) else {
      parts = draft.entities.map { _ in nil }
      return
    }
    parts = draft.entities.indices.map { index in
      collect(EntityID(index), visited: []).flatMap { $0.count > 1 ? $0 : nil }
    }
  }

  /// Whether relationships refer to rows with such an identity.
  var areTargets: Bool {
    draft.relationIDs.contains { draft[$0].target.map { parts(of: $0) != nil } ?? false }
  }

  func parts(of entity: EntityID) -> [Part]? { parts[entity.index] }

  /// Whether a relationship lists rows that are identified by their parent and a part of their own.
  func isScopedList(_ id: RelationID) -> Bool {
    guard let target = draft[id].target, let inverse = draft[id].inverse,
      draft[id].kind == .toMany || draft[id].kind == .referenceInverse,
      parts(of: id.entity) == nil
    else { return false }
    return draft[target].declaration.identity?.contains { $0.value == draft[inverse].name } ?? false
  }

  /// Returns `nil` if there is a problem with the identity, which is reported elsewhere.
  private func collect(_ id: EntityID, visited: Set<Int>) -> [Part]? {
    guard !visited.contains(id.index) else { return nil }
    let entity = draft[id]
    let names = entity.declaration.identity?.map(\.value) ?? ["id"]
    var result: [Part] = []
    for name in names {
      if let attribute = entity.declaration.attributes.first(where: { $0.name.value == name }) {
        result.append(part(attribute))
        continue
      }
      guard let relation = entity.relations.first(where: { $0.name == name }),
        relation.kind == .reference, let target = relation.target,
        let inner = collect(target, visited: visited.union([id.index]))
      else { return nil }
      result += inner.map { part($0, of: relation, isSingle: inner.count == 1) }
    }
    return result
  }

  private func part(_ attribute: FieldDeclaration) -> Part {
    let name = attribute.name.value
    return Part(
      key: name, property: name, formerProperty: attribute.renamedFrom?.value ?? name,
      template: attribute,
      paths: attribute.remote?.paths.map(\.value) ?? draft.symbols.namer.paths(name))
  }

  private func part(_ inner: Part, of relation: RelationDraft, isSingle: Bool) -> Part {
    let name = relation.name
    let former = relation.declaration.renamedFrom?.value ?? name
    let nested = relation.keys.objects.flatMap { object in
      inner.paths.map { RemotePath(steps: object.steps + $0.steps) }
    }
    if isSingle {
      return Part(
        key: name, property: name + "ID", formerProperty: former + "ID", template: inner.template,
        paths: relation.keys.ids + nested)
    }
    return Part(
      key: CompositeReferenceExpander.name(name, inner.key),
      property: CompositeReferenceExpander.name(name, inner.property),
      formerProperty: CompositeReferenceExpander.name(former, inner.formerProperty),
      template: inner.template, paths: nested)
  }
}
