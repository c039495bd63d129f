import SyncGenDiagnostics
import SyncGenSchema
import SyncGenTemplateEngine

/// The cases of a tagged value as exposed to templates.
struct TaggingContext: ContextSubject {
  let tagging: Tagging
  let owner: Int
  let names: SwiftNames

  static let type = ContextType<Self>(
    "tagging", "The cases of a tagged value, with the key that distinguishes them.",
    [
      .text("tag", "The key that distinguishes the cases.") { $0.tagging.tag },
      .flag("isInteger", "Whether the values of the tag are integers.") {
        $0.tagging.hasIntegerTags
      },
      .flag(
        "rejectsUnknown", "Whether a value whose tag matches no case is rejected, rather than kept."
      ) {
        $0.tagging.unknownValues == .reject
      },
      .flag("isNested", "Whether payloads have the fields under the key that the tag names.") {
        $0.tagging.isNested
      },
      .objects("cases", "The cases.") { context in
        context.tagging.cases.enumerated().map {
          TaggedValueCaseContext(item: $1, position: $0, names: context.names)
        }
      },
    ])
}

/// A case of a tagged value as exposed to templates.
struct TaggedValueCaseContext: ContextSubject {
  let item: Tagging.Case
  let position: Int
  let names: SwiftNames

  static let type = ContextType<Self>(
    "tagged value case", "A case of a tagged value.",
    [
      .text("name", "The name in the schema.") { $0.item.name.name },
      .number("position", "The position among the cases, from 0.") { $0.position },
      .scalar("value", "The value of the tag.") {
        switch $0.item.value {
        case .string(let value): .string(value)
        case .int(let value): .int(Int(value))
        }
      },
      .flag("isInline", "Whether the case declares its fields.") { $0.item.isInline },
      .optionalObject("valueType", "The type of the fields, if there are any.") { context in
        context.item.type.map { ValueTypeContext(id: $0.index, names: context.names) }
      }
      .byName(),
      .optionalText("documentation", "The text under `doc:`.") { $0.item.documentation },
      .optionalText("renamedFrom", "The former name.") { $0.item.renamedFrom },
      .annotations { $0.item.annotations },
      .group("swift", "What only Swift code needs.", swiftMembers),
    ])

  private static let swiftMembers: [ContextMember<Self>] = [
    .text("name", "The name as written in Swift code.") { $0.item.name.source },
    .text("value", "The same as a Swift literal.") {
      switch $0.item.value {
      case .string(let value): SwiftText.string(value)
      case .int(let value): SwiftText.integer(value)
      }
    },
    .optionalText("type", "That type in Swift, inside the tagged value.") { context in
      context.item.type.map {
        context.item.isInline ? context.names.schema[$0].shortName : context.names.type($0)
      }
    },
  ]
}
