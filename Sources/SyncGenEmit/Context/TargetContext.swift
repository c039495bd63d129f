import SyncGenSchema
import SyncGenTemplateEngine

/// An entity as another one refers to it.
struct TargetContext: ContextSubject {
  let id: EntityID
  let names: SwiftNames

  private var entity: Entity { names.schema[id] }

  static let type = ContextType<Self>(
    "target", "An entity as another one refers to it.",
    [
      .text("name", "The name in Swift.") { $0.entity.name.name },
      .text("swiftName", "The type as code inside of an entity's struct writes it.") {
        $0.names.type($0.id)
      },
      .text("table", "The table's name, not quoted.") { $0.entity.table.name },
      .text("sqlTable", "The table's name as SQL writes it.") { $0.entity.table.quoted },
      .text("identityType", "The type of the identity in Swift.") {
        $0.names.identityType($0.id)
      },
      .text("identityKind", "The kind of the identity's type, as in `type.kind`.") {
        $0.names.identityAttribute($0.id).map { attribute in
          guard case .scalar(let scalar) = attribute.type else { return "enum" }
          return scalar.rawValue
        } ?? "composite"
      },
    ])
}
