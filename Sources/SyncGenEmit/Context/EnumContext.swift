import SyncGenSchema
import SyncGenTemplateEngine

/// An enum as exposed to templates.
struct EnumContext: ContextSubject {
  let model: EnumModel
  let names: SwiftNames

  static let type = ContextType<Self>(
    "enum", "An enum of the schema with its raw values.",
    [
      .text("name", "The name in the schema.") { $0.model.name.name },
      .flag("hasIntegerValues", "Whether the raw values are integers.") {
        $0.model.hasIntegerValues
      },
      .flag("identifiesRows", "Whether an entity is identified by it.") { $0.isIdentity },
      .flag("rejectsUnknown", "Whether a value that is not listed is rejected, rather than kept.") {
        $0.model.unknownValues == .reject
      },
      .objects("cases", "The cases in the order of the schema.") {
        $0.model.cases.map(EnumCaseContext.init)
      },
      .optionalText("documentation", "The text under `doc:`.") { $0.model.documentation },
      .text("summary", "The text under `doc:`, or else a generated sentence.") {
        $0.model.documentation
          ?? "One of the \($0.model.cases.count) values of `\($0.model.name.name)`."
      },
      .optionalText("renamedFrom", "The former name.") { $0.model.renamedFrom },
      .annotations { $0.model.annotations },
      .group("swift", "What only Swift code needs.", swiftMembers),
    ])

  private static let swiftMembers: [ContextMember<Self>] = [
    .text("name", "The name as written in Swift code.") { $0.model.name.source },
    .text("reference", "The type as written inside an entity's struct.") {
      $0.names.declared($0.model.name)
    },
    .text("rawType", "The type of the raw values in Swift.") {
      $0.model.hasIntegerValues ? $0.names.standard("Int") : $0.names.standard("String")
    },
    .flag("needsAlias", "Whether code inside an entity's struct needs an alias for it.") {
      SwiftNames.nested.contains($0.model.name.name)
    },
  ]

  private var isIdentity: Bool {
    names.schema.entities.contains { entity in
      entity.identity.parts.contains { part in
        guard case .attribute(let index) = part,
          case .enumeration(let id) = entity.attributes[index].type
        else { return false }
        return names.schema[id].name == model.name
      }
    }
  }
}

/// A case of an enum as exposed to templates.
struct EnumCaseContext: ContextSubject {
  let item: EnumModel.Case

  static let type = ContextType<Self>(
    "case", "A case of an enum.",
    [
      .text("name", "The name in the schema.") { $0.item.name.name },
      .scalar("value", "The value in payloads and columns.") {
        switch $0.item.rawValue {
        case .string(let value): .string(value)
        case .int(let value): .int(Int(value))
        }
      },
      .optionalText("documentation", "The text under `doc:`.") { $0.item.documentation },
      .optionalText("renamedFrom", "The former name.") { $0.item.renamedFrom },
      .annotations { $0.item.annotations },
      .group("swift", "What only Swift code needs.", swiftMembers),
    ])

  private static let swiftMembers: [ContextMember<Self>] = [
    .text("name", "The name as written in Swift code.") { $0.item.name.source },
    .text("value", "The raw value as a Swift literal.") {
      switch $0.item.rawValue {
      case .string(let value): SwiftText.string(value)
      case .int(let value): SwiftText.integer(value)
      }
    },
  ]
}
