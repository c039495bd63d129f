import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenSchema

/// Checks that `renamed-from` names an element of the previous version.
enum FormerNameRule {
  static func check(_ pairing: SchemaPairing, into bag: inout DiagnosticBag) {
    for elements in pairing.elements + pairing.members.flatMap({ members(of: $0, pairing) }) {
      for unknown in elements.pairing.unknown where !elements.derived.contains(unknown.new) {
        bag.add(
          .unknownFormerName(
            unknown.formerName, of: elements.title(unknown.new),
            known: elements.old.map(\.name.name), version: pairing.old.version,
            isTaken: unknown.isTaken, at: elements.new[unknown.new].span))
      }
    }
  }

  private static func members(
    of members: SchemaPairing.Members, _ pairing: SchemaPairing
  ) -> [RenamableElements] {
    let (before, after) = (pairing.old[members.old], pairing.new[members.new])
    return [
      // The former name of a part of a new reference is known only for that part.
      RenamableElements(
        pairing: members.attributes, old: before.attributes, new: after.attributes,
        kind: "attribute", owner: after.name.name,
        derived: partsOfNewReferences(after, members.relations)),
      RenamableElements(
        pairing: members.relations, old: before.relations, new: after.relations,
        kind: "relationship", owner: after.name.name),
    ]
  }

  /// The attributes of references to rows with a composite identity that the previous version does
  /// not have.
  private static func partsOfNewReferences(_ entity: Entity, _ relations: Pairing) -> Set<Int> {
    let columns = entity.relations.indices.flatMap { index -> [Int] in
      guard relations.oldPositions[index] == nil, entity.relations[index].renamedFrom == nil,
        case .toOne(let reference) = entity.relations[index].kind
      else { return [] }
      return reference.parts
    }
    return Set(
      entity.attributes.indices.filter {
        !Set(columns).isDisjoint(with: entity.attributes[$0].columns)
      })
  }
}

/// Checks that `entities` of a `custom` step names entities that the function can see.
struct FunctionEntityRule {
  let old: Schema
  let new: Schema

  func check(_ steps: [StatedStep], into bag: inout DiagnosticBag) {
    for step in steps {
      let schemas = step.runsBefore ? [old] : [old, new]
      let known = schemas.flatMap { $0.entities.map(\.name.name) }
      for name in step.entities ?? [] where !known.contains(name.value) {
        bag.add(.unknownEntity(name.value, known: known, schemas.map(\.version), at: name.span))
      }
    }
  }
}

extension Diagnostic {
  fileprivate static func unknownEntity(
    _ name: String, known: [String], _ versions: [Int], at span: SourceSpan
  ) -> Diagnostic {
    let place = versions.map { "version \($0)" }.joined(separator: " or ")
    let nearest = Suggestion.nearest(to: name, in: known)
    return Diagnostic(
      .invalidMigration, "'entities' names '\(name)', which is not an entity of \(place)", at: span,
      notes: nearest.map { [Note("did you mean '\($0)'?", at: span)] } ?? [])
  }
}

/// Checks that `may-change` names tables and columns that exist when the SQL runs.
package struct MayChangeRule {
  /// The runtime's tables that `may-change` can name.
  package static let ownTables = ["swiftsync_changes", "swiftsync_links"]

  let old: Schema
  let new: Schema

  func check(_ steps: [StatedStep], into bag: inout DiagnosticBag) {
    for step in steps where !step.mayChange.isEmpty {
      let schema = step.runsBefore ? old : new
      let known = Self.names(of: schema)
      for name in step.mayChange where !known.contains(name.value) {
        bag.add(
          .unknownTable(name.value, known: known, version: schema.version, at: name.span))
      }
    }
  }

  private static func names(of schema: Schema) -> [String] {
    let tables = TableShape.all(of: schema)
    return tables.map(\.name.name)
      + tables.flatMap { table in table.columns.map { "\(table.name.name).\($0.name)" } }
      + ownTables
  }
}

/// Checks that the schema permits each change that may lose something, and that each permission
/// belongs to a change.
struct PermissionRule {
  let pairing: SchemaPairing
  let changes: [SchemaChange]
  let steps: [StatedStep]
  /// Whether the new version is frozen, so that no permission can be added to it.
  let isFrozen: Bool

  func check(into bag: inout DiagnosticBag) {
    let given = steps.flatMap { step in step.permissions.map { (permission: $0, step: step) } }
    let lacking = changes.filter { !$0.isImpossible }.compactMap(\.permission).filter { needed in
      !given.contains { $0.permission == needed }
    }
    let advice = PermissionAdvice(lacking, in: pairing.new, hasSteps: !steps.isEmpty)
    var losses = DiagnosticBag()
    for change in changes {
      if change.isImpossible {
        bag.add(.impossible(change))
      } else if let needed = change.permission, lacking.contains(needed) {
        losses.add(.needsPermission(change, needed, advice, place: place(change)))
      }
    }
    for loss in advice.summing(losses.sorted) { bag.add(loss) }
    // Nothing can be removed from a frozen version.
    if isFrozen { return }
    let needed = changes.compactMap(\.permission)
    for item in given where !needed.contains(item.permission) {
      let known = needed.filter { $0.word == item.permission.word }.map(\.name)
      bag.add(
        .needlessPermission(
          item.permission, known: known, version: pairing.new.version, at: item.step.span))
    }
  }

  /// The place to edit. Removed elements are in the frozen file, which must not be edited, so the
  /// schema is the place.
  private func place(_ change: SchemaChange) -> SourceSpan {
    if let place = change.place { return place }
    return change.span.path == pairing.old.path ? pairing.new.versionSpan : change.span
  }
}

extension Schema {
  /// Whether the step to its version has a permission.
  func permits(_ permission: SchemaChange.Permission) -> Bool {
    steps.contains { $0.permissions.contains(permission) }
  }
}

extension StatedStep {
  /// The permissions of the step.
  fileprivate var permissions: [SchemaChange.Permission] {
    switch action {
    case .drops(let names): names.map { .drops($0) }
    case .allowLossy(let names): names.map { .allowLossy($0) }
    case .remoteChanged(let names): names.map { .remoteChanged($0) }
    case .sql, .custom: []
    }
  }
}
