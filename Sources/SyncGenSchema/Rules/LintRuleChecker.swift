import SyncGenDiagnostics

/// Checks the lint rules that a schema and its entities turn on.
enum LintRuleChecker {
  /// Adds a warning or an error for each violation of a rule.
  static func check(_ schema: Schema, into bag: inout DiagnosticBag) {
    for id in schema.entityIDs {
      for rule in LintRule.allCases {
        let level = rule.level(in: [schema[id].lint, schema.lint])
        guard let severity = level.severity else { continue }
        for violation in violations(of: rule, by: id, schema) {
          bag.add(.lintRule(rule, severity, violation))
        }
      }
    }
    checkOtherTypes(of: schema, into: &bag)
  }

  /// Enums and the types of an API have no `lint:` of their own.
  private static func checkOtherTypes(of schema: Schema, into bag: inout DiagnosticBag) {
    let rule = LintRule.shadowedName
    guard let severity = rule.level(in: [schema.lint]).severity else { return }
    let names = ShadowedNames(schema: schema)
    let types = schema.api?.types ?? []
    let nested = Set(types.map(\.name))
    let values = schema.valueTypes.filter { !nested.contains($0.name.name) }
    for violation in schema.enums.flatMap(names.violations) + values.flatMap(names.violations)
      + types.flatMap(names.violations)
    {
      bag.add(.lintRule(rule, severity, violation))
    }
  }

  private static func violations(
    of rule: LintRule, by id: EntityID, _ schema: Schema
  ) -> [LintViolation] {
    let entity = schema[id]
    return switch rule {
    case .uuidIdentity: EntityRules.identity(entity)
    case .timestamps: EntityRules.timestamps(entity)
    case .syncClock: EntityRules.clock(entity)
    case .deletionMark: EntityRules.deletionMark(entity)
    case .moneyType:
      MemberRules.money(entity, orders: OrderRule(schema: schema, id: id).statedOrders)
    case .booleanNames: MemberRules.booleanNames(entity)
    case .explicitOnDelete: MemberRules.deleteRules(entity, schema)
    case .clockIsNotSet: EntityRules.unsetClock(entity)
    case .noGeneratedJoin: MemberRules.generatedJoins(id, schema)
    case .orderAttribute: OrderRule(schema: schema, id: id).violations()
    case .indexedLookups: LookupRule(entity: entity).violations()
    case .shadowedName: ShadowedNames(schema: schema).violations(entity)
    }
  }
}

/// A place that violates a lint rule, and how to comply with it.
struct LintViolation {
  let message: String
  let fix: String
  let span: SourceSpan
  /// The element that violates the rule. Only an entity's own `lint:` can exempt it.
  var owner = "entity"

  /// How to silence the rule.
  fileprivate func exception(from rule: LintRule) -> String {
    owner == "entity"
      ? "or, if this is intended, add 'lint: { \(rule.rawValue): \"off: <why>\" }' to the entity"
      : "or, if this is intended, add 'lint: { \(rule.rawValue): off }' to the schema"
  }
}

extension LintRule {
  /// The level by the settings of an entity and of its schema: earlier ones take precedence over
  /// later ones, and a rule over `standard`.
  fileprivate func level(in settings: [[LintSetting]]) -> LintSetting.Level {
    for rules in settings {
      for code in [rawValue, Self.standard] {
        if let setting = rules.last(where: { $0.code == code }) { return setting.level }
      }
    }
    return defaultLevel
  }

  fileprivate var code: DiagnosticCode {
    switch self {
    case .uuidIdentity: .uuidIdentity
    case .timestamps: .timestamps
    case .syncClock: .syncClock
    case .moneyType: .moneyType
    case .orderAttribute: .orderAttribute
    case .deletionMark: .deletionMark
    case .noGeneratedJoin: .noGeneratedJoin
    case .indexedLookups: .indexedLookups
    case .booleanNames: .booleanNames
    case .explicitOnDelete: .explicitOnDelete
    case .clockIsNotSet: .clockIsNotSet
    case .shadowedName: .shadowedName
    }
  }
}

extension LintSetting.Level {
  /// The severity; `nil` for a rule that is off.
  fileprivate var severity: Diagnostic.Severity? {
    switch self {
    case .off: nil
    case .warn: .warning
    case .error: .error
    }
  }
}

extension Diagnostic {
  fileprivate static func lintRule(
    _ rule: LintRule, _ severity: Severity, _ violation: LintViolation
  ) -> Diagnostic {
    Diagnostic(
      severity, rule.code, violation.message, at: violation.span,
      notes: [
        Note("\(violation.fix); \(violation.exception(from: rule))", at: violation.span)
      ])
  }
}
