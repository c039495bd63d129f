import SyncGenSchema
import SyncGenTemplateEngine

/// A scalar under `scalars:` as exposed to templates.
struct ScalarContext: ContextSubject {
  let scalar: NamedScalar
  let names: SwiftNames

  static let type = ContextType<Self>(
    "scalar", "A scalar under `scalars:`, a type with a check.",
    [
      .text("name", "The name.") { $0.scalar.name },
      .text("base", "The type that it is stored and sent as, e.g. `string`.") {
        $0.scalar.base.rawValue
      },
      .optionalText("pattern", "The regular expression that strings must match.") {
        $0.scalar.pattern
      },
      .optionalText("minimum", "The minimum.") { $0.scalar.minimum },
      .optionalText("maximum", "The maximum.") { $0.scalar.maximum },
      .flag("hasCheck", "Whether it has a pattern or a range.") { $0.scalar.hasCheck },
      .optionalText("message", "What people read if a value does not pass.") { $0.scalar.message },
      .optionalText("documentation", "The text under `doc:`.") { $0.scalar.documentation },
      .annotations { $0.scalar.annotations },
      .group("swift", "What only Swift code needs.", swiftMembers),
      .group("sql", "What SQL needs.", sqlMembers),
    ])

  private static let sqlMembers: [ContextMember<Self>] = [
    .flag("isOrdered", "Whether SQLite sorts stored values in the order of their values.") {
      $0.scalar.base.isOrdered
    }
  ]

  private static let swiftMembers: [ContextMember<Self>] = [
    .optionalText("type", "The type of the app that members have, e.g. `Theme.HexColor`.") {
      $0.scalar.appType?.name
    },
    .optionalText(
      "module",
      "The module that declares that type, if it is not the module "
        + "of the generated code."
    ) {
      $0.scalar.appType?.module
    },
    .text("base", "The Swift type of the stored values.") { $0.names.type($0.scalar.base) },
  ]
}

extension ScalarContext {
  /// The rules of a scalar for values: its check, or the type of the app.
  static func check(_ scalar: NamedScalar?, _ names: SwiftNames) -> ScalarContext? {
    guard let scalar, scalar.hasCheck || scalar.appType != nil else { return nil }
    return ScalarContext(scalar: scalar, names: names)
  }
}
