package import SyncGenDiagnostics
package import SyncGenSchema

/// Plans the migration of databases from each version to the next.
package enum MigrationPlanner {
  /// The step between two neighboring versions; `nil` if it may lose data without the permission
  /// of the newer one, or if the newer one states something impossible about it.
  ///
  /// - Parameters:
  ///   - current: The edited schema, if `new` is a frozen version: it may state later what SQL of
  ///     the step may change.
  ///   - isFrozen: Whether the newer version is also frozen.
  package static func step(
    from old: Schema, to new: Schema, current: Schema? = nil, isFrozen: Bool = false,
    into bag: inout DiagnosticBag
  ) -> VersionStep? {
    let pairing = SchemaPairing(from: old, to: new)
    var problems = DiagnosticBag()
    FormerNameRule.check(pairing, into: &problems)
    // Nothing can be removed from a frozen version.
    if !isFrozen {
      SpentNameRule(pairing: pairing).check(into: &problems)
      NeedlessBackfillRule(pairing: pairing).check(into: &problems)
    }
    let changes = SchemaDiffer(pairing).changes()
    let edited = current?.steps(to: new.version) ?? new.steps
    MayChangeRule(old: old, new: new).check(edited, into: &problems)
    FunctionEntityRule(old: old, new: new).check(edited, into: &problems)
    PermissionRule(pairing: pairing, changes: changes, steps: new.steps, isFrozen: isFrozen)
      .check(into: &problems)
    for diagnostic in problems.sorted { bag.add(diagnostic) }
    if problems.hasErrors { return nil }
    let tables = TablePairer(pairing: pairing).pairs()
    return VersionStep(
      pairing: pairing, tables: tables, changes: changes,
      stages: TriggerPlanner.drops(old) + edited.filter(\.runsBefore).compactMap(stage)
        + structure(changes, StructurePlanner(pairing, tables).operations())
        + edited.filter { !$0.runsBefore }.compactMap(stage) + TriggerPlanner.creations(new))
  }

  /// The differences between two versions, one sentence for each.
  package static func differences(from old: Schema, to new: Schema) -> [SchemaChange] {
    SchemaDiffer(SchemaPairing(from: old, to: new)).changes()
  }

  private static func structure(
    _ changes: [SchemaChange], _ operations: [MigrationOperation]
  ) -> [StepStage] {
    let heavy = changes.filter { $0.weight == .custom }
    guard !changes.isEmpty || !operations.isEmpty else { return [] }
    return [
      StepStage(
        weight: heavy.isEmpty ? .lightweight : .custom,
        reason: heavy.isEmpty
          ? "derived from the two versions"
          : heavy.map { "\($0.text): \($0.reason)" }.joined(separator: "; "),
        suitsCloudKit: changes.allSatisfy(\.suitsCloudKit), action: .operations(operations))
    ]
  }

  private static func stage(_ step: StatedStep) -> StepStage? {
    let place = step.runsBefore ? "before the change" : "after the change"
    switch step.action {
    case .sql(let statement):
      return StepStage(
        weight: .custom, reason: "the schema has 'sql' \(place)", suitsCloudKit: false,
        action: .operations([.run(statement)]), mayChange: Set(step.mayChange.map(\.value)))
    case .custom(let name):
      return StepStage(
        weight: .custom, reason: "the schema has 'custom' \(place): the app runs '\(name)'",
        suitsCloudKit: false, action: .app(name), entities: step.entities?.map(\.value),
        runsBefore: step.runsBefore)
    case .drops, .allowLossy, .remoteChanged: return nil
    }
  }
}
