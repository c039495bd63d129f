import SyncGenDiagnostics

/// Checks the house rules that a schema and its entities turn on.
enum HouseRuleChecker {
  /// Adds a warning or an error for each place that breaks a rule.
  static func check(_ schema: Schema, into bag: inout DiagnosticBag) {
    for id in schema.entityIDs {
      for rule in HouseRule.allCases {
        let level = rule.level(in: [schema[id].rules, schema.rules])
        guard let severity = level.severity else { continue }
        for breach in breaches(of: rule, by: id, schema) {
          bag.add(.houseRule(rule, severity, breach))
        }
      }
    }
    checkEnums(of: schema, into: &bag)
  }

  /// Enums have no `rules:` of their own.
  private static func checkEnums(of schema: Schema, into bag: inout DiagnosticBag) {
    let rule = HouseRule.shadowedName
    guard let severity = rule.level(in: [schema.rules]).severity else { return }
    for breach in schema.enums.flatMap(ShadowedNames.breaches) {
      bag.add(.houseRule(rule, severity, breach))
    }
  }

  private static func breaches(
    of rule: HouseRule, by id: EntityID, _ schema: Schema
  ) -> [HouseRuleBreach] {
    let entity = schema[id]
    return switch rule {
    case .uuidIdentity: EntityRules.identity(entity)
    case .timestamps: EntityRules.timestamps(entity)
    case .syncClock: EntityRules.clock(entity)
    case .deletionMark: EntityRules.deletionMark(entity)
    case .moneyType:
      MemberRules.money(entity, orders: OrderRule(schema: schema, id: id).statedOrders)
    case .booleanNames: MemberRules.booleanNames(entity)
    case .noGeneratedJoin: MemberRules.generatedJoins(id, schema)
    case .orderAttribute: OrderRule(schema: schema, id: id).breaches()
    case .indexedLookups: LookupRule(entity: entity).breaches()
    case .shadowedName: ShadowedNames.breaches(entity)
    }
  }
}

/// A place that breaks a house rule, and what would keep it.
struct HouseRuleBreach {
  let message: String
  let fix: String
  let span: SourceSpan
  /// Whether the entity's own `rules:` can except it.
  var isOfEntity = true

  /// How to silence the rule.
  fileprivate func exception(from rule: HouseRule) -> String {
    isOfEntity
      ? "or, if the entity is right, 'rules: { \(rule.rawValue): \"off: <why>\" }'"
      : "or, if the enum is right, 'rules: { \(rule.rawValue): off }' in the schema"
  }
}

extension HouseRule {
  /// What holds by the settings of an entity and of its schema: the first ones come before the later
  /// ones, and a rule before `standard`.
  fileprivate func level(in settings: [[RuleSetting]]) -> RuleSetting.Level {
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
    case .shadowedName: .shadowedName
    }
  }
}

extension RuleSetting.Level {
  /// `nil` for a rule that is off.
  fileprivate var severity: Diagnostic.Severity? {
    switch self {
    case .off: nil
    case .warn: .warning
    case .error: .error
    }
  }
}

extension Diagnostic {
  fileprivate static func houseRule(
    _ rule: HouseRule, _ severity: Severity, _ breach: HouseRuleBreach
  ) -> Diagnostic {
    Diagnostic(
      severity, rule.code, breach.message, at: breach.span,
      notes: [
        Note("\(breach.fix); \(breach.exception(from: rule))", at: breach.span)
      ])
  }
}
