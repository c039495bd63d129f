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
      .flag("isRejecting", "Whether a value whose tag matches no case is rejected.") {
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
      .text("name", "The name in Swift.") { $0.item.name.name },
      .text("swiftName", "The name as written in Swift code.") { $0.item.name.source },
      .number("position", "The position among the cases, from 0.") { $0.position },
      .text("value", "The value of the tag as a string.") { $0.item.value.key },
      .text("json", "The same as JSON.") {
        switch $0.item.value {
        case .string(let value): SchemaFilters.jsonLiteral(value)
        case .int(let value): "\(value)"
        }
      },
      .text("swiftValue", "The same as a Swift literal.") {
        switch $0.item.value {
        case .string(let value): SwiftText.string(value)
        case .int(let value): SwiftText.integer(value)
        }
      },
      .flag("isInline", "Whether the case declares its fields.") { $0.item.isInline },
      .optionalText("valueType", "The name of the type of the fields, if there are any.") {
        context in context.item.type.map { context.names.schema[$0].name.name }
      },
      .optionalText("swiftType", "That type in Swift, inside the tagged value.") { context in
        context.item.type.map {
          context.item.isInline ? context.names.schema[$0].shortName : context.names.type($0)
        }
      },
      .optionalObject("fields", "That type.") { context in
        context.item.type.map { ValueTypeContext(id: $0.index, names: context.names) }
      },
      .optionalText("documentation", "The text under `doc:`.") { $0.item.documentation },
      .optionalText("renamedFrom", "The former name.") { $0.item.renamedFrom },
      .annotations { $0.item.annotations },
    ])
}
