package import SyncGenDiagnostics
package import SyncGenMigration
package import SyncGenSchema

/// The requirements of a schema's sets.
package enum SetRules {
  /// Adds an error for each set whose code would not compile or not work.
  package static func check(
    _ schema: Schema, plan: VersionPlan, into bag: inout DiagnosticBag
  ) {
    checkNeeds(of: schema, into: &bag)
    if schema.generation.sets.contains("swiftdata") {
      SwiftDataRule.check(schema, plan: plan, into: &bag)
      CloudKitRule.check(schema, plan: plan, into: &bag)
    }
    if schema.generation.sets.contains("fixtures") { checkExamples(schema, into: &bag) }
    if schema.generation.sets.contains("patch") { checkPatch(schema, into: &bag) }
  }

  /// The `patch` set declares a type next to those of the schema.
  private static func checkPatch(_ schema: Schema, into bag: inout DiagnosticBag) {
    let name = "Patch"
    let documents = (schema.payloads?.documents ?? []).map { ($0.name, $0.nameSpan) }
    let types =
      schema.entities.map { ($0.name.name, $0.span) } + schema.enums.map { ($0.name.name, $0.span) }
      + schema.valueTypes.map { ($0.name.name, $0.span) } + documents
    for (_, span) in types.filter({ $0.0 == name }) {
      bag.add(
        Diagnostic(
          .reservedName, "the 'patch' set declares a type '\(name)', which the schema also has",
          at: span,
          notes: [
            .init("call it '\(name)Type', for example, or remove 'patch' from 'sets'", at: span)
          ]))
    }
  }

  /// A payload of fixtures contains a value of each attribute.
  private static func checkExamples(_ schema: Schema, into bag: inout DiagnosticBag) {
    let scalars =
      schema.entities.flatMap(\.attributes).compactMap(\.scalar)
      + schema.valueTypes.flatMap(\.fields).compactMap(\.scalar)
    for scalar in Set(scalars).sorted(by: { $0.name < $1.name })
    where scalar.hasCheck && scalar.example == nil {
      bag.add(
        Diagnostic(
          .invalidScalar,
          "the 'fixtures' set finds no string that matches the pattern of scalar '\(scalar.name)'",
          at: scalar.span,
          notes: [
            .init(
              "write the pattern without a lookahead, or remove 'fixtures' from 'sets'",
              at: scalar.span)
          ]))
    }
  }

  private static func checkNeeds(of schema: Schema, into bag: inout DiagnosticBag) {
    let stated = schema.generation.sets
    let span = schema.generation.setsSpan ?? SourceSpan(path: schema.path)
    for set in OutputCatalog.sets where stated.contains(set.name) {
      if set.needsEntities, !schema.hasStore {
        let message = "the '\(set.name)' set generates nothing for a schema without entities"
        bag.add(
          Diagnostic(
            .setWithoutEntities, message, at: span,
            notes: [.init("remove '\(set.name)' from 'sets'", at: span)]))
        continue
      }
      for need in set.needs where !schema.generation.allSets.contains(need) {
        let message = "the '\(set.name)' set needs the '\(need)' set, which it extends"
        let all = ([need] + stated).joined(separator: ", ")
        bag.add(
          Diagnostic(
            .missingSet, message, at: span, notes: [.init("write 'sets: [\(all)]'", at: span)]))
      }
    }
  }
}

/// Finds what SwiftData classes cannot express.
enum SwiftDataRule {
  static func check(_ schema: Schema, plan: VersionPlan, into bag: inout DiagnosticBag) {
    for entity in schema.entities { check(entity, in: schema, into: &bag) }
    checkValueTypes(of: schema, into: &bag)
    for step in plan.steps {
      // A required attribute of a mirrored class is an optional property.
      if !schema.mirrors(step.new.version) { checkNewValues(step, into: &bag) }
      checkChangedTypes(step, into: &bag)
    }
  }

