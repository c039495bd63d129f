import SyncGenSchema
import SyncGenTemplateEngine

/// The target of a relationship.
struct TargetContext: ContextSubject {
  let id: EntityID
  let names: SwiftNames

  private var entity: Entity { names.schema[id] }

  static let type = ContextType<Self>(
    "target", "The target of a relationship.",
    [
      .text("name", "The name of the entity.") { $0.entity.name.name },
      .object("entity", "The entity itself.") { EntityContext(id: $0.id, names: $0.names) }
        .byName(),
      .text("table", "The table's name, not quoted.") { $0.entity.table.name },
      .optionalObject("identityType", "The type of the identity; null for a composite one.") {
        context -> TypeContext? in
        context.names.identityAttribute(context.id).map {
          TypeContext(attribute: $0, names: context.names)
        }
      },
      .group("swift", "What only Swift code needs.", swiftMembers),
      .group("swiftData", "What SwiftData needs.", swiftDataMembers),
      .group("sql", "What SQL needs.", sqlMembers),
    ])

  private static let swiftMembers: [ContextMember<Self>] = [
    .text("reference", "The type as written inside an entity's struct.") {
      $0.names.type($0.id)
    },
    .text("identityType", "The type of the identity in Swift.") {
      $0.names.identityType($0.id)
    },
  ]

  private static let swiftDataMembers: [ContextMember<Self>] = [
    .text("name", "The class of SwiftData.") {
      ModelNames.type($0.id, in: $0.names.schema)
    }
  ]

  private static let sqlMembers: [ContextMember<Self>] = [
    .text("table", "The table's name in SQL.") { $0.entity.table.quoted }
  ]
}
