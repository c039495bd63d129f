import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// Ids with several parts in lists of children, some of which may follow from the enclosing row.
extension RowParser {
  /// Reads an id that is an object with the parts of an identity.
  func parseParts(
    _ scanner: inout JSONScanner, _ reading: RelationReading, _ node: RowNode, position: Int
  ) throws(JSONError) {
    let slice = try scanner.skipValue()
    let child = takeNamedRow(reading, node, position: position)
    var parts = JSONScanner(slice)
    try parseRow(&parts, child, reading.unknown.nested(under: reading.path, alsoKnown: nil))
    guard child.namesRow else {
      defer { recycle(child) }
      return node.addProblem(problem(of: child, slice, reading, node, position: position))
    }
    node.relations[reading.relation.index].namedRows.append(
      RelationContent.NestedRow(node: child, position: position))
  }

  /// The problem of an object that contains more than the parts, or a part that does not fit.
  private func problem(
    of child: RowNode, _ slice: JSONSlice, _ reading: RelationReading, _ node: RowNode,
    position: Int
  ) -> ValueProblem {
    let path = ValuePath.text(reading.path, element: position)
    let part = child.firstProblem
    let found = ValueExpectation.found(JSONToken(.object, slice))
    return ValueProblem(
      order: node.plan.order(ofRelation: reading.relation.index), column: nil,
      path: part.map { "\(path).\($0.path)" } ?? path,
      message: part?.message
        ?? "expected an object with only \(child.plan.partNames), found \(found)",
      shapes: reading.shapes)
  }

  /// Records a row of which the enclosing row states one part of the identity and a scalar the
  /// other one.
  func nameRow(
    by id: BoundValue, _ reading: RelationReading, _ node: RowNode, position: Int
  ) {
    guard let column = reading.relation.scalarColumn else { return }
    let child = takeNamedRow(reading, node, position: position)
    child.values[column] = id
    node.relations[reading.relation.index].namedRows.append(
      RelationContent.NestedRow(node: child, position: position))
  }

  private func takeNamedRow(
    _ reading: RelationReading, _ node: RowNode, position: Int
  ) -> RowNode {
    take(
      reading.relation.target,
      at: .nested(
        in: node.location, key: reading.path,
        position: reading.relation.isSingle ? nil : position))
  }
}

extension RelationPlan {
  /// Whether ids are objects under every key of the relationship.
  var needsParts: Bool { target.identity.count > 1 && metadata.ids.isEmpty }
}

extension EntityPlan {
  /// The expected form of a composite identity, e.g. `an object with 'row' and 'number'`.
  var partsExpectation: String { "an object with \(partNames)" }

  /// A hint that a scalar does not identify a row.
  var partsHint: String { "an id of '\(metadata.name)' is \(partsExpectation)" }

  fileprivate var partNames: String {
    let names = identity.map { "'\(partPath($0))'" }
    guard let last = names.last, names.count > 1 else { return names.joined() }
    return "\(names.dropLast().joined(separator: ", ")) and \(last)"
  }

  /// The path of a part of the identity in a row.
  package func partPath(_ column: Int) -> String {
    switch fields[column].source {
    case .attribute(let index):
      metadata.attributes[index].remote.first ?? metadata.columns[column].name
    case .reference(let index):
      metadata.relations[index].paths.first ?? metadata.columns[column].name
    case .position: metadata.columns[column].name
    }
  }
}
