import SyncGenDiagnostics
import SwiftSyncValues

/// Gives each relationship to one of several entities its two attributes, the tag and the identity,
/// and the index over both. Later stages treat these like any other attributes.
struct TaggedReferenceExpander {
  private let schema: SchemaDeclaration
  private let symbols: Symbols
  /// The taken names of Swift types, with their owners.
  private var typeNames: [String: String] = [:]

  static func expanded(
    _ schema: SchemaDeclaration, into bag: inout DiagnosticBag
  ) -> SchemaDeclaration {
    guard schema.entities.contains(where: { !$0.taggedReferences.isEmpty }) else { return schema }
    var expander = Self(schema)
    var result = schema
    for index in schema.entities.indices {
      result.entities[index] = expander.expanded(schema.entities[index], into: &bag)
    }
    return result
  }

  private init(_ schema: SchemaDeclaration) {
    self.schema = schema
    symbols = Symbols(conventions: schema.conventions)
    for entity in schema.entities { typeNames[entity.name.value] = "an entity of the schema" }
    for model in schema.enums { typeNames[model.name.value] = "an enum of the schema" }
    for type in schema.types { typeNames[type.name.value] = "a type of the schema" }
    for scalar in schema.scalars { typeNames[scalar.name] = "a scalar of the schema" }
  }

  private mutating func expanded(
    _ entity: EntityDeclaration, into bag: inout DiagnosticBag
  ) -> EntityDeclaration {
    var result = entity
    result.taggedReferences = []
    for reference in entity.taggedReferences {
      guard let attributes = attributes(reference, of: result, into: &bag) else { continue }
      let span = reference.name.span
      result.attributes += attributes
      result.indexes.append(IndexDeclaration(members: attributes.map(\.name), span: span))
      var expanded = reference
      expanded.objects = objects(of: reference)
      result.taggedReferences.append(expanded)
    }
    return result
  }

  private mutating func attributes(
    _ reference: TaggedReferenceDeclaration, of entity: EntityDeclaration,
    into bag: inout DiagnosticBag
  ) -> [FieldDeclaration]? {
    let owner = "relationship '\(entity.name.value).\(reference.name.value)'"
    MemberNameRule.check(reference.name, of: "relationship", into: &bag)
    let isFree =
      NameRule.isLowerCamelCase(reference.name.value)
      && checkNames(reference, of: entity, owner, into: &bag)
    let identities = reference.targets.map { identity(of: $0, owner, into: &bag) }
    guard let first = identities.first.flatMap({ $0 }), !identities.contains(where: { $0 == nil })
    else { return nil }
    for (target, identity) in zip(reference.targets, identities) {
      guard let identity, identity.type?.name != first.type?.name else { continue }
      bag.add(
        .mixedIdentities(
          owner, target.entity, identity.type?.name ?? "", reference.targets[0].entity.value,
          first.type?.name ?? ""))
      return nil
    }
    guard isFree else { return nil }
    let ids = identities.compactMap { $0 }
    return [tag(of: reference), self.id(of: reference, first, ids)]
  }

  // MARK: Names

  /// Whether the names that the relationship needs are free.
  private mutating func checkNames(
    _ reference: TaggedReferenceDeclaration, of entity: EntityDeclaration, _ owner: String,
    into bag: inout DiagnosticBag
  ) -> Bool {
    let name = reference.name
    if let first = entity.attributes.first(where: { $0.name.value == name.value }) {
      bag.add(.memberCollision(name, in: entity.name.value, first: first.name.span))
      return false
    }
    let members =
      entity.attributes.map { ("attribute", $0.name) }
      + entity.relations.map { ("relationship", $0.name) }
    for (property, what) in [(reference.tagName, "tag"), (reference.idName, "identity")] {
      guard let (kind, other) = members.first(where: { $1.value == property }) else { continue }
      bag.add(
        .propertyCollision(
          property, in: entity.name.value, "the \(what) of \(owner)", at: name.span,
          "\(kind) '\(other.value)'", at: other.span))
      return false
    }
    let type = TaggedReference.typeName(entity.name.value, name.value)
    if let holder = typeNames.updateValue("the enum of \(owner)", forKey: type) {
      bag.add(
        .invalidToAny(
          "\(owner) generates a Swift enum '\(type)', but \(holder) already has that name; rename one",
          at: name.span))
      return false
    }
    if let target = reference.targets.first(where: { caseName($0.entity.value) == "unknown" }) {
      bag.add(
        .invalidToAny(
          "\(owner) cannot have the target '\(target.entity.value)': 'unknown' is the case of other tags",
          at: target.entity.span))
      return false
    }
    return true
  }

  private func caseName(_ entity: String) -> String {
    symbols.names.camelCase(symbols.names.snakeCase(entity))
  }

  // MARK: Identities

