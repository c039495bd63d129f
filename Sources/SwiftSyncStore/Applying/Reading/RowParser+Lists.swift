import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// Lists that leave out rows, and objects whose keys are identities.
extension RowParser {
  /// Records whether a list goes on elsewhere.
  func noteSign(_ token: JSONToken, of relation: Int, in node: RowNode) {
    noteSign(token.statesMore, of: relation, in: node)
  }

  func noteSign(_ goesOn: Bool, of relation: Int, in node: RowNode) {
    node.hasLinks = true
    node.relations[relation].goesOn = goesOn
  }

  /// Reads what an object has under the identity of a row or of a member.
  func parseElement(
    _ scanner: inout JSONScanner, under key: JSONSlice, _ reading: RelationReading,
    _ node: RowNode, position: Int
  ) throws(JSONError) {
    if try scanner.peekKind() == .object, reading.shapes.contains(.objects) {
      return try parseNested(&scanner, reading, node, position: position, key: key)
    }
    let token = try scanner.readValue()
    if token.kind == .null || token.kind == .bool && !token.isTrue { return }
    let id = identity(from: key, of: reading.relation.target)
    guard token.kind == .bool, let id else {
      let expected =
        token.kind == .bool
        ? reading.relation.target.fields[reading.relation.target.idColumn].expectation
        : "an object, true, false or null"
      let found = token.kind == .bool ? "the key '\(key.shownKey)'" : ValueExpectation.found(token)
      return node.addProblem(
        ValueProblem(
          order: node.plan.order(ofRelation: reading.relation.index), column: nil,
          path: "\(reading.path).\(key.pathKey)", expected: expected, found: found,
          shapes: reading.shapes))
    }
    let content = node.relations[reading.relation.index]
    guard content.takesIDs(rank: reading.rank) else { return }
    content.ids.append(id)
    content.idPositions.append(position)
  }

  /// Sets the identity of a row to the one that its key states. If its own identity differs, the
  /// row has none.
  func identify(_ node: RowNode, by key: JSONSlice) {
    let column = node.plan.idColumn
    let own = node.values[column]
    let id = identity(from: key, of: node.plan)
    var problem: ValueProblem
    if own.kind == .missing || own.kind == .null {
      node.values[column] = id ?? .missing
      if id != nil || isNull(key, in: node.plan) { return }
      problem = keyProblem(
        of: node, expected: node.plan.fields[column].expectation,
        found: ValueExpectation.found(JSONToken(.string, key)))
    } else if let id, id == own {
      return
    } else {
      problem = keyProblem(
        of: node, expected: "'\(key.shownKey)', the key of the row", found: own.stored.text)
      problem.identities = [own.stored] + (id.map { [$0.stored] } ?? [])
      node.values[column] = .missing
    }
    node.addProblem(problem)
  }

  private func keyProblem(of node: RowNode, expected: String, found: String) -> ValueProblem {
    let column = node.plan.idColumn
    return ValueProblem(
      order: node.plan.order(ofColumn: column), column: nil, path: node.path(of: column),
      expected: expected, found: found)
  }

  /// Whether a key is an empty string that means null.
  private func isNull(_ key: JSONSlice, in plan: EntityPlan) -> Bool {
    plan.keyConverter.convert(JSONToken(.string, key), in: arena) != nil
  }

  /// A row of which the payload contains only the key.
  func name(_ key: JSONSlice, as plan: EntityPlan) -> RowNode {
    let node = take(plan, at: .keyed(key.pathKey))
    identify(node, by: key)
    return node
  }

  /// Reads a row under a key of the payload's object, as `transform` returns it if there is one.
  func parse(
    _ scanner: inout JSONScanner, as plan: EntityPlan, key: JSONSlice,
    through transform: ApplyOptions.Transform?
  ) throws(JSONError) -> PayloadRows.Element {
    let location = RowLocation.keyed(key.pathKey)
    guard let transform else {
      return .row(try parse(&scanner, as: plan, at: location, key: key))
    }
    let node = try parse(&scanner, as: plan, at: location, through: transform)
    if let node { identify(node, by: key) }
    return node.map(PayloadRows.Element.row) ?? .dropped
  }

  private func identity(from key: JSONSlice, of plan: EntityPlan) -> BoundValue? {
    let id = plan.keyConverter.convert(JSONToken(.string, key), in: arena)
    return id?.kind == .null ? nil : id
  }
}
