package import SyncGenDiagnostics
package import SyncGenSchema

/// Works out how databases get from each version to the next.
package enum MigrationPlanner {
  /// The step between two neighbouring versions, `nil` if it may lose data that the newer one does
  /// not give up in words, or if the newer one says something about it that cannot be.
  ///
  /// - Parameters:
  ///   - current: The schema that is edited, where `new` is a frozen version: it may say afterwards what
  ///     SQL of the step may change.
  ///   - isFrozen: Whether the newer version is frozen as well.
  package static func step(
    from old: Schema, to new: Schema, current: Schema? = nil, isFrozen: Bool = false,
    into bag: inout DiagnosticBag
  ) -> VersionStep? {
    let pairing = SchemaPairing(from: old, to: new)
    var problems = DiagnosticBag()
    FormerNameRule.check(pairing, into: &problems)
    let changes = SchemaDiffer(pairing).changes()
    let stated = new.migrations.first { $0.version == new.version }?.steps ?? []
    let edited = current?.migrations.first { $0.version == new.version }?.steps ?? stated
    MayChangeRule(old: old, new: new).check(edited, into: &problems)
    FunctionEntityRule(old: old, new: new).check(edited, into: &problems)
    PermissionRule(pairing: pairing, changes: changes, steps: stated, isFrozen: isFrozen)
      .check(into: &problems)
    for diagnostic in problems.sorted { bag.add(diagnostic) }
    if problems.hasErrors { return nil }
    return VersionStep(
      old: old, new: new, changes: changes,
      stages: TriggerPlanner.drops(old) + edited.filter(\.runsBefore).compactMap(stage)
        + structure(changes, StructurePlanner(pairing).operations())
        + edited.filter { !$0.runsBefore }.compactMap(stage) + TriggerPlanner.creations(new))
  }

  /// What is different between two versions, a sentence each.
  package static func differences(from old: Schema, to new: Schema) -> [SchemaChange] {
    SchemaDiffer(SchemaPairing(from: old, to: new)).changes()
  }

  private static func structure(
    _ changes: [SchemaChange], _ operations: [MigrationOperation]
  ) -> [MigrationStage] {
    let heavy = changes.filter { $0.weight == .custom }
    guard !changes.isEmpty || !operations.isEmpty else { return [] }
    return [
      MigrationStage(
        weight: heavy.isEmpty ? .lightweight : .custom,
        reason: heavy.isEmpty
          ? "it follows from the two versions alone"
          : heavy.map { "\($0.text): \($0.reason)" }.joined(separator: "; "),
        suitsCloudKit: changes.allSatisfy(\.suitsCloudKit), action: .operations(operations))
    ]
  }

  private static func stage(_ step: MigrationStep) -> MigrationStage? {
    let place = step.runsBefore ? "before the change" : "after the change"
    switch step.action {
    case .sql(let statement):
      return MigrationStage(
        weight: .custom, reason: "the schema says 'sql' \(place)", suitsCloudKit: false,
        action: .operations([.run(statement)]), mayChange: Set(step.mayChange.map(\.value)))
    case .custom(let name):
      return MigrationStage(
        weight: .custom, reason: "the schema says 'custom' \(place): the app runs '\(name)'",
        suitsCloudKit: false, action: .app(name), entities: step.entities?.map(\.value),
        runsBefore: step.runsBefore)
    case .drops, .allowLossy, .remoteChanged: return nil
    }
  }
}
