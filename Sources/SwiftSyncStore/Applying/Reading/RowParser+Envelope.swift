import SwiftSyncValues

/// The type of JSON:API's resource objects.
extension RowParser {
  /// Rejects a row whose type is that of another entity.
  func checkType(_ token: JSONToken, of node: RowNode) {
    guard let type = node.plan.metadata.resourceType, token.kind != .null else { return }
    if token.kind == .string, token.text(in: arena).isSame(as: type) { return }
    node.addProblem(
      ValueProblem(
        order: RowNode.typeOrder, column: nil, path: "type", expected: "'\(type)'",
        found: ValueExpectation.found(token)))
  }

  /// Removes a resource identifier that refers to a row of another entity from its relationship: a
  /// link would identify a row that the payload does not mean, so the enclosing row is rejected.
  func refuse(
    _ child: RowNode, _ problem: ValueProblem, _ reading: RelationReading, _ node: RowNode,
    position: Int?
  ) {
    node.relations[reading.relation.index].rows.removeLast()
    recycle(child)
    let path = position.map { ValuePath.text(reading.path, element: $0) } ?? reading.path
    node.addProblem(
      ValueProblem(
        order: node.plan.order(ofRelation: reading.relation.index), column: nil,
        path: "\(path).type", message: problem.message, shapes: reading.shapes))
  }
}

extension RowNode {
  /// Before all members.
  static let typeOrder = -1

  /// The problem with the type of a resource object, if any.
  var typeProblem: ValueProblem? {
    problems.isEmpty ? nil : problems.first { $0.order == Self.typeOrder }
  }
}
