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
      .text("name", "The name in Swift.") { $0.entity.name.name },
      .text("swiftName", "The type as written inside an entity's struct.") {
        $0.names.type($0.id)
      },
      .text("modelName", "The class of SwiftData.") {
        ModelNames.type($0.id, in: $0.names.schema)
      },
      .text("table", "The table's name, not quoted.") { $0.entity.table.name },
      .text("sqlTable", "The table's name in SQL.") { $0.entity.table.quoted },
      .optionalObject("identityType", "The type of the identity; null for a composite one.") {
        context -> TypeContext? in
        context.names.identityAttribute(context.id).map {
          TypeContext(attribute: $0, names: context.names)
        }
      },
      .text("swiftIdentityType", "The type of the identity in Swift.") {
        $0.names.identityType($0.id)
      },
    ])
}
