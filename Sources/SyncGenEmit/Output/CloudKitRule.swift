import SyncGenDiagnostics
import SyncGenMigration
import SyncGenSchema

/// Finds what SwiftData classes cannot have if CloudKit mirrors their store.
///
/// Other rules of CloudKit are kept without a word of the schema: the classes have no unique
/// constraints, and required attributes are optional properties.
enum CloudKitRule {
  static func check(_ schema: Schema, plan: VersionPlan, into bag: inout DiagnosticBag) {
    guard let since = schema.generation.cloudKit else { return }
    guard since.value <= schema.version else {
      add(
        "'cloudkit' begins with version \(since.value), but the newest version is "
          + "\(schema.version)", "write the version of which CloudKit mirrors stores, or 'true'",
        at: since.span, into: &bag)
      return
    }
    for relation in denials(of: schema) {
      add(
        "CloudKit does not support 'on-delete: deny': relationship '\(relation.title)' has it",
        "write 'on-delete: nullify' or 'on-delete: cascade'", at: relation.span, into: &bag)
    }
    for step in plan.steps { check(step, since, into: &bag) }
  }

  private static func check(
    _ step: VersionStep, _ since: Located<Int>, into bag: inout DiagnosticBag
  ) {
    guard step.old.version >= since.value else {
      checkStage(step, into: &bag)
      return
    }
    checkDenials(of: step, since, into: &bag)
    for change in step.mirroredChanges {
      add(
        "CloudKit cannot migrate to version \(step.new.version): it \(change.text)", change.fix,
        at: change.span, into: &bag)
    }
    guard step.hasCode else { return }
    add(
      "CloudKit cannot migrate to version \(step.new.version): 'sql' and 'custom' would run on each "
        + "device", "remove them, and change rows in the app", at: step.span, into: &bag)
  }

  /// A custom stage cannot run on a store that CloudKit mirrors, even if it migrates to a version that
  /// was not yet mirrored.
  private static func checkStage(_ step: VersionStep, into bag: inout DiagnosticBag) {
    guard !step.isLightweight(mirroredSince: nil) else { return }
    let version = step.new.version
    add(
      "CloudKit does not support custom stages: the step to version \(version) is one",
      "write 'oldest-version: \(version)' when no device has an older version", at: step.span,
      into: &bag)
  }

  /// What an older version has cannot be changed any more.
  private static func checkDenials(
    of step: VersionStep, _ since: Located<Int>, into bag: inout DiagnosticBag
  ) {
    for relation in denials(of: step.old) {
      add(
        "CloudKit does not support 'on-delete: deny': relationship '\(relation.title)' of version "
          + "\(step.old.version) has it",
        "write 'cloudkit: \(step.new.version)' if older versions were not mirrored", at: since.span,
        into: &bag)
    }
  }

  private static func denials(of schema: Schema) -> [(title: String, span: SourceSpan)] {
    schema.entities.flatMap { entity in
      entity.relations.filter(\.isDenied).map {
        (title: "\(entity.name.name).\($0.name.name)", span: $0.span)
      }
    }
  }

  private static func add(
    _ message: String, _ fix: String, at span: SourceSpan, into bag: inout DiagnosticBag
  ) {
    bag.add(
      Diagnostic(
        .cloudKitLimit, message, at: span,
        notes: [.init(fix + "; or remove 'cloudkit'", at: span)]))
  }
}

extension Relation {
  /// Whether a row cannot be deleted while it is referenced by the relationship.
  fileprivate var isDenied: Bool {
    guard case .toOne = kind else { return false }
    return onDelete == .deny
  }
}

extension GenerationOptions {
  /// Whether CloudKit mirrors stores of a version.
  func mirrors(_ version: Int) -> Bool { cloudKit.map { $0.value <= version } ?? false }
}

extension Schema {
  /// Whether CloudKit mirrors stores of a version of it.
  func mirrors(_ version: Int) -> Bool { generation.mirrors(version) }
}
