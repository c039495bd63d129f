import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// The data that is needed to read the value of a relationship's key.
struct RelationReading {
  let relation: RelationPlan
  let shapes: KeyTrie.Shapes
  let rank: UInt8
  /// The path of the value in its row.
  let path: String
  /// Counts unknown keys of nested rows.
  let unknown: UnknownKeys

  /// Whether it is the relationship's own key by convention, whose ids are accepted in addition to
  /// its rows.
  var isOwnKey: Bool { !relation.metadata.ids.contains(path) }
}

extension RowParser {
  func parseRelation(
    _ scanner: inout JSONScanner, _ reading: RelationReading, _ node: RowNode
  ) throws(JSONError) {
    node.removeProblems(under: reading.path)
    switch reading.relation.kind {
    case .reference(let reference):
      return try parseReference(&scanner, reading, reference, node)
    case .children(let children) where children.isSingle:
      try parseSingle(&scanner, reading, node)
    case .children, .members:
      try parseList(&scanner, reading, node)
    }
  }

  /// Applies null under a relationship's key: no reference, no members.
  func setNull(_ relation: RelationPlan, shapes: KeyTrie.Shapes, rank: UInt8, in node: RowNode) {
    if case .reference(let reference) = relation.kind {
      if shapes.contains(.ids) { return node.set(reference.column, rank: rank, .null) }
      _ = begin(relation, .objects, rank: rank, in: node)
      return
    }
    if begin(relation, shapes, rank: rank, in: node) {
      node.relations[relation.index].isWhole = true
    }
  }

  /// Records that a path to the relationship contains `found`, which is of another kind.
  func setProblem(
    _ found: String, at path: String, expected: String, _ relation: RelationPlan,
    _ shapes: KeyTrie.Shapes,
    rank: UInt8, in node: RowNode
  ) {
    var column: Int?
    if case .reference(let reference) = relation.kind, shapes.contains(.ids) {
      column = reference.column
    }
    let problem = ValueProblem(
      order: node.plan.order(ofRelation: relation.index), column: column, path: path,
      expected: expected, found: found, shapes: shapes)
    if let column { return node.setProblem(column, rank: rank, problem) }
    if begin(relation, shapes, rank: rank, in: node) { node.addProblem(problem) }
  }

  /// Returns whether the path determines the relationship's members.
  private func begin(
    _ relation: RelationPlan, _ shapes: KeyTrie.Shapes, rank: UInt8, in node: RowNode
  ) -> Bool {
    var decides = false
    node.hasLinks = true
    if shapes.contains(.ids) || relation.isKeyed || relation.takesReferences {
      decides = node.relations[relation.index].beginIDs(rank: rank)
    }
    if shapes.contains(.objects) {
      decides = node.relations[relation.index].beginRows(rank: rank) || decides
    }
    if decides {
      node.relations[relation.index].isWhole = false
      node.removeProblems(at: node.plan.order(ofRelation: relation.index), in: shapes)
    }
    return decides
  }

  private func parseReference(
    _ scanner: inout JSONScanner, _ reading: RelationReading,
    _ reference: RelationMetadata.Reference, _ node: RowNode
  ) throws(JSONError) {
    let column = reference.column
    if reading.shapes == .both {
      // The last of repeated keys is used, in either shape.
      node.unset(column, rank: reading.rank)
      if node.hasLinks { node.relations[reading.relation.index].forget(rank: reading.rank) }
    }
    switch try scanner.peekKind() {
    case .null:
      _ = try scanner.readValue()
      setNull(reading.relation, shapes: reading.shapes, rank: reading.rank, in: node)
    case .object where reading.shapes.contains(.objects):
      try parseObject(&scanner, reading, node)
    default:
      let token = try scanner.readValue()
      guard reading.shapes.contains(.ids) else {
        guard begin(reading.relation, reading.shapes, rank: reading.rank, in: node) else { return }
        return node.addProblem(problem(token, reading, node, column: nil))
      }
      let isContainer = token.kind == .object || token.kind == .array
      guard !isContainer,
        let id = node.plan.fields[column].converter.convert(token, in: arena)
      else {
        let problem = problem(token, reading, node, column: column)
        return node.setProblem(column, rank: reading.rank, problem)
      }
      node.set(column, rank: reading.rank, id)
    }
  }

  /// Reads the nested object of a to-one relationship.
  func parseObject(
    _ scanner: inout JSONScanner, _ reading: RelationReading, _ node: RowNode
  ) throws(JSONError) {
    guard begin(reading.relation, .objects, rank: reading.rank, in: node) else {
      _ = try scanner.skipValue()
      return
    }
    try parseNested(&scanner, reading, node, position: nil)
  }

