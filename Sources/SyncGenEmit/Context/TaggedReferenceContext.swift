import SyncGenSchema
import SyncGenTemplateEngine

/// A relationship to one of several entities as exposed to templates.
struct TaggedReferenceContext: ContextSubject {
  let reference: TaggedReference
  let entity: Entity
  let names: SwiftNames

  static let type = ContextType<Self>(
    "tagged reference", "A relationship to one of several entities.",
    [
      .text("name", "The name in the schema.") { $0.reference.name.name },
      .object("tag", "The attribute that holds the tag.") {
        AttributeContext(attribute: $0.tag, entity: $0.entity, names: $0.names)
      }
      .byName(),
      .object("id", "The attribute that holds the identity.") {
        AttributeContext(attribute: $0.id, entity: $0.entity, names: $0.names)
      }
      .byName(),
      .flag("hasTypedIDs", "Whether some strings cannot be identities.") {
        $0.names.hasTypedIDs($0.id)
      },
      .flag("isOptional", "Whether it can be null.") { $0.id.isOptional },
      .objects("targets", "The entities, in the order of the schema.") { context in
        context.reference.targets.map { TaggedTargetContext(target: $0, names: context.names) }
      },
      .texts("objects", "The dotted paths of nested objects, tried in order.") {
        $0.reference.objects.map(\.dotted)
      },
      .text("onDelete", "`nullify`, `keep` or `cascade`.") { $0.reference.onDelete.rawValue },
      .optionalText("documentation", "The text under `doc:`.") { $0.reference.documentation },
      .text("summary", "The text under `doc:`, or else a generated sentence.") {
        $0.reference.documentation ?? "The row that `\($0.reference.name.name)` refers to."
      },
      .annotations { $0.reference.annotations },
      .group("swift", "What only Swift code needs.", swiftMembers),
    ])

  private static let swiftMembers: [ContextMember<Self>] = [
    .text("name", "The name as written in Swift code.") { $0.reference.name.source },
    .text("type", "The enum of its targets, e.g. `CommentSubject`.") {
      TaggedReference.typeName($0.entity.name.name, $0.reference.name.name)
    },
    .text("tagName", "The property that holds the tag, as written in Swift code.") {
      $0.tag.name.source
    },
    .text("idName", "The property that holds the identity, as written in Swift code.") {
      $0.id.name.source
    },
    .text("tagType", "The type of a tag in Swift.") { $0.names.type(.string) },
    .text("idType", "The type of the identity in Swift, not optional.") {
      $0.names.type($0.id.type, $0.id.scalar)
    },
    .text("memberType", "The type of the property that holds the identity, not optional.") {
      $0.names.type(of: $0.id)
    },
  ]

  private var tag: Attribute { entity.attributes[reference.tagAttribute] }
  private var id: Attribute { entity.attributes[reference.idAttribute] }
}

/// A possible target of such a relationship.
struct TaggedTargetContext: ContextSubject {
  let target: TaggedReference.Target
  let names: SwiftNames

  static let type = ContextType<Self>(
    "tagged target", "A possible target of a relationship to one of several entities.",
    [
      .text("entity", "The entity's name.") { $0.names.schema[$0.target.entity].name.name },
      .text("value", "The value of the tag.") { $0.target.tag },
      .group("swift", "What only Swift code needs.", swiftMembers),
    ])

  private static let swiftMembers: [ContextMember<Self>] = [
    .text("name", "The case as written in Swift code, e.g. `post`.") {
      $0.target.name.source
    }
  ]
}
