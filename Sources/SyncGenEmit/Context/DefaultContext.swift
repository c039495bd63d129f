import SyncGenSchema
import SyncGenTemplateEngine

/// The value of a member that is not given one, as exposed to templates.
struct DefaultContext: ContextSubject {
  private let value: DefaultValue
  private let swift: String
  private let stored: [SQLLiteral]
  private let schema: Schema

  /// Returns `nil` for attributes without a default.
  init?(attribute: Attribute, entity: Entity, names: SwiftNames) {
    guard let value = attribute.defaultValue,
      let swift = SwiftDefault(names: names).expression(of: attribute)
    else { return nil }
    self.value = value
    self.swift = swift
    stored = attribute.columns.compactMap { entity.columns[$0].defaultValue }
    schema = names.schema
  }

  /// The default of a field or of a parameter, which no column has.
  init?(_ constant: ConstantValue?, _ scalar: NamedScalar?, names: SwiftNames) {
    guard let constant else { return nil }
    value = .constant(constant)
    swift = SwiftDefault(names: names).expression(of: constant, scalar)
    stored = []
    schema = names.schema
  }

  static let type = ContextType<Self>(
    "default", "The default of an attribute, a field or a parameter.",
    [
      .text("kind", "`constant`, `new`, `now` or `temporary`.") {
        switch $0.value {
        case .constant: "constant"
        case .newUUID: "new"
        case .now: "now"
        case .temporary: "temporary"
        }
      },
      .json(
        "value",
        "The value as JSON: of an enum the value of its case, of a date its text in ISO 8601; null "
          + "for all but `constant`."
      ) { context in
        guard case .constant(let constant) = context.value else { return .null }
        return DefaultJSON(schema: context.schema).value(of: constant)
      },
      .optionalObject("case", "Of an enum, the case.") { context -> EnumCaseContext? in
        guard case .constant(.enumCase(let id, let index)) = context.value else { return nil }
        return EnumCaseContext(item: context.schema[id].cases[index])
      }
      .byName(),
      .text("stated", "The value as a schema states it, e.g. `0`, `\"draft\"` or `new`.") {
        $0.schema.stated($0.value)
      },
      .objects("stored", "The value of each column of an attribute; empty for all but `constant`.")
      {
        $0.stored.map(StoredValueContext.init)
      },
      .group("swift", "What only Swift code needs.", swiftMembers),
    ])

  private static let swiftMembers: [ContextMember<Self>] = [
    .text("value", "The value as a Swift expression.") { $0.swift }
  ]
}