  /// Reads the value of the one-to-one side without a column: an object, an id or null.
  private func parseSingle(
    _ scanner: inout JSONScanner, _ reading: RelationReading, _ node: RowNode
  ) throws(JSONError) {
    guard begin(reading.relation, reading.shapes, rank: reading.rank, in: node) else {
      _ = try scanner.skipValue()
      return
    }
    switch try scanner.peekKind() {
    case .null:
      _ = try scanner.readValue()
    case .object where reading.shapes.contains(.objects):
      try parseNested(&scanner, reading, node, position: nil)
    case .object where reading.relation.takesParts:
      try parseParts(&scanner, reading, node, position: 0)
    case .object, .array:
      node.addProblem(problem(try scanner.readValue(), reading, node, column: nil))
    default:
      try parseID(&scanner, reading, node, position: 0)
    }
  }

  private func parseList(
    _ scanner: inout JSONScanner, _ reading: RelationReading, _ node: RowNode
  ) throws(JSONError) {
    guard begin(reading.relation, reading.shapes, rank: reading.rank, in: node) else {
      _ = try scanner.skipValue()
      return
    }
    let kind = try scanner.peekKind()
    if kind == .object, reading.relation.isKeyed {
      return try parseKeyed(&scanner, reading, node)
    }
    guard kind == .array else {
      let token = try scanner.readValue()
      // Null means that there are none, even if a list may leave out rows.
      node.relations[reading.relation.index].isWhole = kind == .null
      if kind != .null { node.addProblem(problem(token, reading, node, column: nil)) }
      return
    }
    try scanner.beginArray()
    var position = 0
    while try scanner.nextElement() {
      do {
        try parseElement(&scanner, reading, node, position: position)
      } catch {
        noteError(at: "[\(position)]")
        throw error
      }
      position += 1
    }
  }

  /// Reads an object whose keys are the identities of rows or of members.
  private func parseKeyed(
    _ scanner: inout JSONScanner, _ reading: RelationReading, _ node: RowNode
  ) throws(JSONError) {
    try scanner.beginObject()
    var position = 0
    while let key = try scanner.nextKey(arena) {
      do {
        try parseElement(&scanner, under: key, reading, node, position: position)
      } catch {
        noteError(at: ".\(key.pathKey)")
        throw error
      }
      position += 1
    }
  }

  private func parseElement(
    _ scanner: inout JSONScanner, _ reading: RelationReading, _ node: RowNode, position: Int
  ) throws(JSONError) {
    let takesIDs = reading.shapes.contains(.ids)
    switch try scanner.peekKind() {
    case .null where takesIDs:
      _ = try scanner.readValue()
    case .object where reading.shapes.contains(.objects):
      try parseNested(&scanner, reading, node, position: position)
    case .array where reading.isOwnKey:
      parseNoRow(try scanner.readValue(), reading, node, position: position)
    case .array where takesIDs && reading.relation.namesByParts:
      try parseID(&scanner, reading, node, position: position)
    case .object where takesIDs && reading.relation.takesParts:
      try parseParts(&scanner, reading, node, position: position)
    case .object where takesIDs, .array where takesIDs:
      let token = try scanner.readValue()
      node.addProblem(problem(token, reading, node, column: nil, position: position))
    case _ where takesIDs:
      try parseID(&scanner, reading, node, position: position)
    default:
      parseNoRow(try scanner.readValue(), reading, node, position: position)
    }
  }

  /// Records an element of a list of rows that is neither a row nor the id of one.
  private func parseNoRow(
    _ token: JSONToken, _ reading: RelationReading, _ node: RowNode, position: Int
  ) {
    node.relations[reading.relation.index].nonObjectElements.append(position)
    note(problem(token, reading, node, column: nil, position: position), node, reading, position)
  }

  private func note(
    _ problem: ValueProblem, _ node: RowNode, _ reading: RelationReading, _ position: Int
  ) {
    node.relations[reading.relation.index].elementProblems[position] = problem.message
  }

  private func parseID(
    _ scanner: inout JSONScanner, _ reading: RelationReading, _ node: RowNode, position: Int
  ) throws(JSONError) {
    let token = try scanner.readValue()
    // Ids under a separate key win over those among the rows.
    let isOverruled =
      reading.isOwnKey && !node.relations[reading.relation.index].takesIDs(rank: reading.rank)
    if isOverruled { return }
    let target = reading.relation.target
    guard reading.shapes.contains(.ids),
      let id = token.kind == .array
        ? identity(ofParts: token, of: target)
        : reading.relation.scalarColumn.flatMap({
          target.fields[$0].converter.convert(token, in: arena)
        })
    else {
      let problem = problem(token, reading, node, column: nil, position: position)
      if reading.isOwnKey, !reading.relation.isSingle {
        node.relations[reading.relation.index].unreadableIDs.append(position)
        return note(problem, node, reading, position)
      }
      return node.addProblem(problem)
    }
    if reading.relation.namesByParts, token.kind != .array {
      return nameRow(by: id, reading, node, position: position)
    }
    node.relations[reading.relation.index].ids.append(id)
    node.relations[reading.relation.index].idPositions.append(position)
  }

