import SyncGenDiagnostics

/// Checks the house rules that a schema and its entities turn on.
enum HouseRuleChecker {
  /// Adds a warning or an error for each place that breaks a rule.
  static func check(_ schema: Schema, into bag: inout DiagnosticBag) {
    for id in schema.entityIDs {
      if schema.rules.isEmpty, schema.entities[id.index].rules.isEmpty { continue }
      for rule in HouseRule.allCases {
        let level = rule.level(of: schema[id], in: schema)
        guard let severity = level.severity else { continue }
        for breach in breaches(of: rule, by: id, schema) {
          bag.add(.houseRule(rule, severity, breach))
        }
      }
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
    case .moneyType: MemberRules.money(entity)
    case .booleanNames: MemberRules.booleanNames(entity)
    case .noGeneratedJoin: MemberRules.generatedJoins(id, schema)
    case .orderAttribute: OrderRule(schema: schema, id: id).breaches()
    case .indexedLookups: LookupRule(entity: entity).breaches()
    }
  }
}

/// A place that breaks a house rule, and what would keep it.
struct HouseRuleBreach {
  let message: String
  let fix: String
  let span: SourceSpan
}

extension HouseRule {
  /// What holds for an entity: its own word before that of the schema, a rule's before `standard`.
  fileprivate func level(of entity: Entity, in schema: Schema) -> RuleSetting.Level {
    for rules in [entity.rules, schema.rules] {
      for code in [rawValue, Self.standard] {
        if let setting = rules.last(where: { $0.code == code }) { return setting.level }
      }
    }
    return .off
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
        Note(
          breach.fix
            + "; or, if the entity is right, 'rules: { \(rule.rawValue): \"off: <why>\" }'",
          at: breach.span)
      ])
  }
}
