import SyncGenSchema
import SyncGenTemplateEngine

/// A line under `lint:` as exposed to templates.
struct LintRuleContext: ContextSubject {
  let rule: LintSetting

  static let type = ContextType<Self>(
    "lint rule", "A line under `lint:`.",
    [
      .text("code", "The rule's code, or `standard` for all.") { $0.rule.code },
      .text("level", "`off`, `warn` or `error`.") { $0.rule.level.rawValue },
      .optionalText("reason", "Why it is off.") { $0.rule.reason },
    ])
}
