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

  /// - Parameter note: Why a default of the schema does not apply.
  static func missingRequired(path: String, note: String) -> Rejection {
    Rejection(
      .missingRequired, path: path, "a new row requires a value, but the key is missing\(note) (A1)"
    )
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
    state.reject(
      RejectedRow(
        path: node.location.path, identity: nil, rule: .missingIdentity,
        message: "no identity: \(reasonOfMissingIdentity(in: node)) (A4)"))
    if node.plan === plan { state.hasUnidentifiedRow = true }
    try markNestedPresent(in: node)
    return .rejected(nil, isIdentified: false)
  }

  private func reasonOfMissingIdentity(in node: RowNode) -> String {
    let orders = node.plan.identity.map(node.plan.order(ofColumn:))
    if let problem = node.problems.first(where: { orders.contains($0.order) }) {
      return "expected \(problem.expected), found \(problem.found)"
    }
    let generated = node.plan.identity.lazy.compactMap { node.plan.generatedDefaultNote($0) }.first
    return "missing or blank" + (generated ?? "") + (node.location.isTop ? parser.rootHint : "")
  }

  /// Leaves out an element of a nested list that is not an object.
  func rejectNonObject(at place: Int, of relation: RelationPlan, in node: RowNode) {
    let path = relation.metadata.objectsPath
    rejectNonObject(
      at: "\(node.location.path).\(path)[\(place)]",
      hint: node.relations[relation.index].hasBareIDs
        ? "; to read ids here, give the relation 'remote: \(path)'" : "")
    if relation.target === plan { state.hasUnidentifiedRow = true }
  }

  /// Notes that what a list does not name stays, because one of its rows cannot be identified (A4).
  func noteUnprunedList() {
    if nestedOperations.contains(.delete) { state.hasUnprunedList = true }
  }

  /// Leaves out an element that is not an object, and so no row.
  func rejectNonObject(at path: String, hint: String = "") {
    state.reject(
      RejectedRow(
        path: path, identity: nil, rule: .missingIdentity,
        message: "expected an object with an identity\(hint) (A4)"))
  }
}
