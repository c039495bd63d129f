import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// An object that is a row of one of several entities.
struct TaggedObject {
  /// The position in the entity's relationships to one of several entities.
  let reference: Int
  let rank: UInt8
  /// Its path in the row.
  let path: String
  /// Counts its unknown keys.
  let unknown: UnknownKeys
  fileprivate(set) var text = JSONSlice.empty

  init(reference: Int, rank: UInt8, path: String, unknown: UnknownKeys) {
    self.reference = reference
    self.rank = rank
    self.path = path
    self.unknown = unknown
  }
}

extension RowParser {
  /// Reads the value under the key of a relationship to one of several entities: an object, which
  /// waits until the tag is read, an id, or null.
  func parseTagged(
    _ scanner: inout JSONScanner, _ object: TaggedObject, takesIDs: Bool, _ node: RowNode
  ) throws(JSONError) {
    let column = node.plan.taggedReferences[object.reference].idColumn
    node.unset(column, rank: object.rank)
    node.taggedObjects.removeAll { $0.reference == object.reference && $0.rank >= object.rank }
    switch try scanner.peekKind() {
    case .null:
      _ = try scanner.readValue()
      node.set(column, rank: object.rank, .null)
    case .object:
      let text = try scanner.skipValue()
      guard !node.taggedObjects.contains(where: { $0.reference == object.reference }) else {
        return
      }
      var object = object
      object.text = text
      node.taggedObjects.append(object)
    default:
      let token = try scanner.readValue()
      guard takesIDs, token.kind != .array,
        let id = node.plan.fields[column].converter.convert(token, in: arena)
      else {
        let expectation = node.plan.fields[column].expectation
        var problem = ValueProblem(
          order: node.plan.order(ofColumn: column), column: column, path: object.path,
          expected: takesIDs ? "\(expectation) or an object" : "an object",
          found: ValueExpectation.found(token))
        if takesIDs { problem.unknownID = unknownID(token, column, of: node.plan) }
        return node.setProblem(column, rank: object.rank, problem)
      }
      node.set(column, rank: object.rank, id)
    }
  }

  func setInvalid(_ column: Int, rank: UInt8, _ token: JSONToken, in node: RowNode) {
    let field = node.plan.fields[column]
    var problem = ValueProblem(
      order: node.plan.order(ofColumn: column), column: column,
      path: field.paths[min(Int(rank), field.paths.count - 1)],
      expected: field.expectation, found: ValueExpectation.found(token))
    problem.unknownID = unknownID(token, column, of: node.plan)
    node.setProblem(column, rank: rank, problem)
  }

  /// The column's value for a value that its type does not accept, if the value can be the id of a
  /// row of a type that the schema does not have.
  func unknownID(_ token: JSONToken, _ column: Int, of plan: EntityPlan) -> StoredValue? {
    guard plan.holdsTargetID(column) else { return nil }
    return UnknownID.stored(
      token, as: plan.fields[column].type, in: plan.metadata.columns[column].storage, arena)
  }

  /// Reads the objects of a row as rows of the entities that the tags state. If the tag is unknown,
  /// only the identity is read.
  func parseTaggedObjects(of node: RowNode) throws(JSONError) {
    let objects = node.taggedObjects
    node.taggedObjects = []
    for object in objects {
      let reference = node.plan.taggedReferences[object.reference]
      guard let part = reference.part(ofTag: node.values[reference.tagColumn]) else { continue }
      let reading = RelationReading(
        relation: node.plan.relations[part.relation], shapes: .objects, rank: object.rank,
        path: object.path, unknown: object.unknown)
      var scanner = JSONScanner(object.text)
      do {
        try parseObject(&scanner, reading, node)
      } catch {
        noteError(at: ".\(object.path)")
        throw error
      }
      takeReference(in: object, part, reference, node)
    }
  }

  /// Reads an object with only the tag and the identity as that id.
  private func takeReference(
    in object: TaggedObject, _ part: TaggedReferencePlan.Part, _ reference: TaggedReferencePlan,
    _ node: RowNode
  ) {
    let content = node.relations[part.relation]
    guard let child = content.rows.last?.node, child.namesRow, child.transformFailure == nil,
      node.isRead(reference.idColumn),
      node.path(of: reference.idColumn).hasPrefix("\(object.path).")
    else { return }
    content.rows.removeLast()
    content.forget(rank: object.rank)
    recycle(child)
  }
}

extension EntityPlan {
  /// The paths that the targets of a relationship to one of several entities ignore.
  func ignoredKeys(ofTagged index: Int) -> [String] {
    taggedReferences[index].parts.flatMap { relations[$0.relation].target.metadata.ignoredKeys }
  }
}

extension TaggedReferencePlan {
  /// The part whose target is the entity of a tag; `nil` for an unknown tag.
  package func part(ofTag tag: BoundValue) -> Part? {
    tag.kind == .text ? parts.first { $0.tag == tag } : nil
  }
}
