import SwiftSyncValues
import SyncGenSchema
import SyncGenTemplateEngine

/// A relationship as exposed to templates, from the entity that has it.
struct RelationContext: ContextSubject {
  let relation: Relation
  let field: Int
  let entity: Entity
  let names: SwiftNames

  /// The relationships of an entity in the order of the schema.
  static func all(of id: EntityID, names: SwiftNames) -> [RelationContext] {
    let entity = names.schema[id]
    return entity.relations.enumerated().map { index, relation in
      RelationContext(
        relation: relation, field: entity.attributes.count + index, entity: entity, names: names)
    }
  }

  private func column(at position: Int?) -> ColumnContext? {
    position.map { ColumnContext(position: $0, entity: entity, schema: names.schema) }
  }

  private var reference: Relation.Reference? {
    guard case .toOne(let reference) = relation.kind else { return nil }
    return reference
  }

  /// Not inlined: otherwise, the optimizer of Swift 6.3.1 stops with an ownership error, inside a
  /// closure that tests the result.
  @inline(never)
  private var membership: Relation.Membership? {
    guard case .manyToMany(let membership) = relation.kind else { return nil }
    return membership
  }

  static let type = ContextType<Self>(
    "relation", "A relationship of an entity, as seen from that entity.",
    [
      .text("name", "The name in the schema.") { $0.relation.name.name },
      .text("kind", "`toOne`, `toOneInverse`, `toMany` or `manyToMany`.") { $0.kind },
      .objects(
        "parts",
        "For a to-one whose target's identity has several parts, the attributes that hold them."
      ) { context in
        PartContext.all(of: context.relation, context.entity, names: context.names)
      },
      .texts("identityPaths", "The dotted paths of the identity in nested objects.") {
        $0.identityPaths
      },
      .flag("isToMany", "Whether its value is a list.") { $0.isToMany },
      .flag("isOptional", "Whether it can be null; false for lists.") { $0.isOptional },
      .object("target", "The target entity.") {
        TargetContext(id: $0.relation.target, names: $0.names)
      },
      .optionalText(
        "idName",
        "The member that holds the target's identity, e.g. `projectID` or `watcherIDs`; null if the "
          + "identity has several parts, which are `parts`."
      ) { context in
        context.idType == nil || context.reference?.isComposite == true
          ? nil : context.relation.idProperty.name
      },
      .optionalObject("foreignKey", "The columns of a to-one, on the side that has them.") {
        ForeignKeyContext($0.relation, of: $0.entity, in: $0.names.schema)
      },
      .optionalObject("join", "How a many-to-many relationship uses its table.") { context in
        context.membership.map { JoinContext(membership: $0, schema: context.names.schema) }
      },
      .optionalText(
        "inverse",
        "The inverse: the target's relationship that refers back to this "
          + "entity."
      ) { context in
        context.names.schema.inverseName(of: context.relation)
      },
      .texts("ids", "Dotted paths of ids in a payload, tried in order; empty if it is local.") {
        $0.relation.payloadPaths($0.relation.remote.ids)
      },
      .optionalText(
        "linkage", "Where ids are resource identifiers of JSON:API, the `type` of these."
      ) { context in
        context.names.schema.linkage(of: context.relation)
      },
      .texts(
        "objects",
        "Dotted paths of nested objects in a payload, tried in order; empty if it is local."
      ) {
        $0.relation.payloadPaths($0.relation.remote.objects)
      },
      .text("direction", "`both`, `pull`, `push` or `local`.") {
        $0.relation.direction.rawValue
      },
      .text(
        "missingRows",
        "What happens to rows that a list in a payload lacks: `delete`, `keep` or `keep-if`."
      ) {
        $0.relation.settings.missingRows.kind
      },
      .optionalText("keepIf", "With `keep-if`, the path of the value that decides.") {
        $0.relation.settings.missingRows.path
      },
      .optionalText(
        "keyedBy",
        "The target's attribute whose values are the keys of an object of "
          + "rows."
      ) {
        $0.relation.settings.keyedBy
      },
      .texts(
        "operations",
        "The operations allowed on nested rows and links; empty if all are "
          + "allowed."
      ) {
        $0.relation.settings.isLimited ? $0.relation.settings.operations.map(\.rawValue) : []
      },
      .text("onDelete", "`nullify`, `keep`, `deny` or `cascade`.") {
        $0.relation.onDelete.rawValue
      },
      .flag("isOneToOne", "Whether the other side is a to-one too.") {
        $0.reference?.isOneToOne ?? ($0.kind == "toOneInverse")
      },
      .optionalObject(
        "positionColumn", "The column with the row's position in the parent's list."
      ) {
        $0.column(at: $0.reference?.positionColumn)
      }
      .byName(),
      .text("ordering", "For lists, `none`, `position` or `attribute`.") { $0.orderingKind },
      .optionalText("orderedBy", "The target's attribute that orders the list.") { $0.orderedBy },
      .optionalText(
        "sortedBy",
        "For a to-one, the entity's own attribute that orders the target's list of its rows."
      ) { $0.sortedBy },
      .optionalText("documentation", "The text under `doc:`.") { $0.relation.documentation },
      .text("summary", "The text under `doc:`, or else a generated sentence.") {
        $0.summary
      },
      .optionalText("remark", ContextRemark.description) { context in
        ContextRemark(context.names).of(context.relation)
      },
      .optionalText("deprecation", "The reason that `deprecated:` gives.") {
        $0.relation.deprecation
      },
      .optionalText("renamedFrom", "The former name.") { $0.relation.renamedFrom },
      .annotations { $0.relation.annotations },
      .group("swift", "What only Swift code needs.", swiftMembers),
      .group("swiftData", "What SwiftData needs.", swiftDataMembers),
    ])

