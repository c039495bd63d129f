import SyncGenSchema

/// Takes the triggers that record local writes and keep full-text indexes away for the time of a step.
///
/// What a migration writes is not a local write, and indexes are filled at its end. A trigger would also block changes of tables and
/// columns that it names.
enum TriggerPlanner {
  /// Before everything else of a step, also before what the schema says.
  static func drops(_ old: Schema) -> [MigrationStage] {
    stage("triggers are dropped so that writes of the step are not recorded", owners(old)) {
      .dropTriggers($0)
    }
  }

  /// When everything else is done, also what the app does.
  static func creations(_ new: Schema) -> [MigrationStage] {
    stage("triggers record local writes again", owners(new)) { .createTriggers($0) }
  }

  private static func stage(
    _ reason: String, _ owners: [TableShape.Owner],
    _ operation: (TableShape.Owner) -> MigrationOperation
  ) -> [MigrationStage] {
    guard !owners.isEmpty else { return [] }
    return [
      MigrationStage(
        weight: .lightweight, reason: reason, suitsCloudKit: true,
        action: .operations(owners.map(operation)))
    ]
  }

  private static func owners(_ schema: Schema) -> [TableShape.Owner] {
    let entities = schema.entityIDs.filter { schema[$0].hasTriggers || schema[$0].search != nil }
    // A `through:` entity has those of its rows and those of the lists that they make.
    let joinTables = schema.joinTables.indices.filter {
      !schema.recordedSides(of: schema.joinTables[$0]).isEmpty
    }
    return entities.map { .entity($0) } + joinTables.map { .joinTable($0) }
  }
}