  private static func checkParts(
    of relation: Relation, of entity: Entity, in schema: Schema, into bag: inout DiagnosticBag
  ) {
    let target = schema[relation.target]
    let refersToParts = target.identity.isComposite
    add(
      "does not support relationships to rows with a composite identity: relationship "
        + "'\(entity.name.name).\(relation.name.name)' \(refersToParts ? "refers to" : "belongs to") such rows",
      "give '\((refersToParts ? target : entity).name.name)' an identity of one attribute, "
        + "e.g. 'id: uuid'", at: relation.span, into: &bag)
  }

  private static func check(_ entity: Entity, in schema: Schema, into bag: inout DiagnosticBag) {
    checkOrders(of: entity, in: schema, into: &bag)
    checkIdentity(of: entity, in: schema, into: &bag)
    if let check = entity.check {
      add(
        "does not support conditions on rows: entity '\(entity.name.name)' has a 'check'",
        "remove 'check'", at: check.span, into: &bag)
    }
    for reference in entity.taggedReferences {
      add(
        "does not support relationships to one of several classes: relationship "
          + "'\(entity.name.name).\(reference.name.name)' is one",
        "declare a relationship for each target", at: reference.span, into: &bag)
    }
    for relation in entity.relations where relation.namesByParts(in: schema) {
      checkParts(of: relation, of: entity, in: schema, into: &bag)
    }
    for index in entity.indexes where index.hasExpressions {
      add(
        "does not index fields or functions: index '\(index.name.name)' of '\(entity.name.name)' "
          + "has one",
        "remove the index", at: index.span, into: &bag)
    }
    if let search = entity.search {
      add(
        "has no full-text index: entity '\(entity.name.name)' has a 'search'",
        "remove 'search'", at: search.span, into: &bag)
    }
    checkNames(of: entity, into: &bag)
    for attribute in entity.attributes {
      checkScalar(
        attribute.scalar, of: "attribute '\(entity.name.name).\(attribute.name.name)'",
        at: attribute.span, into: &bag)
    }
  }

  private static func checkValueTypes(of schema: Schema, into bag: inout DiagnosticBag) {
    for type in schema.valueTypes {
      for field in type.fields {
        checkScalar(
          field.scalar, of: "field '\(type.name.name).\(field.name.name)'", at: field.span,
          into: &bag)
      }
    }
    for type in schema.valueTypes where type.tagging != nil {
      add(
        "has no tagged values: type '\(type.name.name)' has a 'tag'",
        "make its attributes 'json', or its cases optional fields of one type", at: type.span,
        into: &bag)
    }
    for type in schema.valueTypes where ModelNames.isTaken(type.name) {
      add(
        "declares a type '\(type.name.name)', which conflicts with type '\(type.name.name)' of "
          + "the schema",
        "rename the type", at: type.span, into: &bag)
    }
  }

  /// SwiftData has neither checks of values nor types that are stored as another type.
  private static func checkScalar(
    _ scalar: NamedScalar?, of owner: String, at span: SourceSpan, into bag: inout DiagnosticBag
  ) {
    guard let scalar else { return }
    let fix = "use '\(scalar.base.rawValue)' as the type"
    if scalar.hasCheck {
      add(
        "does not check values: \(owner) is a '\(scalar.name)'", fix, at: span, into: &bag)
    } else if let type = scalar.appType {
      add(
        "cannot store the type '\(type.name)': \(owner) is a '\(scalar.name)'", fix, at: span,
        into: &bag)
    }
  }

  /// Values inside attributes are not migrated.
  private static func checkChangedTypes(_ step: VersionStep, into bag: inout DiagnosticBag) {
    for type in step.changedTypes {
      add(
        "cannot migrate to version \(step.new.version): the fields of type '\(type.name.name)' change",
        "declare a new type and an optional attribute of it", at: type.span, into: &bag)
    }
  }

  private static func checkOrders(
    of entity: Entity, in schema: Schema, into bag: inout DiagnosticBag
  ) {
    for relation in entity.relations where relation.isPositioned {
      add(
        "does not keep the order of lists: relationship '\(entity.name.name).\(relation.name.name)' is "
          + "'ordered: true'",
        "write 'ordered: <attribute>' with a 'double' of '\(schema[relation.target].name.name)'",
        at: relation.span, into: &bag)
    }
  }

