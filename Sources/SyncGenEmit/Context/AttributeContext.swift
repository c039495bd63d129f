import SwiftSyncValues
import SyncGenSchema
import SyncGenTemplateEngine

/// An attribute as exposed to templates.
struct AttributeContext: ContextSubject {
  let attribute: Attribute
  let entity: Entity
  let names: SwiftNames

  static let type = ContextType<Self>(
    "attribute", "A value of an entity, with all conventions resolved.",
    [
      .text("name", "The name in the schema, e.g. `avatarURL`.") { $0.attribute.name.name },
      .object("type", "The type.") {
        TypeContext(attribute: $0.attribute, names: $0.names)
      },
      .optionalObject(
        "scalar", "The scalar whose check the values, or the elements, must pass."
      ) {
        ScalarContext.check($0.attribute.scalar, $0.names)
      },
      .flag("isOptional", "Whether it can be null.") { $0.attribute.isOptional },
      .flag("isIdentity", "Whether it is the identity or a part of it.") {
        !Set($0.attribute.columns).isDisjoint(with: $0.entity.identity.columns)
      },
      .texts(
        "remote",
        "Dotted paths in a payload, tried in order; for money that of the minor units. Empty for a "
          + "local attribute."
      ) {
        $0.remotePaths
      },
      .optionalText("currency", "For money, the dotted path of the currency.") {
        $0.money?.currency?.dotted
      },
      .texts("otherCurrencies", "For money, other dotted paths where the currency is read.") {
        $0.money?.otherCurrencies.map(\.dotted) ?? []
      },
      .optionalText("currencyCode", "For money whose currency is never sent, the currency.") {
        $0.money?.code
      },
      .flag(
        "isIdentifier", "Whether it is the `id` of a resource object, which is always a string."
      ) {
        context in
        let (entity, name) = (context.entity, context.attribute.name)
        return entity.attributes.firstIndex { $0.name == name }.map {
          context.names.schema.isIdentifier($0, of: entity)
        } ?? false
      },
      .flag("isMajor", "Whether payloads write the amount in major units, such as euros.") {
        $0.money?.isMajor ?? false
      },
      .flag(
        "takesFirstValue", "Whether the first path with a value is used, not the first that exists."
      ) {
        if case .firstValue = $0.attribute.remote { true } else { false }
      },
      .objects("columns", "The columns: one, for money two.") {
        ColumnContext.all(at: $0.attribute.columns, of: $0.entity, in: $0.names.schema)
      }
      .byName(),
      .optionalObject("default", "The default value.") {
        DefaultContext(attribute: $0.attribute, entity: $0.entity, names: $0.names)
      },
      .text("direction", "`both`, `pull`, `push` or `local`.") {
        $0.attribute.direction.rawValue
      },
      .flag("isEmptyNull", "Whether an empty string is null.") {
        $0.attribute.isOptional && $0.attribute.isEmptyNull
      },
      .flag(
        "isTrimmed", "Whether white space at both ends of strings in payloads is removed."
      ) {
        $0.attribute.isTrimmed
      },
      .optionalText(
        "invalidValues",
        "`null` or `keep` if an invalid value does not reject its row."
      ) {
        $0.attribute.invalidValues?.rawValue
      },
      .flag("isTouched", "Whether every local write sets it to the current time.") {
        $0.attribute.isTouched
      },
      .texts("remarks", "Sentences on its settings, such as `An empty string means null.`") {
        $0.attribute.remarks
      },
      .optionalText("documentation", "The text under `doc:`.") { $0.attribute.documentation },
      .text("summary", "The text under `doc:`, or else a generated sentence.") {
        $0.summary
      },
      .optionalText("remark", ContextRemark.description) { context in
        ContextRemark(context.names).of(context.attribute)
      },
      .optionalText("deprecation", "The reason that `deprecated:` gives.") {
        $0.attribute.deprecation
      },
      .optionalText("renamedFrom", "The former name.") { $0.attribute.renamedFrom },
      .annotations { $0.attribute.annotations },
      .group("swift", "What only Swift code needs.", swiftMembers),
      .group("swiftData", "What SwiftData needs.", swiftDataMembers),
      .group("sql", "What SQL needs.", sqlMembers),
    ])

  private static let swiftMembers: [ContextMember<Self>] = [
    .text("name", "The name in Swift code, in backticks if necessary.") {
      $0.attribute.name.source
    },
    .text("type", "The type in Swift, with a question mark if it is optional.") {
      $0.names.type(of: $0.attribute) + ($0.attribute.isOptional ? "?" : "")
    },
  ]

  private static let swiftDataMembers: [ContextMember<Self>] = [
    .text("name", "The property of SwiftData; for money what both of them begin with.") {
      $0.attribute.type == .money
        ? $0.attribute.name.name : ModelNames.member($0.attribute.name)
    }
  ]

  private static let sqlMembers: [ContextMember<Self>] = [
    .optionalText(
      "backfill", "SQL with which a migration fills it; for money that of the minor units."
    ) {
      $0.attribute.backfill?.expressions.first?.sql
    },
    .optionalText("currencyBackfill", "For money, SQL with which a migration fills the currency.") {
      guard case .money(_, let currency) = $0.attribute.backfill else { return nil }
      return currency
    },
  ]

  var remotePaths: [String] {
    if attribute.direction == .local { return [] }
    return switch attribute.remote {
    case .paths(let paths), .firstValue(let paths): paths.map(\.dotted)
    case .money(let money): ([money.amount] + money.otherAmounts).map(\.dotted)
    }
  }

  private var money: MoneyMapping? {
    if case .money(let money) = attribute.remote { money } else { nil }
  }

  var summary: String {
    if let documentation = attribute.documentation { return documentation }
    switch (attribute.direction, attribute.remote) {
    case (.local, _): return "Kept on this device; not in JSON."
    case (_, .money(let money)):
      let keys = money.paths.map { "`\($0.dotted)`" }.joined(separator: " and ")
      return "Money; JSON keys: \(keys)."
    case (_, .paths(let paths)), (_, .firstValue(let paths)):
      let keys = paths.map { "`\($0.dotted)`" }.joined(separator: " or ")
      return "JSON key: \(keys)\(attribute.direction.remark)."
    }
  }
}

extension SyncDirection {
  /// The part of a member's documentation that its key does not express.
  var remark: String {
    switch self {
    case .both, .local: ""
    case .pull: " (read-only)"
    case .push: " (write-only)"
    }
  }
}
