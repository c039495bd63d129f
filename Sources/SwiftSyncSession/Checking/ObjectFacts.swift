@_spi(Generated) import SwiftSyncStore
import SwiftSyncValues

/// The facts about the objects under one path of keys, which are rows of one entity.
final class ObjectFacts {
  /// An attribute's column or a relationship that an object can contain.
  struct Member {
    /// The key to report if none was seen.
    let path: String
    /// Whether a new row without it is rejected.
    let isNeeded: Bool
    /// Whether its absence is unremarkable.
    let mayBeAbsent: Bool
    var present = Occurrences()
    var absent = Occurrences()
    /// The number of nulls and empty lists.
    var cleared = 0
    fileprivate var wasSeen = false
    fileprivate var wasCleared = false
  }

  struct Relation {
    /// The objects with ids only, with nested rows only, and with both, by the bits of the shapes.
    var shapes = [Occurrences](repeating: Occurrences(), count: 4)
    /// The lists that contain both ids and nested rows.
    var mixedLists = Occurrences()
    fileprivate var seen: KeyTrie.Shapes = []
  }

  let plan: EntityPlan
  /// The path of the object, followed by a dot.
  let prefix: String
  /// Columns, then relationships; `nil` for members that payloads do not contain.
  private(set) var members: [Member?]
  var relations: [Relation]
  /// By column, then one for each relationship's ids.
  var coerced: [(occurrences: Occurrences, message: String)]
  /// By column, one for each path: a value without a table contains several.
  private(set) var unknownCases: [[(occurrences: Occurrences, message: String)]]
  private(set) var objects = 0
  private(set) var clockless = Occurrences()
  private(set) var nested: [(path: String, facts: ObjectFacts)] = []
  private var hasTombstone = false

  /// - Parameter inverse: The relationship that nesting already states.
  init(_ plan: EntityPlan, prefix: String, inverse: String?) {
    self.plan = plan
    self.prefix = prefix
    let stated = plan.taggedReferences.first { reference in
      reference.parts.contains { plan.relations[$0.relation].metadata.name == inverse }
    }
    let parts = plan.compositeColumns.isEmpty ? [] : plan.metadata.partsInObjects
    let columns = plan.fields.indices.map { column in
      column == stated?.tagColumn || column == stated?.idColumn || parts.contains(column)
        ? nil : Self.member(plan, column: column)
    }
    let relations = plan.relations.map { Self.member(plan, $0, inverse: inverse) }
    members = columns + relations
    self.relations = plan.relations.map { _ in Relation() }
    coerced = members.map { _ in (Occurrences(), "") }
    unknownCases = columns.map { _ in [] }
  }

  private static func member(_ plan: EntityPlan, column: Int) -> Member? {
    let field = plan.fields[column]
    guard case .attribute(let index) = field.source,
      plan.metadata.attributes[index].direction.isPulled, let path = field.paths.first
    else { return nil }
    let isMark = column == plan.tombstoneColumn && !plan.metadata.sync.keepsTombstones
    return Member(
      path: path, isNeeded: !field.isOptional && field.defaultValue == nil,
      mayBeAbsent: isMark || column == plan.clockColumn || plan.identity.contains(column))
  }

  private static func member(
    _ plan: EntityPlan, _ relation: RelationPlan, inverse: String?
  ) -> Member? {
    let metadata = relation.metadata
    guard plan.taggedReference(of: relation.index) == nil, metadata.direction.isPulled,
      metadata.name != inverse, !(metadata.ids.isEmpty && metadata.objects.isEmpty)
    else { return nil }
    let path = metadata.ids.first ?? metadata.objectsPath
    guard case .reference(let reference) = relation.kind else {
      return Member(path: path, isNeeded: false, mayBeAbsent: false)
    }
    return Member(
      path: path, isNeeded: !reference.isOptional,
      mayBeAbsent: plan.identity.contains(reference.column))
  }

  /// The facts of rows nested under a key.
  func nested(under path: String, _ relation: RelationPlan) -> ObjectFacts {
    let known = nested.first { $0.path == path && $0.facts.plan === relation.target }
    if let known { return known.facts }
    let facts = ObjectFacts(
      relation.target, prefix: "\(prefix)\(path).", inverse: relation.metadata.inverse)
    nested.append((path, facts))
    return facts
  }

  // MARK: - One object

  func see(column: Int, isNull: Bool, at place: PayloadPlace) {
    see(member: column, isCleared: isNull, at: place)
    if column == plan.tombstoneColumn, !isNull, !plan.hasTombstoneFlag { hasTombstone = true }
  }

  /// Records that the object is a tombstone by its flag.
  func seeTombstone() { hasTombstone = true }

  func see(relation: Int, isCleared: Bool, _ shapes: KeyTrie.Shapes, at place: PayloadPlace) {
    see(member: plan.columnCount + relation, isCleared: isCleared, at: place)
    relations[relation].seen.formUnion(shapes)
  }

  private func see(member index: Int, isCleared: Bool, at place: PayloadPlace) {
    guard members[index] != nil else { return }
    if members[index]?.wasSeen == false { members[index]?.present.add(at: place) }
    members[index]?.wasSeen = true
    if isCleared { members[index]?.wasCleared = true }
  }

  /// Records a value in a column that matches no case.
  func seeUnknownCase(
    _ column: Int, at place: PayloadPlace, _ message: @autoclosure () -> String
  ) {
    let path = place.path
    var index = unknownCases[column].firstIndex { $0.occurrences.path == path }
    if index == nil {
      index = unknownCases[column].count
      unknownCases[column].append((Occurrences(), message()))
    }
    if let index { unknownCases[column][index].occurrences.add(at: place) }
  }

  /// Counts what the object lacks that was just read.
  func endObject(at place: PayloadPlace) {
    objects += 1
    noteClock(at: place)
    for index in members.indices {
      guard let member = members[index] else { continue }
      // A tombstone need not contain any other value of its row.
      if !member.wasSeen, !hasTombstone { members[index]?.absent.add(at: place) }
      if member.wasCleared { members[index]?.cleared += 1 }
      members[index]?.wasSeen = false
      members[index]?.wasCleared = false
    }
    for index in relations.indices where !relations[index].seen.isEmpty {
      relations[index].shapes[Int(relations[index].seen.rawValue)].add(at: place)
      relations[index].seen = []
    }
    hasTombstone = false
  }

  private func noteClock(at place: PayloadPlace) {
    guard let clock = plan.clockColumn, let member = members[clock] else { return }
    if !member.wasSeen || member.wasCleared { clockless.add(at: place) }
  }
}
