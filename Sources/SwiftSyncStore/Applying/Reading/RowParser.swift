package import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// Reads the object of a row, with everything nested in it, into a `RowNode`.
package final class RowParser {
  package let arena = ByteArena()
  /// The place of a syntax error, if any: the keys and positions from the innermost to the
  /// outermost.
  private(set) var errorTrail: [String] = []
  /// Whether there is a syntax error inside a row.
  private(set) var hasFailed = false
  private let unknownKeys: UnknownKeys
  /// Reads values of types without a table.
  private var valueEncoder: ValueEncoder
  private var pools: [[RowNode]]
  /// Also inspects each row of the payload, for a check.
  package var inspector: (any RowInspector)?
  /// Changes rows before they are read.
  var transform: ApplyOptions.Transform?
  /// The path of the rows, with which hints begin.
  var root: [String] = []
  /// Whether the next object is the whole payload, and may be one that contains the rows.
  var mayBeWrapper = false
  /// A clause for messages about where the rows may be, if the first object is not one.
  private(set) var rootHint = ""

  package init(_ schema: SchemaPlan, unknownKeys: UnknownKeys) {
    self.unknownKeys = unknownKeys
    valueEncoder = ValueEncoder(arena, strict: schema.metadata.isStrict)
    pools = schema.entities.map { _ in [] }
  }

  /// Reads the next object.
  ///
  /// - Throws: An error with the reason `.incomplete` if the buffer ends inside the object, which
  ///   can then be read again from its start.
  /// - Parameter unknown: Counts unknown keys; `nil` for rows of a list.
  @inline(never)
  package func parse(
    _ scanner: inout JSONScanner, as plan: EntityPlan, at location: RowLocation,
    key: JSONSlice? = nil, counting unknown: UnknownKeys? = nil
  ) throws(JSONError) -> RowNode {
    let node = take(plan, at: location)
    let first = scanner.position
    // A row that continued beyond the end of the buffer has left its trail.
    errorTrail.removeAll(keepingCapacity: true)
    hasFailed = false
    do {
      try parseRow(&scanner, node, unknown ?? unknownKeys)
    } catch {
      hasFailed = true
      unknownKeys.dropLatest()
      recycle(node)
      throw error
    }
    unknownKeys.keepLatest()
    if let key { identify(node, by: key) }
    if !rootHint.isEmpty { rootHint = "" }
    if mayBeWrapper, !node.hasIdentity {
      let text = JSONSlice(scanner.start + first, scanner.position - first)
      rootHint = RootFinder.hint(try RootFinder(text, besides: plan.keys).paths, under: root)
    }
    mayBeWrapper = false
    if let inspector {
      try inspector.inspect(
        JSONSlice(scanner.start + first, scanner.position - first), of: plan, at: location)
    }
    return node
  }

  /// Returns a row and its nested rows to the pool.
  package func recycle(_ node: RowNode) {
    guard !node.isDetached else { return }
    if node.hasLinks {
      for content in node.relations {
        for nested in content.rows { recycle(nested.node) }
        for named in content.namedRows { recycle(named.node) }
      }
    }
    pools[node.plan.index].append(node)
  }

  /// Records a step of the path to a syntax error.
  func noteError(at step: String) {
    errorTrail.append(step)
  }

  func take(_ plan: EntityPlan, at location: RowLocation) -> RowNode {
    let node = pools[plan.index].popLast() ?? RowNode(plan)
    node.prepare(at: location)
    return node
  }

  /// Reads the object of a row.
  func parseRow(
    _ scanner: inout JSONScanner, _ node: RowNode, _ unknown: UnknownKeys
  ) throws(JSONError) {
    try parseObject(&scanner, node.plan.keys, node, unknown)
    if !node.taggedObjects.isEmpty { try parseTaggedObjects(of: node) }
    if !node.problems.isEmpty, !node.plan.taggedReferences.isEmpty {
      node.settleUnknownIDs(in: arena)
    }
  }

  func parseObject(
    _ scanner: inout JSONScanner, _ keys: KeyTrie, _ node: RowNode, _ unknown: UnknownKeys
  ) throws(JSONError) {
    try scanner.beginObject()
    var objectKeys = keys.objectKeys
    var paths = SeenPaths()
    while let key = try scanner.nextKey(arena) {
      do {
        let position = objectKeys.position(of: key)
        guard position >= 0 else {
          unknown.count(key, in: keys)
          _ = try scanner.skipValue()
          continue
        }
        let place = objectKeys[position]
        if place.column >= 0 {
          set(place.column, rank: place.rank, try scanner.readValue(), in: node)
        } else {
          let entry = keys.entries[position]
          if entry.child != nil || entry.list != nil, paths.isRepeated(position) {
            forget(entry, in: node)
          }
          try parse(&scanner, entry, node, unknown)
        }
      } catch {
        errorTrail.append(".\(key.shownKey)")
        throw error
      }
    }
  }

  /// Reads the value of a key that contains an object with further members, belongs to a
  /// relationship, or serves several members.
  func parse(
    _ scanner: inout JSONScanner, _ entry: KeyTrie.Entry, _ node: RowNode, _ unknown: UnknownKeys
  ) throws(JSONError) {
    if entry.statesMore, try !isPartOfIdentity(&scanner, entry, node) { node.statesMore = true }
    if entry.list != nil { return try parseThroughList(&scanner, entry, node, unknown) }
    if entry.consumers.isEmpty, let child = entry.child {
      return try descend(&scanner, child, node, unknown, needsObject: true)
    }
    if entry.consumers.count == 1, entry.child == nil {
      return try consume(&scanner, entry.consumers[0], node, unknown, alsoKnown: nil)
    }
    let slice = try scanner.skipValue()
    for consumer in entry.consumers {
      var again = JSONScanner(slice)
      try consume(&again, consumer, node, unknown, alsoKnown: entry.child)
    }
    if let child = entry.child {
      // The relationship or the free JSON with the same key accounts for the keys that the path
      // does not name.
      var again = JSONScanner(slice)
      try descend(
        &again, child, node, UnknownKeys(),
        needsObject: !entry.consumers.contains(where: \.isRelation))
    }
  }

  /// Whether a key of a relationship contains an id that is a part of the row's identity.
  private func isPartOfIdentity(
    _ scanner: inout JSONScanner, _ entry: KeyTrie.Entry, _ node: RowNode
  ) throws(JSONError) -> Bool {
    guard node.plan.identity.count > 1, entry.consumers.count == 1, entry.child == nil,
      entry.list == nil, case .relation(let index, _, _, _) = entry.consumers[0],
      case .reference(let reference) = node.plan.relations[index].kind,
      node.plan.isWithinIdentity(reference.column)
    else { return false }
    let kind = try scanner.peekKind()
    return kind == .string || kind == .number
  }

  func consume(
    _ scanner: inout JSONScanner, _ consumer: KeyTrie.Consumer, _ node: RowNode,
    _ unknown: UnknownKeys, alsoKnown: KeyTrie?
  ) throws(JSONError) {
    switch consumer {
    case .field(let column, let rank):
      if node.plan.fields[column].type.content != nil {
        return try setValues(&scanner, column, rank, node, unknown, alsoKnown: alsoKnown)
      }
      set(column, rank: rank, try scanner.readValue(), in: node)
    case .firstValue(let column, let rank):
      if node.plan.fields[column].type.content != nil {
        return try setValues(&scanner, column, rank, node, unknown, alsoKnown: alsoKnown)
      }
      setFirst(column, rank: rank, try scanner.readValue(), in: node)
    case .partial(let index):
      noteSign(try scanner.readValue(), of: index, in: node)
    case .resourceType: checkType(try scanner.readValue(), of: node)
    case .ignored: _ = try scanner.skipValue()
    case .relation(let index, let shapes, let rank, let path):
      let relation = node.plan.relations[index]
      let ignored = relation.target.metadata.ignoredKeys
      let reading = RelationReading(
        relation: relation, shapes: shapes, rank: rank, path: path,
        unknown: shapes.contains(.objects)
          ? unknown.nested(under: path, ignoring: ignored, alsoKnown: alsoKnown) : unknown)
      try parseRelation(&scanner, reading, node)
    case .tagged(let index, let rank, let takesIDs, let path):
      let object = TaggedObject(
        reference: index, rank: rank, path: path,
        unknown: unknown.nested(
          under: path, ignoring: node.plan.ignoredKeys(ofTagged: index), alsoKnown: alsoKnown))
      try parseTagged(&scanner, object, takesIDs: takesIDs, node)
    }
  }

  /// Follows a deep path. A null on the path means null at its end.
  ///
  /// - Parameter needsObject: Whether any other value does not fit (A17). A relationship with the
  ///   same key accepts ids there and checks the value itself; the value at the path is then
  ///   missing.
  func descend(
    _ scanner: inout JSONScanner, _ keys: KeyTrie, _ node: RowNode, _ unknown: UnknownKeys,
    needsObject: Bool
  ) throws(JSONError) {
    switch try scanner.peekKind() {
    case .object:
      try parseObject(&scanner, keys, node, unknown)
    case .null:
      _ = try scanner.readValue()
      keys.forEachConsumer { setNull($0, in: node) }
    default:
      let token = try scanner.readValue()
      guard needsObject else { return }
      let problem = PathProblem(path: keys.path, expected: "an object", found: token)
      keys.forEachConsumer { note(problem, of: $0, in: node) }
    }
  }

  @inline(__always)
  private func set(_ column: Int, rank: UInt8, _ token: JSONToken, in node: RowNode) {
    if let value = node.plan.fields[column].converter.convert(token, in: arena) {
      node.set(column, rank: rank, value)
    } else {
      setInvalid(column, rank: rank, token, in: node)
    }
  }

  /// Sets a column to values of a type without a table.
  private func setValues(
    _ scanner: inout JSONScanner, _ column: Int, _ rank: UInt8, _ node: RowNode,
    _ unknown: UnknownKeys, alsoKnown: KeyTrie?
  ) throws(JSONError) {
    // A copy of the whole field would take longer than some values.
    let fields = node.plan.fields
    guard let content = fields[column].type.content else { return }
    let path = fields[column].path(rank: rank)
    valueEncoder.reset()
    let outcome: ValueEncoder.Outcome
    do {
      outcome = try valueEncoder.encode(
        &scanner, content, isEmptyNull: fields[column].converter.rules.isEmptyNull,
        unknown.nested(under: path, alsoKnown: alsoKnown))
    } catch {
      errorTrail += valueEncoder.errorTrail
      throw error
    }
    set(outcome, column, rank: rank, at: path, node)
  }

  /// Sets a column to the values of several elements of a list.
  ///
  /// - Parameter values: The values with their paths in the row.
  func setValues(
    _ values: [(path: String, slice: JSONSlice)], of shape: ValueShape, _ column: Int,
    _ rank: UInt8, _ node: RowNode, _ unknown: UnknownKeys
  ) throws(JSONError) {
    valueEncoder.reset()
    let outcome = try valueEncoder.list(
      of: values, shape,
      unknown.counter(under: node.plan.fields[column].path(rank: rank)))
    set(outcome, column, rank: rank, at: "", node)
  }

  /// - Parameter path: The path with which the places of values that do not fit begin.
  private func set(
    _ outcome: ValueEncoder.Outcome, _ column: Int, rank: UInt8, at path: String, _ node: RowNode
  ) {
    switch outcome {
    case .null where node.plan.fields[column].takesFirstValue:
      node.setFirst(column, rank: rank, .null)
    case .null: node.set(column, rank: rank, .null)
    case .text:
      node.set(column, rank: rank, .text(arena.copy(valueEncoder.text)))
      let replaced = valueEncoder.replaced
      if !replaced.isEmpty {
        node.setReplaced(
          replaced.map { problem($0, in: column, at: path, node) }, column, rank: rank)
      }
    case .failed(let failure):
      node.setProblem(column, rank: rank, problem(failure, in: column, at: path, node))
    }
  }

  private func problem(
    _ failure: ValueFailure, in column: Int, at path: String, _ node: RowNode
  ) -> ValueProblem {
    ValueProblem(
      order: node.plan.order(ofColumn: column), column: column, path: path + failure.path,
      rule: failure.rule, message: failure.message)
  }

  func setNull(_ consumer: KeyTrie.Consumer, in node: RowNode) {
    switch consumer {
    case .field(let column, let rank): node.set(column, rank: rank, .null)
    case .firstValue(let column, let rank): node.setFirst(column, rank: rank, .null)
    case .partial(let index): noteSign(false, of: index, in: node)
    case .resourceType, .ignored: break
    case .relation(let index, let shapes, let rank, _):
      setNull(node.plan.relations[index], shapes: shapes, rank: rank, in: node)
    case .tagged(let index, let rank, _, _):
      node.set(node.plan.taggedReferences[index].idColumn, rank: rank, .null)
    }
  }

  /// Records that the path to a value contains something of another kind.
  func note(_ problem: PathProblem, of consumer: KeyTrie.Consumer, in node: RowNode) {
    let found = ValueExpectation.found(problem.found)
    switch consumer {
    case .field(let column, let rank), .firstValue(let column, let rank):
      node.setProblem(
        column, rank: rank,
        ValueProblem(
          order: node.plan.order(ofColumn: column), column: column, path: problem.path,
          expected: problem.expected, found: found))
    case .partial, .resourceType, .ignored: break
    case .relation(let index, let shapes, let rank, _):
      setProblem(
        found, at: problem.path, expected: problem.expected, node.plan.relations[index], shapes,
        rank: rank, in: node)
    case .tagged(let index, let rank, _, _):
      let column = node.plan.taggedReferences[index].idColumn
      node.setProblem(
        column, rank: rank,
        ValueProblem(
          order: node.plan.order(ofColumn: column), column: column, path: problem.path,
          expected: problem.expected, found: found))
    }
  }

  /// Sets the value of a column unless it is null and another path has provided one.
  private func setFirst(_ column: Int, rank: UInt8, _ token: JSONToken, in node: RowNode) {
    if let value = node.plan.fields[column].converter.convert(token, in: arena) {
      node.setFirst(column, rank: rank, value)
    } else {
      setInvalid(column, rank: rank, token, in: node)
    }
  }

  /// Forgets the values of a path whose object or list occurs again, because the last of repeated
  /// keys is used.
  private func forget(_ entry: KeyTrie.Entry, in node: RowNode) {
    entry.forEachConsumerBelow { consumer in
      switch consumer {
      case .field(let column, let rank), .firstValue(let column, let rank):
        node.unset(column, rank: rank)
      case .relation(let index, _, let rank, _):
        let relation = node.plan.relations[index]
        if node.hasLinks { node.relations[index].forget(rank: rank) }
        if case .reference(let reference) = relation.kind {
          node.unset(reference.column, rank: rank)
        }
      case .resourceType, .ignored: break
      case .partial(let index):
        if node.hasLinks { node.relations[index].goesOn = nil }
      case .tagged(let index, let rank, _, _):
        node.unset(node.plan.taggedReferences[index].idColumn, rank: rank)
        node.taggedObjects.removeAll { $0.reference == index && $0.rank == rank }
      }
    }
    if let child = entry.child { node.removeProblems(inObjectAt: child.path) }
    if let list = entry.list { node.removeProblems(inListAt: list.path) }
  }
}

/// An obstacle on the path to a value.
struct PathProblem {
  /// The place of the obstacle, from its row.
  let path: String
  /// The expected kind of value, e.g. `an object`.
  let expected: String
  let found: JSONToken
}

/// The entries of an object's keys with deep paths that were already read.
private struct SeenPaths {
  private var positions: [Int] = []

  mutating func isRepeated(_ position: Int) -> Bool {
    if positions.contains(position) { return true }
    positions.append(position)
    return false
  }
}
