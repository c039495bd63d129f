import SyncGenSchema
import SyncGenTemplateEngine

/// The value of an attribute that is not given one, as exposed to templates.
struct DefaultContext: ContextSubject {
  private let value: DefaultValue
  private let stated: String
  private let swift: String
  private let stored: [SQLLiteral]

  /// Returns `nil` for attributes without a default.
  init?(attribute: Attribute, entity: Entity, names: SwiftNames) {
    guard let value = attribute.defaultValue,
      let swift = SwiftDefault(names: names).expression(of: attribute)
    else { return nil }
    self.value = value
    stated = names.schema.stated(value)
    self.swift = swift
    stored = attribute.columns.compactMap { entity.columns[$0].defaultValue }
  }

  static let type = ContextType<Self>(
    "default", "The default of an attribute.",
    [
      .text("kind", "`constant`, `new`, `now` or `temporary`.") {
        switch $0.value {
        case .constant: "constant"
        case .newUUID: "new"
        case .now: "now"
        case .temporary: "temporary"
        }
      },
      .text("stated", "The value as a schema states it, e.g. `0`, `\"draft\"` or `new`.") {
        $0.stated
      },
      .text("swift", "The value as a Swift expression.") { $0.swift },
      .objects("stored", "The value of each column; empty for all but `constant`.") {
        $0.stored.map(StoredValueContext.init)
      },
    ])
}
