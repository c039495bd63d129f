import SwiftSyncValues
import SyncGenDiagnostics

/// Resolves the identity of each entity. Columns are added by `ReferenceResolver`.
enum IdentityResolver {
  static func resolve(_ draft: inout SchemaDraft, into bag: inout DiagnosticBag) {
    for index in draft.entities.indices {
      guard let parts = parts(of: draft.entities[index], into: &bag) else { continue }
      draft.entities[index].identity = Identity(parts: parts, columns: [])
    }
  }

  private static func parts(
    of entity: EntityDraft, into bag: inout DiagnosticBag
  ) -> [Identity.Part]? {
    guard let names = entity.declaration.identity else {
      if let member = entity.members["id"] {
        return part(Located("id", at: entity.span(of: member)), of: entity, into: &bag).map { [$0] }
      }
      guard entity.declaration.hasAttributes else { return nil }
      bag.add(.noIdentity(of: entity.name, at: entity.declaration.name.span))
      return nil
    }
    var seen: Set<String> = []
    let parts = names.compactMap { name -> Identity.Part? in
      guard seen.insert(name.value).inserted else {
        bag.add(.invalidIdentity(name, of: entity.name, "it is named twice"))
        return nil
      }
      return part(name, of: entity, into: &bag)
    }
    return parts.count == names.count && !parts.isEmpty ? parts : nil
  }

  private static func part(
    _ name: Located<String>, of entity: EntityDraft, into bag: inout DiagnosticBag
  ) -> Identity.Part? {
    switch entity.members[name.value] {
    case nil:
      bag.add(.unknownMember(name, in: "'identity'", of: entity))
      return nil
    case .attribute(let index):
      guard !entity.brokenAttributes.contains(index) else { return nil }
      if let problem = problem(entity.attributes[index]) {
        bag.add(.invalidIdentity(name, of: entity.name, problem))
        return nil
      }
      return .attribute(index: index)
    case .relation(let index):
      guard entity.relations[index].target != nil else { return nil }
      if let problem = problem(entity.relations[index]) {
        bag.add(.invalidIdentity(name, of: entity.name, problem))
        return nil
      }
      return .reference(relation: index)
    }
  }

  private static func problem(_ attribute: Attribute) -> String? {
    if attribute.isOptional { return "it is optional, expected a required attribute" }
    if !attribute.direction.isPulled { return "it is not read from payloads" }
    if attribute.defaultValue.map({ if case .constant = $0 { true } else { false } }) ?? false {
      return "it has a constant default, so two rows could have the same identity"
    }
    if let problem = formProblem(attribute) { return problem }
    switch attribute.type {
    case .scalar(.string), .scalar(.int), .scalar(.uuid), .scalar(.decimal), .scalar(.date),
      .scalar(.day), .scalar(.url), .enumeration:
      return nil
    default:
      return "its type is \(words(for: attribute.type)), expected a string, an 'int', 'uuid', "
        + "'decimal', 'date', 'day', 'url' or an enum"
    }
  }

  private static func words(for type: AttributeType) -> String {
    switch type {
    case .scalar(let scalar): "'\(scalar.rawValue)'"
    case .enumeration: "an enum"
    case .money: "'money'"
    case .value: "a type with fields"
    case .array: "a list"
    case .dictionary: "a dictionary"
    }
  }

  /// The change queue, references and join tables store identities as text or integers.
  private static func formProblem(_ attribute: Attribute) -> String? {
    let form = "it has 'storage: \(attribute.storage.rawValue)'"
    switch (attribute.type, attribute.storage) {
    case (.scalar(.uuid), .blob):
      return form + ", but UUIDs that identify rows are stored as text; remove 'storage'"
    case (.scalar(.date), .seconds), (.scalar(.date), .referenceDate):
      return form + ", which loses fractions; write 'storage: text' or 'storage: integer'"
    default: return nil
    }
  }

  private static func problem(_ relation: RelationDraft) -> String? {
    if relation.kind != .reference { return "it is not a to-one with a column" }
    if relation.isOptional { return "it is optional, expected a required to-one" }
    return relation.declaration.settings.direction.isPulled ? nil : "it is not read from payloads"
  }
}

extension EntityDraft {
  func span(of member: Member) -> SourceSpan {
    switch member {
    case .attribute(let index): attributes[index].span
    case .relation(let index): relations[index].declaration.name.span
    }
  }
}
