import SwiftSyncValues

/// The reason why a row is not applied, without its place in the payload.
///
/// A class, because functions that are called for every row return none.
final class Rejection {
  let rule: ApplyReport.RejectedRow.Rule
  /// The path of the value in the row; `nil` if the reason concerns the whole row.
  let path: String?
  let message: String
  /// The problem if only one part of an amount of money is present.
  let halfAmount: ValueProblem?

  init(
    _ rule: ApplyReport.RejectedRow.Rule, path: String? = nil, _ message: String,
    halfAmount: ValueProblem? = nil
  ) {
    self.rule = rule
    self.path = path
    self.message = message
    self.halfAmount = halfAmount
  }

  convenience init(_ problem: ValueProblem) {
    self.init(problem.rule, path: problem.path, problem.message)
  }

  /// - Parameter note: The reason why a default of the schema does not apply.
  static func missingRequired(path: String, note: String) -> Rejection {
    Rejection(
      .missingRequired, path: path, "a new row requires a value, but the key is missing\(note)"
    )
  }

  static func nullRequired(path: String) -> Rejection {
    Rejection(.nullRequired, path: path, "null, but a value is required")
  }

  static func halfAmount(_ problem: ValueProblem) -> Rejection {
    Rejection(problem.rule, path: problem.path, problem.message, halfAmount: problem)
  }
}

extension CallData {
  /// Leaves out an element of a nested list that is not an object.
  func rejectNonObject(at place: Int, of relation: RelationPlan, in node: RowNode) {
    let element = ValuePath.text(relation.metadata.objectsPath, element: place)
    rejectNonObject(
      at: "\(node.location.path).\(element)",
      node.relations[relation.index].elementProblems[place] ?? "expected an object",
      of: relation.target)
    if isTarget(relation.target) { state.rejections.noteUnidentifiedRow(of: relation.target) }
  }

  /// Leaves out an element that is not an object and therefore not a row.
  ///
  /// - Parameter plan: The entity of the rows; `nil` if there may be several.
  func rejectNonObject(at path: String, _ message: String, of plan: EntityPlan?) {
    state.rejections.add(
      ApplyReport.RejectedRow(
        plan?.metadata.name, path: path, identity: nil, rule: .missingIdentity, message: message))
  }

  /// Records that rows that are not in a list are kept, because one of its rows cannot be
  /// identified (A4).
  func noteUnprunedList(_ relation: RelationPlan) {
    if operations(on: relation).contains(.delete) { state.rejections.noteUnprunedList() }
  }
}
