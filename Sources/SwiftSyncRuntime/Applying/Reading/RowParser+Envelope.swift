import SwiftSyncValues

/// The type of JSON:API's resource objects.
extension RowParser {
  /// Rejects a row whose type is that of another entity.
  func checkType(_ token: JSONToken, of node: RowNode) {
    guard let type = node.plan.metadata.resourceType, token.kind != .null else { return }
    if token.kind == .string, token.text(in: arena).isSame(as: type) { return }
    node.addProblem(
      ValueProblem(
        order: -1, column: nil, path: "type", expected: "'\(type)'",
        found: ValueExpectation.found(token)))
  }
}
