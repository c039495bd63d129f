import SyncGenSchema
import SyncGenTemplateEngine

/// An entity's identity as exposed to templates.
struct IdentityContext: ContextSubject {
  let id: EntityID
  let names: SwiftNames

  private var entity: Entity { names.schema[id] }

  static let type = ContextType<Self>(
    "identity", "The identity of the rows of an entity.",
    [
      .flag("isComposite", "Whether it has several parts.") { $0.entity.identity.isComposite },
      .objects("columns", "The columns.") {
        ColumnContext.all(at: $0.entity.identity.columns, of: $0.entity, in: $0.names.schema)
      }
      .byName(),
      .objects("properties", "The parts as members of the entity.") { $0.properties }
        .byName(),
      .group("sql", "What SQL needs.", sqlMembers),
      .group("swift", "What only Swift code needs.", swiftMembers),
    ])

  private static let sqlMembers: [ContextMember<Self>] = [
    .texts("columns", "The columns in SQL.") { context in
      context.entity.identity.columns.map { context.entity.columns[$0].name.quoted }
    }
  ]

  private static let swiftMembers: [ContextMember<Self>] = [
    .text("type", "The type in Swift; `Identity` is nested in the entity's struct.") {
      $0.entity.identity.isComposite ? "Identity" : $0.names.identityType($0.id)
    },
    .flag("isNamedID", "Whether it is one property that is called `id`.") {
      $0.isNamedID
    },
    .flag("isIdentifiable", "Whether `id` is, or can be made, the identity.") {
      $0.isIdentifiable
    },
  ]

  var isIdentifiable: Bool { isNamedID || !entity.hasProperty("id") }

  /// Does not use `properties`, which take long to create, because each entity's template reads
  /// this.
  private var isNamedID: Bool {
    let entity = entity
    guard !entity.identity.isComposite, let column = entity.identity.columns.first else {
      return false
    }
    if let attribute = entity.attributes.first(where: { $0.columns.contains(column) }) {
      return attribute.name.name == "id"
    }
    return entity.relations.contains {
      guard case .toOne(let reference) = $0.kind else { return false }
      return reference.column == column && reference.property.name == "id"
    }
  }

  /// The properties in the order of the identity's parts.
  private var properties: [PropertyContext] {
    let all = PropertyContext.all(of: id, names: names)
    return entity.identity.columns.compactMap { column in
      all.first { $0.columns.contains(column) }
    }
  }
}

extension Entity {
  /// Whether the struct has a stored property with that name.
  func hasProperty(_ name: String) -> Bool {
    attributes.contains { $0.name.name == name }
      || relations.contains {
        guard case .toOne(let reference) = $0.kind else { return false }
        return reference.property.name == name
      }
  }
}
