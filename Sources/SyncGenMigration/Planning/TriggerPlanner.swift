import SyncGenSchema

/// Drops the triggers that record local writes and maintain full-text indexes for the duration of a
/// step.
///
/// The writes of a migration are not local writes, and indexes are filled at its end. A trigger
/// would also block changes of tables and columns that it names.
enum TriggerPlanner {
  /// Before everything else in a step, including SQL of the schema.
  static func drops(_ old: Schema) -> [StepStage] {
    stage("triggers are dropped, so writes of the step are not recorded", old.triggerOwners) {
      .dropTriggers($0)
    }
  }

  /// After everything else, including functions of the app.
  static func creations(_ new: Schema) -> [StepStage] {
    stage("triggers record local writes again", new.triggerOwners) { .createTriggers($0) }
  }

  private static func stage(
    _ reason: String, _ owners: [TableShape.Owner],
    _ operation: (TableShape.Owner) -> MigrationOperation
  ) -> [StepStage] {
    guard !owners.isEmpty else { return [] }
    return [
      StepStage(
        weight: .lightweight, reason: reason, suitsCloudKit: true,
        action: .operations(owners.map(operation)))
    ]
  }
}

extension Schema {
  /// The tables with triggers, in the order in which these are created.
  package var triggerOwners: [TableShape.Owner] {
    let entities = entityIDs.filter { self[$0].hasTriggers || self[$0].search != nil }
    // A `through:` entity has triggers for its rows and for the lists that they form.
    let tables = joinTables.indices.filter { !recordedSides(of: joinTables[$0]).isEmpty }
    return entities.map { .entity($0) } + tables.map { .joinTable($0) }
  }
}