  /// - Parameter key: In an object of rows, the key of this one.
  func parseNested(
    _ scanner: inout JSONScanner, _ reading: RelationReading, _ node: RowNode, position: Int?,
    key: JSONSlice? = nil
  ) throws(JSONError) {
    let location = RowLocation.nested(
      in: node.location, key: key.map { "\(reading.path).\($0.pathKey)" } ?? reading.path,
      position: key == nil ? position : nil)
    if let transform {
      guard let child = try parseNested(&scanner, reading, at: location, through: transform) else {
        // In a list, the row is not listed; a single key counts as missing.
        if position == nil { node.relations[reading.relation.index].forget(rank: reading.rank) }
        return
      }
      if let key { identify(child, by: key) }
      limit(child, reading.relation, in: node)
      node.relations[reading.relation.index].rows.append(
        RelationContent.NestedRow(node: child, position: position ?? 0))
      takeReference(child, reading, node, position: position)
      return
    }
    let child = take(reading.relation.target, at: location)
    node.relations[reading.relation.index].rows.append(
      RelationContent.NestedRow(node: child, position: position ?? 0))
    limit(child, reading.relation, in: node)
    try parseRow(&scanner, child, reading.unknown)
    if let key { identify(child, by: key) }
    if let problem = child.typeProblem {
      return refuse(child, problem, reading, node, position: position)
    }
    takeReference(child, reading, node, position: position)
  }

  /// Reads an object that can only refer to a row as the id of that row.
  private func takeReference(
    _ child: RowNode, _ reading: RelationReading, _ node: RowNode, position: Int?
  ) {
    guard reading.relation.takesReferences, child.isReference else { return }
    let content = node.relations[reading.relation.index]
    content.rows.removeLast()
    if !child.plan.compositeColumns.isEmpty { child.settleParts(in: arena) }
    let id = child.values[reading.relation.memberColumn]
    if case .reference(let reference) = reading.relation.kind {
      content.forget(rank: reading.rank)
      node.set(reference.column, rank: reading.rank, id)
    } else {
      content.ids.append(id)
      content.idPositions.append(position ?? 0)
    }
    recycle(child)
  }

  /// Records the operations that the enclosing relationships of a row allow.
  @inline(__always)
  private func limit(_ child: RowNode, _ relation: RelationPlan, in node: RowNode) {
    if relation.isLimited || node.isLimited {
      child.operations = node.operations & relation.metadata.nesting.operations
    }
  }

  private func problem(
    _ token: JSONToken, _ reading: RelationReading, _ node: RowNode, column: Int?,
    position: Int? = nil
  ) -> ValueProblem {
    let target = reading.relation.target
    let identity =
      reading.relation.scalarColumn.map { target.fields[$0].expectation }
      ?? target.partsExpectation
    let isList = position == nil && !reading.relation.isSingle
    let single =
      !reading.shapes.contains(.ids)
      ? "an object" : reading.isOwnKey ? "\(identity) or an object" : identity
    let path = position.map { ValuePath.text(reading.path, element: $0) } ?? reading.path
    return ValueProblem(
      order: node.plan.order(ofRelation: reading.relation.index), column: column, path: path,
      expected: isList ? "a list" : single,
      found: ValueExpectation.found(token) + idHint(token, reading), shapes: reading.shapes)
  }

  /// A hint about how the relationship can accept an id where only objects are accepted.
  private func idHint(_ token: JSONToken, _ reading: RelationReading) -> String {
    guard isBareID(token, reading) else { return "" }
    guard !reading.relation.needsParts else { return "; \(reading.relation.target.partsHint)" }
    return "; to read an id here, give the relationship 'remote: \(reading.path)'"
  }

  private func isBareID(_ token: JSONToken, _ reading: RelationReading) -> Bool {
    let target = reading.relation.target
    switch token.kind {
    case .string, .number:
      guard !reading.shapes.contains(.ids) else { return false }
      return reading.relation.needsParts
        || target.fields[target.idColumn].converter.convert(token, in: arena) != nil
    case .null, .bool, .array, .object: return false
    }
  }
}
