package import SyncGenDiagnostics
package import SyncGenSchema

/// The frozen versions of a schema, ascending, each following the previous one.
package struct VersionHistory: Sendable {
  package let versions: [FrozenVersion]

  package static let none = VersionHistory(versions: [])

  /// The newest version.
  package var last: FrozenVersion? { versions.last }

  private init(versions: [FrozenVersion]) {
    self.versions = versions
  }

  /// Reads the frozen files of a schema; returns `nil` if there is a problem with them.
  ///
  /// - Parameters:
  ///   - files: The files by the version that their names state.
  ///   - oldestVersion: The oldest version of apps that are still in use; `nil` for the first one.
  ///     Files of older versions may be missing.
  ///   - adopts: Whether the schema may adopt databases of other programs.
  package static func read(
    _ files: [(version: Int, file: SourceFile)], schemaPath: String, oldestVersion: Int?,
    adopts: Bool = false, into bag: inout DiagnosticBag
  ) -> VersionHistory? {
    let sorted = files.sorted { $0.version < $1.version }
    var problems = DiagnosticBag()
    let versions = sorted.compactMap {
      FrozenVersion.read(
        $0.file, expected: $0.version, schemaPath: schemaPath, adopts: adopts, into: &problems)
    }
    if !problems.hasErrors {
      checkOrder(versions, oldestVersion: oldestVersion ?? 1, into: &problems)
    }
    // Advice such as to rename an entity would be taken for the cause.
    if problems.hasErrors { bag.removeAdvice(on: schemaPath) }
    for diagnostic in problems.sorted { bag.add(diagnostic) }
    return problems.hasErrors ? nil : VersionHistory(versions: versions)
  }

  private static func checkOrder(
    _ versions: [FrozenVersion], oldestVersion: Int, into bag: inout DiagnosticBag
  ) {
    if let first = versions.first, first.predecessor != nil, first.version > oldestVersion {
      bag.add(
        .missingVersions(Array(1..<max(2, first.version)), before: first, isFirst: true))
    }
    for (former, version) in zip(versions, versions.dropFirst()) {
      if version.version > former.version + 1 {
        bag.add(.missingVersions(Array(former.version + 1..<version.version), before: version))
      } else if version.predecessor != former.fingerprint {
        bag.add(.otherPredecessor(of: version, former: former))
      }
    }
  }

  // MARK: The schema that is edited

  /// Whether a schema is consistent with the history: frozen versions do not change, and none is
  /// skipped.
  ///
  /// - Parameter withdrawn: The versions that were frozen and withdrawn.
  /// - Returns: `false` if there is an error, which is added to the bag.
  package func check(
    _ schema: Schema, withdrawn: Set<Int> = [], into bag: inout DiagnosticBag
  ) -> Bool {
    guard let last else {
      let isUnfrozen = !schema.isReadOnly && (schema.oldestVersion?.value ?? 1) < schema.version
      if isUnfrozen { bag.add(.unfrozenVersion(schema)) }
      return !isUnfrozen
    }
    var problems = DiagnosticBag()
    if schema.version < last.version {
      problems.add(.versionTooLow(schema, newest: last))
    } else if schema.version > last.version + 1 {
      problems.add(.versionTooHigh(schema, newest: last, withdrawn: withdrawn))
    } else if schema.version == last.version,
      SchemaFingerprint.of(schema) != SchemaFingerprint.of(last.schema)
    {
      problems.add(
        .frozenVersionChanged(
          schema, from: last.schema,
          changes: MigrationPlanner.differences(from: last.schema, to: schema)))
    }
    checkSteps(of: schema, into: &problems)
    for diagnostic in problems.sorted { bag.add(diagnostic) }
    return !problems.hasErrors
  }

  /// The schema may omit how frozen versions were reached, but not state it differently.
  private func checkSteps(of schema: Schema, into bag: inout DiagnosticBag) {
    for migration in schema.migrations {
      guard let frozen = versions.first(where: { $0.version == migration.version }) else {
        continue
      }
      let steps = frozen.schema.steps(to: migration.version) ?? []
      if !Self.isSame(steps, migration.steps) {
        bag.add(.frozenStepsChanged(migration, newest: versions.last?.version ?? migration.version))
      }
    }
  }

  /// Whether two lists have the same steps. Their order depends on that of the files in which they
  /// are.
  private static func isSame(_ frozen: [StatedStep], _ stated: [StatedStep]) -> Bool {
    func counts(_ steps: [StatedStep]) -> [FrozenStep: Int] {
      steps.reduce(into: [:]) {
        $0[FrozenStep(action: $1.action, runsBefore: $1.runsBefore), default: 0] += 1
      }
    }
    return counts(frozen) == counts(stated)
  }

  /// What is frozen of a step.
  private struct FrozenStep: Hashable {
    let action: StatedStep.Action
    let runsBefore: Bool
  }

  /// Whether the schema is the newest frozen version.
  package func isFrozen(_ schema: Schema) -> Bool { schema.version == last?.version }

  // MARK: Plan

  /// The steps between all versions up to the schema's; `nil` if one cannot be planned.
  ///
  /// The statements of a frozen version about its own step apply, regardless of later changes in
  /// the schema.
  package func plan(to schema: Schema, into bag: inout DiagnosticBag) -> VersionPlan? {
    var schemas = versions.map(\.schema)
    if let last, schema.version > last.version { schemas.append(schema) }
    var steps: [VersionStep] = []
    for (old, new) in zip(schemas, schemas.dropFirst()) {
      let isFrozen = new.version <= (last?.version ?? 0)
      guard
        let step = MigrationPlanner.step(
          from: old, to: new, current: schema, isFrozen: isFrozen, into: &bag)
      else { return nil }
      steps.append(step)
    }
    return VersionPlan(steps: steps)
  }
}