  private static let swiftMembers: [ContextMember<Self>] = [
    .text("name", "The name as written in Swift code.") { $0.relation.name.source },
    .number("field", "Its number: attributes are counted first, then relationships.") {
      $0.field
    },
    .number("position", "Its number among the entity's relationships.") { context in
      context.field - context.entity.attributes.count
    },
    .text(
      "idName", "The member that holds the target's identity, as written in Swift code."
    ) {
      $0.relation.idProperty.source
    },
    .text("idLabel", "The same as the label of an argument.") {
      $0.relation.idProperty.label
    },
    .text("storedIDName", "The stored property's name: deprecated ones are computed, too.") {
      $0.storedIDName
    },
    .optionalText(
      "idType", "The type of one id in Swift; null if a list cannot refer to its rows by one id."
    ) {
      $0.idType
    },
    .optionalText(
      "patchType", "For a list of a patch, its type there, e.g. `Patch<[UUID]>`."
    ) { context in
      context.idType.map { type in
        "\(context.names.patch)<\(context.isToMany ? "[\(type)]" : type)>"
      }
    },
    .text(
      "accessSummary",
      "The text under `doc:`, or else a sentence on the related rows and how to fetch them."
    ) {
      context in
      ContextRemark(context.names).ofRows(
        of: context.relation, from: context.entity, isList: context.isToMany)
    },
  ]

  private static let swiftDataMembers: [ContextMember<Self>] = [
    .text("name", "The property of SwiftData.") { ModelNames.member($0.relation.name) },
    .optionalText("inverse", "The target's property of SwiftData that is the inverse.") {
      context in
      context.relation.inverse.map { ModelNames.member(context.names.schema[$0].name) }
    },
  ]

  /// Whether a patch has a member for it besides those of the struct.
  var isListed: Bool { reference == nil && idType != nil }

  var idType: String? { names.listedType(relation) }

  var storedIDName: String {
    let property = relation.idProperty
    return relation.deprecation == nil ? property.source : "_\(property.name)"
  }

  /// Whether the struct has a member for it.
  var isColumn: Bool { reference.map { !$0.isComposite } ?? false }

  /// Whether nested objects do not have their identity under `id`.
  var hasNestedIdentity: Bool { (isColumn || isListed) && identityPaths != ["id"] }

  private var isOptional: Bool { reference?.isOptional ?? !isToMany }

  var isToMany: Bool {
    switch relation.kind {
    case .toMany, .manyToMany: true
    case .toOne, .toOneInverse: false
    }
  }

  var identityPaths: [String] { names.identityPaths(relation.target) }

  private var kind: String {
    switch relation.kind {
    case .toOne: "toOne"
    case .toOneInverse: "toOneInverse"
    case .toMany: "toMany"
    case .manyToMany: "manyToMany"
    }
  }

  private var orderedBy: String? {
    let attributes = names.schema[relation.target].attributes
    return relation.ordering.attributeIndex.map { attributes[$0].name.name }
  }

  private var sortedBy: String? {
    guard reference != nil, let inverse = relation.inverse,
      case .toMany(let ordering) = names.schema[inverse].kind
    else { return nil }
    return ordering.attributeIndex.map { entity.attributes[$0].name.name }
  }

  private var orderingKind: String {
    switch relation.ordering {
    case .none: "none"
    case .position: "position"
    case .attribute: "attribute"
    }
  }

  var summary: String {
    if let documentation = relation.documentation { return documentation }
    if reference?.isComposite == true {
      return
        "The identity of `\(names.schema[relation.target].name.name)`\(reference?.isOptional == true ? ", or nil if a part of it is nil." : ".")"
    }
    let target = names.schema[relation.target].name.name
    let what = reference == nil && kind != "toOneInverse" ? "ids" : "id"
    if relation.direction == .local { return "The \(what) of `\(target)`; not in JSON." }
    let paths = (relation.remote.ids + relation.remote.objects).map { "`\($0.dotted)`" }
    let keys = paths.uniqued().joined(separator: " or ")
    return "The \(what) of `\(target)`; JSON key: \(keys)\(relation.direction.remark)."
  }
}

extension Relation {
  /// Paths as templates see them: a local relationship has none.
  func payloadPaths(_ paths: [RemotePath]) -> [String] {
    direction == .local ? [] : paths.map(\.dotted)
  }
}

extension Array where Element: Hashable {
  /// The elements without repetitions.
  func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
