import SyncGenSchema
import SyncGenTemplateEngine

/// The rows of an entity that refer to one row, as exposed to templates.
struct ScopeContext: ContextSubject {
  private let name: SwiftIdentifier
  /// The relationship, followed by the entity if it has several targets.
  private let relation: String
  private let parameters: [String]
  private let identity: String
  private let deprecation: String?

  /// The scopes of an entity: one for each to-one relationship, and for a relationship to one of
  /// several entities one for each of these.
  static func all(of id: EntityID, names: SwiftNames) -> [ScopeContext] {
    let entity = names.schema[id]
    return entity.relations.compactMap { ScopeContext($0, of: entity, names) }
      + entity.taggedReferences.flatMap { reference in
        reference.targets.map { ScopeContext(reference, $0, of: entity, names) }
      }
  }

  private init?(_ relation: Relation, of entity: Entity, _ names: SwiftNames) {
    guard case .toOne = relation.kind else { return nil }
    name = relation.name
    self.relation = relation.name.name
    deprecation = relation.deprecation
    let type = names.identityType(relation.target)
    let parts = PartContext.all(of: relation, entity, names: names)
    guard parts.isEmpty else {
      parameters = parts.map(\.parameter)
      identity = "\(type)(\(parts.map(\.argument).joined(separator: ", ")))"
      return
    }
    parameters = ["_ id: \(type)"]
    identity = "id"
  }

  private init(
    _ reference: TaggedReference, _ target: TaggedReference.Target, of entity: Entity,
    _ names: SwiftNames
  ) {
    let id = entity.attributes[reference.idAttribute]
    name = reference.name
    relation = "\(reference.name.name).\(names.schema[target.entity].name.name)"
    parameters = ["\(target.name.label) id: \(names.type(id.type, id.scalar))"]
    identity = "id"
    deprecation = nil
  }

  static let type = ContextType<Self>(
    "scope", "The rows of an entity that refer to one row, which a payload can contain.",
    [
      .text("name", "The relationship's name as written in Swift code.") { $0.name.source },
      .text(
        "relation",
        "The relationship's name, followed by the entity if it has several targets, e.g. `project` "
          + "or `subject.Post`."
      ) { $0.relation },
      .texts(
        "parameters",
        "The declarations of the parameters for the identity of the row, e.g. `_ id: UUID`."
      ) { $0.parameters },
      .text("identity", "The identity in Swift, made from the parameters.") { $0.identity },
      .text("summary", "A sentence.") { "Rows with this `\($0.name.name)`." },
      .optionalText("deprecation", "The reason that `deprecated:` of the relationship gives.") {
        $0.deprecation
      },
    ])
}
