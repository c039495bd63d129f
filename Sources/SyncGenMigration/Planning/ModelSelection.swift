import SyncGenSchema

/// Selects the entities of older versions that functions of the app use as models.
package enum ModelSelection {
  /// The names of a version's entities that functions of the steps to it and from it use.
  package static func entities(of version: Int, in plan: VersionPlan) -> Set<String> {
    var names: Set<String> = []
    for step in plan.steps {
      for stage in step.stages where stage.isFunction {
        if step.old.version == version {
          names.formUnion(stage.entities.map(Set.init) ?? step.changedEntities.old)
        } else if step.new.version == version, !stage.runsBefore {
          names.formUnion(stage.entities.map(Set.init) ?? step.changedEntities.new)
        }
      }
    }
    return names
  }
}

extension StepStage {
  fileprivate var isFunction: Bool {
    if case .app = action { true } else { false }
  }
}

extension VersionStep {
  /// The names of the entities that the step adds, drops or changes, in each of its versions.
  package var changedEntities: (old: Set<String>, new: Set<String>) {
    var (before, after) = (Set(old.entities.map(\.name.name)), Set(new.entities.map(\.name.name)))
    for members in pairing.members {
      guard
        SchemaFingerprint.text(of: members.old, in: old)
          == SchemaFingerprint.text(of: members.new, in: new)
      else { continue }
      before.remove(old[members.old].name.name)
      after.remove(new[members.new].name.name)
    }
    return (before, after)
  }

  /// The step without the triggers of either version, which stores install themselves.
  package var withoutTriggers: VersionStep {
    let stages = stages.filter { stage in
      guard case .operations(let operations) = stage.action else { return true }
      return !operations.allSatisfy(\.isAboutTriggers)
    }
    return VersionStep(pairing: pairing, tables: tables, changes: changes, stages: stages)
  }
}

extension MigrationOperation {
  fileprivate var isAboutTriggers: Bool {
    switch self {
    case .dropTriggers, .createTriggers: true
    default: false
    }
  }
}
