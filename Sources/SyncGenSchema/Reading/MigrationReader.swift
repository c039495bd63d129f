import SyncGenDiagnostics
import SyncGenYAML

/// Reads `migrations:`: for each version from the second, its steps.
enum MigrationReader {
  static func read(
    _ node: YAMLNode, version: Int, into bag: inout DiagnosticBag
  ) -> [Migration] {
    node.pairs(for: "'migrations'", into: &bag).compactMap { pair in
      guard let target = CanonicalNumber.integer(pair.key),
        (2...max(2, version)).contains(Int(target)),
        target <= version
      else {
        bag.add(.invalidMigrationVersion(pair.key, version: version, at: pair.keySpan))
        return nil
      }
      return migration(pair, version: Int(target), into: &bag)
    }.sorted { $0.version < $1.version }
  }

  /// The steps of two files; the first ones come first.
  static func joined(_ first: [Migration], _ second: [Migration]) -> [Migration] {
    let versions = Set((first + second).map(\.version)).sorted()
    return versions.compactMap { version in
      let parts = (first + second).filter { $0.version == version }
      return parts.first.map {
        Migration(version: version, steps: parts.flatMap(\.steps), span: $0.span)
      }
    }
  }

  private static func migration(
    _ pair: YAMLPair, version: Int, into bag: inout DiagnosticBag
  ) -> Migration? {
    guard case .sequence(let items) = pair.value.content else {
      let what = "the migration to version \(version)"
      bag.add(.wrongShape(what, expected: "a list of steps", found: pair.value))
      return nil
    }
    let steps = items.compactMap { step($0, version: version, into: &bag) }
    return Migration(version: version, steps: steps, span: pair.keySpan)
  }

  static func step(
    _ node: YAMLNode, version: Int, into bag: inout DiagnosticBag
  ) -> StatedStep? {
    let what = "a step to version \(version)"
    guard let keys = KeyedNodes<MigrationStepKey>(node, of: what, into: &bag) else { return nil }
    let stated = MigrationStepKey.actions.filter { keys[$0] != nil }
    // An unknown key is most likely the misspelled action.
    let hasUnknownKey = keys.pairs.contains { MigrationStepKey(rawValue: $0.key) == nil }
    if stated.isEmpty, hasUnknownKey { return nil }
    guard stated.count == 1, let key = stated.first, let value = keys[key] else {
      bag.add(.invalidStep(version: version, stated: stated.map(\.rawValue), at: node.span))
      return nil
    }
    let before = keys[.before]?.flag(for: "'before' of \(what)", into: &bag)?.value ?? false
    let allowed = mayChange(keys[.mayChange], of: what, isSQL: key == .sql, into: &bag)
    if key == .custom, case .mapping = value.content {
      return function(value, before: before, at: node.span, into: &bag)
    }
    return action(key, value, into: &bag).map {
      StatedStep(
        action: $0, runsBefore: before, mayChange: allowed, entities: nil, span: node.span)
    }
  }

  /// Reads `custom` with the entities that its function uses.
  private static func function(
    _ node: YAMLNode, before: Bool, at span: SourceSpan, into bag: inout DiagnosticBag
  ) -> StatedStep? {
    let what = "'custom' of a migration"
    guard let keys = KeyedNodes<CustomStepKey>(node, of: what, into: &bag),
      let name = keys.required(.function, of: what, at: node.span, into: &bag),
      let action = custom(name, "'custom.function' of a migration", into: &bag)
    else { return nil }
    let entities = keys[.entities]?.texts(for: "'custom.entities' of a migration", into: &bag)
    return StatedStep(
      action: action, runsBefore: before, mayChange: [], entities: entities, span: span)
  }

  private static func mayChange(
    _ node: YAMLNode?, of what: String, isSQL: Bool, into bag: inout DiagnosticBag
  ) -> [Located<String>] {
    guard let node else { return [] }
    guard isSQL else {
      bag.add(
        .misplacedKey(MigrationStepKey.mayChange, of: what, belongs: "'sql'", at: node.span))
      return []
    }
    return node.texts(for: "'may-change' of \(what)", into: &bag) ?? []
  }

  private static func action(
    _ key: MigrationStepKey, _ node: YAMLNode, into bag: inout DiagnosticBag
  ) -> StatedStep.Action? {
    let what = "'\(key.rawValue)' of a migration"
    switch key {
    case .sql: return sql(node, what, into: &bag)
    case .custom: return custom(node, what, into: &bag)
    case .drops: return names(node, what, into: &bag).map { .drops($0) }
    case .allowLossy: return names(node, what, into: &bag).map { .allowLossy($0) }
    case .remoteChanged: return names(node, what, into: &bag).map { .remoteChanged($0) }
    case .before, .mayChange: return nil
    }
  }

  private static func sql(
    _ node: YAMLNode, _ what: String, into bag: inout DiagnosticBag
  ) -> StatedStep.Action? {
    guard let script = node.text(for: what, into: &bag) else { return nil }
    guard let flaw = SQLScript.flaw(of: script.value) else { return .sql(script.value) }
    bag.add(.invalidScript(flaw, of: what, at: script.span))
    return nil
  }

  private static func custom(
    _ node: YAMLNode, _ what: String, into bag: inout DiagnosticBag
  ) -> StatedStep.Action? {
    guard let name = node.text(for: what, into: &bag) else { return nil }
    guard NameRule.isLowerCamelCase(name.value) else {
      bag.add(.invalidName(name, of: "custom step", style: .lowerCamelCase))
      return nil
    }
    return .custom(name.value)
  }

  private static func names(
    _ node: YAMLNode, _ what: String, into bag: inout DiagnosticBag
  ) -> [String]? {
    node.texts(for: what, into: &bag)?.map(\.value)
  }
}
