@_spi(Generated) import SwiftSyncStore
import SwiftSyncValues

/// Inspects the rows of a payload alongside the parser, for facts that a report contains but that
/// applying does not need.
///
/// It reads each row a second time, so that the parser has no additional work.
final class PayloadInspector: RowInspector {
  /// The JSON types in which a part of the identities of an entity was written.
  struct IdentityTypes {
    var kinds: [JSONKind: Occurrences] = [:]
  }

  let schema: SchemaPlan
  /// The rows of the payload's list; for a document, one for each path and entity.
  private(set) var tops: [ObjectFacts]
  /// The identity types by entity and part of its identity.
  private(set) var identityTypes: [[IdentityTypes]]
  /// The document that is checked, with those of its keys that occur.
  let document: DocumentPlan?
  private(set) var documentKeys: Set<String> = []
  var unknownExamples: [String: String] = [:]
  var place = PayloadPlace(row: 0)
  let arena = ByteArena()
  /// The text of the inspected row, if it may refer to one of several entities.
  private(set) var row = JSONSlice.empty
  /// The strict converters by entity and column, which accept only the JSON type of the attribute's
  /// type.
  private let strict: [[ValueConverter]]
  /// The known values of enums that keep unknown values, by entity and column.
  private let cases: [[Int: Set<String>]]
  /// The same, by type without a table and key in the stored text.
  let valueCases: EnumCases

  init(_ schema: SchemaPlan, _ target: ApplyTarget, _ cases: EnumCases) {
    self.schema = schema
    valueCases = cases
    self.cases = schema.entities.map { entity in
      let known = cases[entity.metadata.name] ?? [:]
      let columns = entity.metadata.attributes.map { ($0.column, known[$0.name]) }
      return Dictionary(uniqueKeysWithValues: columns).compactMapValues { $0 }
    }
    var plan: EntityPlan?
    switch target {
    case .rows(let entity):
      plan = entity
      document = nil
    case .document(let plan, _): document = plan
    }
    tops = plan.map { [ObjectFacts($0, prefix: "", inverse: nil)] } ?? []
    identityTypes = schema.entities.map { $0.identity.map { _ in IdentityTypes() } }
    strict = schema.entities.map { entity in
      FieldPlan.all(of: entity.metadata, isStrict: true).map(\.converter)
    }
  }

  func see(documentKey path: String) { documentKeys.insert(path) }

  func inspect(
    _ text: JSONSlice, of plan: EntityPlan, at location: RowLocation
  ) throws(JSONError) {
    place = PayloadPlace(location)
    arena.reset()
    var scanner = JSONScanner(text)
    let facts = facts(of: plan, at: location)
    // The key is the identity.
    if case .keyed = location { facts.see(column: plan.idColumn, isNull: false, at: place) }
    try inspectRow(&scanner, facts)
  }

  private func facts(of plan: EntityPlan, at location: RowLocation) -> ObjectFacts {
    var prefix = ""
    switch location {
    case .listed(_, let keys, _), .included(let keys, _): prefix = "\(keys)."
    case .top, .keyed, .nested: break
    }
    if let known = tops.first(where: { $0.plan === plan && $0.prefix == prefix }) { return known }
    let facts = ObjectFacts(plan, prefix: prefix, inverse: nil)
    tops.append(facts)
    return facts
  }

  func inspectRow(
    _ scanner: inout JSONScanner, _ facts: ObjectFacts
  ) throws(JSONError) {
    let outer = row
    defer { row = outer }
    if !facts.plan.taggedReferences.isEmpty {
      var again = scanner
      row = try again.skipValue()
    }
    try inspectObject(&scanner, facts.plan.keys, facts)
    facts.endObject(at: place)
  }

  private func inspectObject(
    _ scanner: inout JSONScanner, _ keys: KeyTrie, _ facts: ObjectFacts
  ) throws(JSONError) {
    try scanner.beginObject()
    while let key = try scanner.nextKey(arena) {
      let entry = keys.entry(for: key)
      place.enter(entry?.name ?? key.shownKey)
      let text = try scanner.skipValue()
      if let entry {
        try inspect(text, entry, facts)
      } else {
        noteUnknown(key, keys, facts)
      }
      place.leave()
    }
  }