  private static func checkIdentity(
    of entity: Entity, in schema: Schema, into bag: inout DiagnosticBag
  ) {
    if let index = entity.temporaryAttribute {
      let attribute = entity.attributes[index]
      add(
        "cannot replace ids: attribute '\(entity.name.name).\(attribute.name.name)' has the "
          + "default "
          + "'temporary'", "remove the default", at: attribute.span, into: &bag)
    }
    let hasReference = entity.identity.parts.contains { part in
      if case .attribute = part { false } else { true }
    }
    guard hasReference, !schema.mirrors(schema.version) else { return }
    add(
      "does not support unique relationships: the identity of '\(entity.name.name)' has one",
      "give '\(entity.name.name)' an identity of attributes, e.g. 'id: uuid'",
      at: entity.span, into: &bag)
  }

  private static func checkNames(of entity: Entity, into bag: inout DiagnosticBag) {
    var owners: [String: String] = [:]
    let members =
      entity.attributes.map { ($0.name, $0.span) } + entity.relations.map { ($0.name, $0.span) }
    for (name, span) in members {
      let property = ModelNames.member(name)
      guard let other = owners.updateValue(name.name, forKey: property) else { continue }
      add(
        "would call both '\(entity.name.name).\(other)' and '\(entity.name.name).\(name.name)' "
          + "'\(property)'",
        "rename one of them, with 'remote:' for the key that it has in payloads", at: span,
        into: &bag)
    }
  }

  /// A row of the older version has no value for an attribute that is new or was optional.
  private static func checkNewValues(_ step: VersionStep, into bag: inout DiagnosticBag) {
    for (entity, attribute) in step.attributesWithoutValues where !hasValue(attribute) {
      let title = "'\(entity.name.name).\(attribute.name.name)'"
      add(
        "cannot migrate to version \(step.new.version): \(title) is required and rows of version "
          + "\(step.old.version) have no value for it",
        "make it optional, or give it a default that a class can have", at: attribute.span,
        into: &bag)
    }
  }

  /// Whether the property has an initial value; see `initialValue` in
  /// SwiftDataModels.swift.stencil.
  private static func hasValue(_ attribute: Attribute) -> Bool {
    guard let value = attribute.defaultValue else { return false }
    guard case .constant(let constant) = value else { return true }
    switch attribute.type {
    case .scalar(.decimal), .scalar(.uuid), .scalar(.url): return false
    case .array(.scalar(let element)), .dictionary(.scalar(let element)):
      if [.string, .int, .double, .bool].contains(element) { return true }
      return constant == .array([]) || constant == .dictionary([])
    case .array(.enumeration), .dictionary(.enumeration), .array(.value), .dictionary(.value):
      return constant == .array([]) || constant == .dictionary([])
    case .value: return false
    case .scalar, .enumeration, .money: return true
    }
  }

  private static func add(
    _ message: String, _ fix: String, at span: SourceSpan, into bag: inout DiagnosticBag
  ) {
    bag.add(
      Diagnostic(
        .swiftDataLimit, "SwiftData " + message, at: span,
        notes: [
          .init(fix + "; or remove 'swiftdata' from 'sets'", at: span)
        ]))
  }
}

extension Relation {
  /// Whether a to-one relationship or a join table holds a composite identity of the target or of
  /// the entity itself.
  fileprivate func namesByParts(in schema: Schema) -> Bool {
    switch kind {
    case .toOne(let reference): return reference.isComposite
    case .manyToMany(let membership):
      let table = schema.joinTables[membership.joinTable]
      return table.left.isComposite || table.right.isComposite
    case .toOneInverse, .toMany: return false
    }
  }

  fileprivate var isPositioned: Bool {
    switch kind {
    case .toMany(let ordering): ordering == .position
    case .manyToMany(let membership): membership.ordering == .position
    case .toOne, .toOneInverse: false
    }
  }
}
