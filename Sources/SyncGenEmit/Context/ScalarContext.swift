import SyncGenSchema
import SyncGenTemplateEngine

/// A scalar under `scalars:` as templates see it.
struct ScalarContext: ContextSubject {
  let scalar: NamedScalar

  static let type = ContextType<Self>(
    "scalar", "A scalar under `scalars:`, a type with a check.",
    [
      .text("name", "The name.") { $0.scalar.name },
      .text("base", "The type that it is stored and sent as, e.g. `string`.") {
        $0.scalar.base.rawValue
      },
      .optionalText("pattern", "The regular expression that texts must match.") {
        $0.scalar.pattern
      },
      .optionalText("minimum", "The least number.") { $0.scalar.minimum },
      .optionalText("maximum", "The greatest number.") { $0.scalar.maximum },
      .optionalText("documentation", "The `doc:` text.") { $0.scalar.documentation },
      .annotations { $0.scalar.annotations },
    ])
}
