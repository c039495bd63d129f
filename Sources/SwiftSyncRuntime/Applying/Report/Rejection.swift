/// Why a row is not applied, still without its place in the payload.
struct Rejection {
  let rule: RejectedRow.Rule
  /// The keys that lead to the value from the row; `nil` if it is about the row as a whole.
  let path: String?
  let message: String

  init(_ rule: RejectedRow.Rule, path: String? = nil, _ message: String) {
    self.rule = rule
    self.path = path
    self.message = message
  }

  init(_ problem: ValueProblem) {
    self.init(
      .badValue, path: problem.path,
      "expected \(problem.expected), found \(problem.found) (A17)")
  }

  static func missingRequired(path: String) -> Rejection {
    Rejection(.missingRequired, path: path, "a new row needs a value here and has no key (A1)")
  }

  static func nullRequired(path: String) -> Rejection {
    Rejection(.nullRequired, path: path, "null, but a value is required (A2)")
  }

  static func halfAmount(path: String) -> Rejection {
    Rejection(.badValue, path: path, ValueExpectation.halfAmount + " (A17)")
  }
}

extension ApplyCall {
  /// Leaves a row out and says so in the report. Its stored row is not missing (A5).
  func reject(_ node: RowNode, _ rejection: Rejection) throws(SyncError) -> RowOutcome {
    let place = rejection.path.map { "\(node.location.path).\($0)" } ?? node.location.path
    state.reject(
      RejectedRow(
        path: place, identity: node.identityText, rule: rejection.rule,
        message: rejection.message))
    node.uncompleteRow()
    let rowID = try tables[node.plan.index].find(node.values)?.rowID
    _ = try pass(node, rowID)
    return .rejected(rowID, isIdentified: true)
  }

  /// Leaves a row out that may be any stored one, so that nothing is missing for sure (A4).
  func rejectUnidentified(_ node: RowNode) throws(SyncError) -> RowOutcome {
    let found = node.problems.first { problem in
      problem.column.map(node.plan.identity.contains) ?? false
    }
    let reason = found.map { "expected \($0.expected), found \($0.found)" } ?? "missing or blank"
    state.reject(
      RejectedRow(
        path: node.location.path, identity: nil, rule: .missingIdentity,
        message: "no identity: \(reason) (A4)"))
    if node.plan === plan { state.hasUnidentifiedRow = true }
    try markNestedPresent(in: node)
    return .rejected(nil, isIdentified: false)
  }

  /// Leaves out an element of a nested list that is no object.
  func rejectStranger(at place: Int, of relation: RelationPlan, in node: RowNode) {
    rejectStranger(at: "\(node.location.path).\(relation.metadata.objectsPath)[\(place)]")
    if relation.target === plan { state.hasUnidentifiedRow = true }
  }

  /// Notes that what a list does not name stays, because one of its rows cannot be told (A4).
  func noteUnprunedList() {
    if nestedOperations.contains(.delete) { state.hasUnprunedList = true }
  }

  /// Leaves out an element that is no object, and so no row.
  func rejectStranger(at path: String) {
    state.reject(
      RejectedRow(
        path: path, identity: nil, rule: .missingIdentity,
        message: "expected an object with an identity (A4)"))
  }
}
