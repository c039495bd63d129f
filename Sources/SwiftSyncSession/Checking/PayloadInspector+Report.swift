@_spi(Generated) import SwiftSyncStore
import SwiftSyncValues

extension PayloadInspector {
  /// The findings by path, without rejected rows.
  func report(unknown: [String: Int], suggestions: [String: String]) -> PayloadChecker.Report {
    var report = PayloadChecker.Report()
    report.unknownKeys = unknown.compactlySorted { $0.key < $1.key }.map { path, count in
      PayloadChecker.Report.KeyFinding(
        path: path, count: count, example: unknownExamples[path] ?? path,
        suggestion: suggestions[path])
    }
    let facts = tops.flatMap { allFacts(from: $0) }
    report.absentKeys = Set(facts.flatMap(\.absentKeys) + absentDocumentKeys).compactlySorted()
    report.warnings = identityWarnings + facts.flatMap(\.warnings)
    return report
  }

  private var absentDocumentKeys: [String] {
    document.map { absentKeys(of: $0.root, under: "", inside: []) } ?? []
  }

  /// Keys that no object of a document contains. Documents may contain themselves.
  private func absentKeys(
    of object: ObjectPlan, under prefix: String, inside: Set<ObjectIdentifier>
  ) -> [String] {
    guard !inside.contains(ObjectIdentifier(object)) else { return [] }
    let inside = inside.union([ObjectIdentifier(object)])
    return object.members.flatMap { key, shape -> [String] in
      let path = prefix + key
      guard documentKeys.contains(path) else { return [path] }
      return shape.object.map { absentKeys(of: $0, under: "\(path).", inside: inside) } ?? []
    }
  }

  private func allFacts(from facts: ObjectFacts) -> [ObjectFacts] {
    [facts] + facts.nested.flatMap { allFacts(from: $0.facts) }
  }

  private var identityWarnings: [PayloadChecker.Report.Warning] {
    zip(schema.entities, identityTypes).flatMap { entity, parts in
      parts.compactMap { warning(of: $0, entity) }
    }
  }

  private func warning(
    of types: IdentityTypes, _ entity: EntityPlan
  ) -> PayloadChecker.Report.Warning? {
    let kinds = types.kinds.sorted {
      ($1.value.count, $0.key.rawValue) < ($0.value.count, $1.key.rawValue)
    }
    guard kinds.count > 1, let rarest = kinds.last?.value else { return nil }
    let words = kinds.map { "\($0.key) (\($0.value.count), first at \($0.value.example))" }
    return PayloadChecker.Report.Warning(
      kind: .identityTypes, path: rarest.path, count: rarest.count, example: rarest.example,
      message: "identities of \(entity.metadata.name) come as \(words.joined(separator: " and "))"
    )
  }
}

extension ObjectFacts {
  /// Keys that none of the objects contained.
  fileprivate var absentKeys: [String] {
    guard objects > 0 else { return [] }
    return members.compactMap { member in
      guard let member, member.present.count == 0 else { return nil }
      return prefix + member.path
    }
  }

  fileprivate var warnings: [PayloadChecker.Report.Warning] {
    warnings(.coercedValue, coerced) + warnings(.unknownCase, unknownCases.flatMap { $0 })
      + mixWarnings + neverNullWarnings + clockWarnings
  }

  private func warnings(
    _ kind: PayloadChecker.Report.Warning.Kind,
    _ values: [(occurrences: Occurrences, message: String)]
  ) -> [PayloadChecker.Report.Warning] {
    values.filter { $0.occurrences.count > 0 }.map { value in
      value.occurrences.warning(kind, value.message)
    }
  }

  private var mixWarnings: [PayloadChecker.Report.Warning] {
    relations.enumerated().compactMap { index, relation in
      let message = "ids and nested objects are mixed for the relationship"
      if relation.mixedLists.count > 0 {
        return relation.mixedLists.warning(.mixedRelation, message)
      }
      let used = relation.shapes.filter { $0.count > 0 }.compactlySorted { $0.count > $1.count }
      guard used.count > 1, let rarest = used.last else { return nil }
      return PayloadChecker.Report.Warning(
        kind: .mixedRelation, path: prefix + plan.relations[index].metadata.objectsPath,
        count: rarest.count, example: rarest.example, message: message)
    }
  }

  private var neverNullWarnings: [PayloadChecker.Report.Warning] {
    members.compactMap { member in
      guard let member, !member.isNeeded, !member.mayBeAbsent, member.present.count > 0,
        member.absent.count > 0, member.cleared == 0
      else { return nil }
      return PayloadChecker.Report.Warning(
        kind: .neverNull, path: member.present.path, count: member.absent.count,
        example: member.absent.example,
        message: "the key is sometimes missing but never null, so a removed value is never cleared")
    }
  }

  private var clockWarnings: [PayloadChecker.Report.Warning] {
    guard let clock = plan.clockColumn, let path = members[clock]?.path, clockless.count > 0 else {
      return []
    }
    return [
      PayloadChecker.Report.Warning(
        kind: .missingClock, path: prefix + path, count: clockless.count,
        example: clockless.example,
        message: "staleness cannot be detected for rows without a clock")
    ]
  }
}

extension Occurrences {
  fileprivate func warning(
    _ kind: PayloadChecker.Report.Warning.Kind, _ message: String
  ) -> PayloadChecker.Report.Warning {
    PayloadChecker.Report.Warning(
      kind: kind, path: path, count: count, example: example, message: message)
  }
}