  private func noteUnknown(_ key: JSONSlice, _ keys: KeyTrie, _ facts: ObjectFacts) {
    let inner = keys.countedPath.isEmpty ? "" : "\(keys.countedPath)."
    let path = "\(facts.prefix)\(inner)\(key.shownKey)"
    if unknownExamples[path] == nil { unknownExamples[path] = place.text }
  }

  private func inspect(
    _ text: JSONSlice, _ entry: KeyTrie.Entry, _ facts: ObjectFacts
  ) throws(JSONError) {
    for consumer in entry.consumers { try inspect(text, consumer, facts) }
    if let list = entry.list { try inspect(text, list, facts) }
    guard let child = entry.child else { return }
    var scanner = JSONScanner(text)
    switch try scanner.peekKind() {
    case .object: try inspectObject(&scanner, child, facts)
    case .null: child.forEachConsumer { seeNull($0, facts) }
    default: return
    }
  }

  /// Inspects the elements of a list that members read.
  private func inspect(
    _ text: JSONSlice, _ list: ListSteps, _ facts: ObjectFacts
  ) throws(JSONError) {
    var scanner = JSONScanner(text)
    guard try scanner.peekKind() == .array else {
      for entry in list.entries { entry.forEachConsumer { seeNull($0, facts) } }
      return
    }
    var collector = ElementCollector(list, arena, UnknownKeys())
    var index = 0
    try scanner.beginArray()
    while try scanner.nextElement() {
      let slice = try scanner.skipValue()
      if list.each != nil { try collector.collect(slice, at: index) }
      if let entry = list.entry(at: index) {
        place.enter(index)
        try inspect(slice, entry, facts)
        place.leave()
      }
      index += 1
    }
    for (place, entry) in list.elements where place >= index {
      entry.forEachConsumer { seeNull($0, facts) }
    }
    for leaf in collector.leaves {
      for consumer in leaf.consumers { try inspect(collector.list(of: leaf), consumer, facts) }
    }
  }

  private func inspect(
    _ text: JSONSlice, _ consumer: KeyTrie.Consumer, _ facts: ObjectFacts
  ) throws(JSONError) {
    var scanner = JSONScanner(text)
    switch consumer {
    case .field(let column, _), .firstValue(let column, _):
      if let content = facts.plan.fields[column].type.content {
        var values = scanner
        try inspectValues(&values, content, column, facts)
      }
      let token = try scanner.readValue()
      facts.see(column: column, isNull: token.kind == .null, at: place)
      noteCoercion(of: token, to: column, of: facts.plan, as: column, facts)
      if let known = cases[facts.plan.index][column] {
        let field = facts.plan.fields[column]
        let column = CaseColumn(
          type: field.type, converter: field.converter, known: known, column: column, facts: facts)
        try noteUnknownCases(in: text, of: column)
      }
      if column == facts.plan.tombstoneColumn, facts.plan.hasTombstoneFlag,
        let flag = facts.plan.fields[column].converter.convert(token, in: arena), flag.integer == 1
      {
        facts.seeTombstone()
      }
      if let part = facts.plan.identity.firstIndex(of: column) {
        noteIdentity(token, part, of: facts.plan)
      }
    case .partial, .resourceType, .ignored: return
    case .tagged(let index, _, _, let path):
      try inspect(&scanner, facts.plan.taggedReferences[index], path, facts)
    case .relation(let index, let shapes, _, let path):
      try inspect(&scanner, facts.plan.relations[index], shapes, path, facts)
    }
  }

  private func seeNull(_ consumer: KeyTrie.Consumer, _ facts: ObjectFacts) {
    switch consumer {
    case .field(let column, _), .firstValue(let column, _):
      facts.see(column: column, isNull: true, at: place)
    case .partial, .resourceType, .ignored: break
    case .tagged(let index, _, _, _):
      facts.see(column: facts.plan.taggedReferences[index].idColumn, isNull: true, at: place)
    case .relation(let index, _, _, _):
      facts.see(relation: index, isCleared: true, [], at: place)
    }
  }

  // MARK: - Relations