  /// The attribute that is a target's identity; `nil` if there is none, which is reported.
  private func identity(
    of target: TaggedReferenceDeclaration.Target, _ owner: String, into bag: inout DiagnosticBag
  ) -> FieldDeclaration? {
    guard let entity = schema.entities.first(where: { $0.name.value == target.entity.value }) else {
      bag.add(
        .unknownEntity(
          target.entity.value, in: "a target of \(owner)",
          known: bag.candidates(schema.entities.map(\.name.value).sorted()),
          at: target.entity.span, droppedIn: schema.version(dropping: target.entity.value)))
      return nil
    }
    let names = entity.identity?.map(\.value) ?? ["id"]
    guard names.count == 1 else {
      bag.add(.compositeTarget(entity.name.value, of: owner, at: target.entity.span))
      return nil
    }
    if let attribute = entity.attributes.first(where: { $0.name.value == names[0] }) {
      return attribute
    }
    if entity.relations.contains(where: { $0.name.value == names[0] }) {
      bag.add(
        .invalidToAny(
          "\(owner) cannot refer to rows of '\(entity.name.value)', whose identity is a relationship",
          at: target.entity.span))
    } else if entity.identity != nil || entity.hasAttributes {
      // The entity itself is also reported; without this, the relationship would vanish silently.
      bag.add(
        .invalidToAny(
          "\(owner) cannot refer to rows of '\(entity.name.value)', which has no identity",
          at: target.entity.span))
    }
    return nil
  }

  // MARK: Attributes

  private func tag(of reference: TaggedReferenceDeclaration) -> FieldDeclaration {
    let snake = symbols.names.snakeCase(reference.name.value)
    let paths =
      reference.tag.map { [$0.value] } ?? linkage(of: reference).map { [$0.appending("type")] }
      ?? symbols.namer.paths(snake: snake + "_type", verbatim: reference.tagName)
    return attribute(
      reference.tagName, "string", paths, of: reference,
      former: reference.notes.formerName.map {
        $0.part(TaggedReferenceDeclaration.tagName($0.value))
      })
  }

  private func id(
    of reference: TaggedReferenceDeclaration, _ identity: FieldDeclaration,
    _ identities: [FieldDeclaration]
  ) -> FieldDeclaration {
    var attribute = attribute(
      reference.idName, identity.type?.name ?? "string", idPaths(of: reference, identities),
      of: reference,
      former: reference.notes.formerName.map {
        $0.part(TaggedReferenceDeclaration.idName($0.value))
      })
    attribute.takeForms(of: identity)
    attribute.settings.notes.documentation = reference.notes.documentation
    return attribute
  }

  private func attribute(
    _ name: String, _ type: String, _ paths: [RemotePath],
    of reference: TaggedReferenceDeclaration, former: FormerName?
  ) -> FieldDeclaration {
    let span = reference.name.span
    var attribute = FieldDeclaration(name: Located(name, at: span))
    attribute.type = TypeExpression(
      name: type, shape: .plain, isOptional: !reference.isRequired, span: span, nameSpan: span)
    attribute.remote = .paths(paths.map { Located($0, at: span) })
    attribute.settings.direction = reference.direction
    attribute.renamedFrom = former
    return attribute
  }

  // MARK: Keys

  /// The location of the resource identifier, by the convention of JSON:API.
  private func linkage(of reference: TaggedReferenceDeclaration) -> RemotePath? {
    let namer = symbols.namer
    let name = reference.name.value
    guard namer.envelope == .jsonAPI, reference.remote == nil else { return nil }
    return namer.paths(snake: symbols.names.snakeCase(name), verbatim: name).first
      .map(namer.linkage)
  }

  /// The keys of nested objects.
  private func objects(of reference: TaggedReferenceDeclaration) -> [RemotePath] {
    let name = reference.name.value
    if let linkage = linkage(of: reference) { return [linkage] }
    return reference.remote?.map(\.value)
      ?? symbols.namer.paths(snake: symbols.names.snakeCase(name), verbatim: name)
  }

  /// The keys of the identity: alone, and in nested objects. If these contain the tag, they come
  /// first, so that both are written there.
  private func idPaths(
    of reference: TaggedReferenceDeclaration, _ identities: [FieldDeclaration]
  ) -> [RemotePath] {
    let name = reference.name.value
    if let linkage = linkage(of: reference) { return [linkage.appending("id")] }
    let alone =
      reference.remote?.map(\.value)
      ?? symbols.namer.id(name, snake: symbols.names.snakeCase(name))
    let keys = identities.flatMap { identity in
      identity.remote?.paths.map(\.value)
        ?? symbols.namer.paths(
          snake: symbols.names.snakeCase(identity.name.value), verbatim: identity.name.value)
    }
    let objects = objects(of: reference)
    let nested = objects.flatMap { object in
      keys.map { RemotePath(steps: object.steps + $0.steps) }
    }
    let isInside = objects.contains { object in
      reference.tag.map {
        $0.value.steps.count > object.steps.count && $0.value.steps.starts(with: object.steps)
      } ?? false
    }
    return (isInside ? nested + alone : alone + nested).reduce(into: []) { paths, path in
      if !paths.contains(path) { paths.append(path) }
    }
  }
}
