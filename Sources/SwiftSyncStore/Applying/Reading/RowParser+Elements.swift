import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// Paths that contain lists, e.g. `items[0].url`, `edges[].node`.
extension RowParser {
  /// Reads the value of a key whose list has elements that members read.
  func parseThroughList(
    _ scanner: inout JSONScanner, _ entry: KeyTrie.Entry, _ node: RowNode, _ unknown: UnknownKeys
  ) throws(JSONError) {
    guard let list = entry.list else { return }
    let slice = try scanner.skipValue()
    for consumer in entry.consumers {
      var again = JSONScanner(slice)
      try consume(&again, consumer, node, unknown, alsoKnown: entry.child ?? list.keys)
    }
    // A member that reads the whole list accounts for the keys that the paths do not name.
    let unknown = entry.consumers.isEmpty ? unknown : UnknownKeys()
    let judgesKind = !entry.consumers.contains(where: \.isRelation)
    var again = JSONScanner(slice)
    let kind = try again.peekKind()
    if let child = entry.child, kind != .array {
      try descend(&again, child, node, unknown, needsObject: judgesKind)
      again = JSONScanner(slice)
    }
    if entry.child == nil || kind == .array || kind == .null {
      try parseElements(&again, list, node, unknown, judgesKind: judgesKind)
    }
  }

  private func parseElements(
    _ scanner: inout JSONScanner, _ list: ListSteps, _ node: RowNode, _ unknown: UnknownKeys,
    judgesKind: Bool
  ) throws(JSONError) {
    switch try scanner.peekKind() {
    case .array: try parseArray(&scanner, list, node, unknown)
    case .null:
      _ = try scanner.readValue()
      for entry in list.entries { entry.forEachConsumer { setNull($0, in: node) } }
    default:
      let token = try scanner.readValue()
      guard judgesKind else { return }
      let problem = PathProblem(path: list.path, expected: "a list", found: token)
      for entry in list.entries { entry.forEachConsumer { note(problem, of: $0, in: node) } }
    }
  }

  private func parseArray(
    _ scanner: inout JSONScanner, _ list: ListSteps, _ node: RowNode, _ unknown: UnknownKeys
  ) throws(JSONError) {
    var collector = ElementCollector(list, arena, unknown)
    var index = 0
    try scanner.beginArray()
    while try scanner.nextElement() {
      do {
        let slice = try scanner.skipValue()
        if let entry = list.entry(at: index) {
          var again = JSONScanner(slice)
          try parse(&again, entry, node, unknown)
        }
        if list.each != nil { try collector.collect(slice, at: index) }
      } catch {
        noteError(at: "[\(index)]")
        throw error
      }
      index += 1
    }
    // Elements beyond the end of an existing list are null.
    for (place, entry) in list.elements where place >= index {
      entry.forEachConsumer { setNull($0, in: node) }
    }
    try take(collector, node, unknown)
  }

  /// Assigns the values of the elements to members that are lists.
  private func take(
    _ collector: ElementCollector, _ node: RowNode, _ unknown: UnknownKeys
  ) throws(JSONError) {
    for leaf in collector.leaves {
      for consumer in leaf.consumers {
        if let problem = collector.problem(of: leaf) {
          note(problem, of: consumer, in: node)
          continue
        }
        switch consumer {
        case .field(let column, let rank), .firstValue(let column, let rank):
          try takeValues(collector.values(of: leaf), column, rank: rank, in: node, unknown)
        default:
          var scanner = JSONScanner(collector.list(of: leaf))
          try consume(&scanner, consumer, node, unknown, alsoKnown: nil)
        }
      }
    }
  }

  /// Assigns the values of a list attribute. A value that does not fit is reported at its own
  /// place.
  private func takeValues(
    _ values: [(path: String, slice: JSONSlice)], _ column: Int, rank: UInt8, in node: RowNode,
    _ unknown: UnknownKeys
  ) throws(JSONError) {
    let field = node.plan.fields[column]
    if case .list(let shape)? = field.type.content {
      return try setValues(values, of: shape, column, rank, node, unknown)
    }
    var scanner = JSONScanner(JSONList.text(of: values.map(\.slice), in: arena))
    let list = try scanner.readValue()
    if let value = field.converter.convert(list, in: arena) {
      return node.set(column, rank: rank, value)
    }
    let problem =
      try problem(ofElement: values, field)
      ?? PathProblem(path: field.path(rank: rank), expected: field.expectation, found: list)
    note(problem, of: .field(column: column, rank: rank), in: node)
  }

  /// The first value that does not fit as an element of a list.
  private func problem(
    ofElement values: [(path: String, slice: JSONSlice)], _ field: FieldPlan
  ) throws(JSONError) -> PathProblem? {
    for (path, slice) in values {
      var scanner = JSONScanner(slice)
      let token = try scanner.readValue()
      guard !field.converter.takesElement(token, in: arena) else { continue }
      let expected = field.converter.elementExpectation ?? field.expectation
      return PathProblem(path: path, expected: expected, found: token)
    }
    return nil
  }
}

extension ValueConverter {
  /// Whether a value fits as an element of a list.
  func takesElement(_ token: JSONToken, in arena: ByteArena) -> Bool {
    details?.element.map { $0.convertElement(token, in: arena) != nil } ?? true
  }

  /// The expected kind of an element of a list.
  var elementExpectation: String? {
    details?.elementType.map(ValueExpectation.words(for:))
  }
}