  private func inspect(
    _ scanner: inout JSONScanner, _ relation: RelationPlan, _ shapes: KeyTrie.Shapes,
    _ path: String, _ facts: ObjectFacts
  ) throws(JSONError) {
    var seen: KeyTrie.Shapes = []
    let kind = try scanner.peekKind()
    if kind == .array, !relation.isSingle {
      var position = 0
      try scanner.beginArray()
      while try scanner.nextElement() {
        place.enter(position)
        seen.formUnion(try inspectRelated(&scanner, relation, shapes, path, facts))
        place.leave()
        position += 1
      }
    } else if kind == .object, relation.isKeyed {
      seen = try inspectKeyed(&scanner, relation, shapes, path, facts)
    } else {
      seen = try inspectRelated(&scanner, relation, shapes, path, facts)
    }
    facts.see(relation: relation.index, isCleared: seen.isEmpty, seen, at: place)
    if seen == [.ids, .objects] { facts.relations[relation.index].mixedLists.add(at: place) }
  }

  /// Inspects the rows of an object whose keys are identities.
  private func inspectKeyed(
    _ scanner: inout JSONScanner, _ relation: RelationPlan, _ shapes: KeyTrie.Shapes,
    _ path: String, _ facts: ObjectFacts
  ) throws(JSONError) -> KeyTrie.Shapes {
    var seen: KeyTrie.Shapes = []
    try scanner.beginObject()
    while let key = try scanner.nextKey(arena) {
      place.enter(key.pathKey, isNamed: false)
      if try scanner.peekKind() == .object {
        let target = relation.target
        facts.nested(under: path, relation)
          .see(column: target.idColumn, isNull: false, at: place)
        seen.formUnion(try inspectRelated(&scanner, relation, shapes, path, facts))
      } else {
        let token = try scanner.readValue()
        if token.kind == .bool, token.isTrue { seen.insert(.ids) }
      }
      place.leave()
    }
    return seen
  }

  /// Inspects an id or a nested row, and returns which of them it is.
  private func inspectRelated(
    _ scanner: inout JSONScanner, _ relation: RelationPlan, _ shapes: KeyTrie.Shapes,
    _ path: String, _ facts: ObjectFacts
  ) throws(JSONError) -> KeyTrie.Shapes {
    if relation.metadata.linkage != nil, try scanner.peekKind() == .object {
      _ = try scanner.skipValue()
      return .ids
    }
    if try scanner.peekKind() == .object, shapes.contains(.objects) {
      try inspectRow(&scanner, facts.nested(under: path, relation))
      return .objects
    }
    let token = try scanner.readValue()
    guard shapes.contains(.ids), token.kind != .null else { return [] }
    let target = relation.target
    guard let column = relation.scalarColumn else { return .ids }
    noteIdentity(token, target.identity.firstIndex(of: column) ?? 0, of: target)
    noteCoercion(
      of: token, to: column, of: target, as: facts.plan.columnCount + relation.index, facts)
    return .ids
  }

  // MARK: - Values

  private func noteIdentity(_ token: JSONToken, _ part: Int, of plan: EntityPlan) {
    guard token.kind == .string || token.kind == .number || token.kind == .bool else { return }
    identityTypes[plan.index][part].kinds[token.kind, default: Occurrences()].add(at: place)
  }

  /// Records a value that the strict rules refuse and the lenient ones accept.
  func noteCoercion(
    of token: JSONToken, to column: Int, of plan: EntityPlan, as member: Int, _ facts: ObjectFacts
  ) {
    guard !schema.metadata.isStrict, token.kind != .null,
      strict[plan.index][column].convert(token, in: arena) == nil,
      plan.fields[column].converter.convert(token, in: arena) != nil
    else { return }
    if facts.coerced[member].occurrences.count == 0 {
      let expected = plan.fields[column].expectation
      let inside = strict[plan.index][column].failure(token, in: arena)
      facts.coerced[member].message =
        inside.map { "inside, at '\($0.path)': \($0.message)" }
        ?? "expected \(expected), found the \(token.kind) \(ValueExpectation.shortened(token))"
    }
    facts.coerced[member].occurrences.add(at: place)
  }
}
