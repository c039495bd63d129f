import SyncGenSchema
import SyncGenTemplateEngine

/// A line under `rules:` as templates see it.
struct RuleContext: ContextSubject {
  let rule: RuleSetting

  static let type = ContextType<Self>(
    "rule", "A line under `rules:`.",
    [
      .text("code", "The rule's code, or `standard` for all.") { $0.rule.code },
      .text("level", "`off`, `warn` or `error`.") { $0.rule.level.rawValue },
      .optionalText("reason", "Why it is off.") { $0.rule.reason },
    ])
}
