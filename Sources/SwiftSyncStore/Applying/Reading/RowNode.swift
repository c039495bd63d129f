import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// One row of a payload with its nested rows, read but not yet applied.
///
/// Strings point into the payload's buffer or the call's arena, so a node must be used before the
/// next row is read; a row that has to wait is detached first. Nodes are pooled: a list of a
/// million rows creates one.
package final class RowNode {
  let plan: EntityPlan
  /// The values, one for each column; `.missing` if the payload contains none.
  package let values: UnsafeMutablePointer<BoundValue>
  /// For each column, the rank of the path that its value came from.
  private let ranks: UnsafeMutablePointer<UInt8>
  /// Values that exist and do not fit. The array is replaced, never changed in place: Swift can
  /// then verify that no two accesses overlap, and does not check the many reads at run time.
  private(set) var problems: [ValueProblem] = []
  /// By column, the parts of its value that do not fit and were read as null. A value may have many
  /// of them, so they are not among `problems`, which each further value of the row searches.
  private var replacedParts: [Int: [ValueProblem]] = [:]
  /// Whether values, or parts of them, may be among these. Each value of a row asks.
  private(set) var hasInvalidValues = false
  /// What the payload states about each relationship; empty until a row states something.
  private var contents: [RelationContent] = []
  /// Whether the row nests or links anything besides its own columns.
  var hasLinks = false
  /// Whether there is a key that states more than the identity without filling a column by itself.
  var statesMore = false
  /// The bits of the operations that the enclosing relationships allow.
  var operations = RelationMetadata.Nesting.allOperations
  var isLimited: Bool { operations != RelationMetadata.Nesting.allOperations }
  /// The column filled by the call's scope.
  var scopedColumn: Int?
  /// The reference column filled by the enclosing list.
  var listColumn: Int?
  /// Whether that list belongs to a row that this call has inserted.
  var hasNewParent = false
  /// Objects whose entity is determined by the row's tag, until the whole row is read.
  var taggedObjects: [TaggedObject] = []
  /// The number of the row's statements about links; 0 before it is applied.
  var number: UInt32 = 0
  /// For a deferred row, the number of its lists, which follow the rows nested in it.
  private(set) var listNumber: UInt32 = 0

  // The place of the row in the payload.
  private(set) var location = RowLocation.top(0)
  /// The reason why the call's transform returned nothing for the row.
  var transformFailure: String?
  private var owned: ByteArena?
  /// The columns that a new row got although the payload does not contain them.
  var completed: [Int] = []
  /// Values that do not fit but do not reject the row (`invalid:`), after they are settled.
  private(set) var toleratedProblems: [ValueProblem] = []

  init(_ plan: EntityPlan) {
    self.plan = plan
    let count = plan.columnCount
    // A single allocation for both: a nested list may have a million rows, each with a node.
    let size = count * MemoryLayout<BoundValue>.stride
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: size + count, alignment: MemoryLayout<BoundValue>.alignment)
    values = memory.initializeMemory(as: BoundValue.self, repeating: .missing, count: count)
    ranks = (memory + size).initializeMemory(as: UInt8.self, repeating: .max, count: count)
  }

  deinit {
    UnsafeMutableRawPointer(values).deallocate()
  }

  /// What the payload states about each relationship; empty for entities without relationships.
  ///
  /// Created for the first row that has links, as few rows of a long nested list do.
  var relations: [RelationContent] {
    if contents.isEmpty { contents = plan.relations.map { _ in RelationContent() } }
    return contents
  }

  /// Prepares the node for another row.
  func prepare(at location: RowLocation) {
    self.location = location
    values.update(repeating: .missing, count: plan.columnCount)
    ranks.update(repeating: .max, count: plan.columnCount)
    if hasInvalidValues { forgetInvalidValues() }
    statesMore = false
    operations = RelationMetadata.Nesting.allOperations
    scopedColumn = nil
    listColumn = nil
    number = 0
    if !completed.isEmpty { completed = [] }
    if !toleratedProblems.isEmpty { toleratedProblems = [] }
    if transformFailure != nil { transformFailure = nil }
    if !taggedObjects.isEmpty { taggedObjects = [] }
    guard hasLinks else { return }
    for content in contents { content.clear() }
    hasLinks = false
  }

  /// Sets the value of a column unless an earlier path has provided one.
  @inline(__always)
  func set(_ column: Int, rank: UInt8, _ value: BoundValue) {
    guard rank <= ranks[column] else { return }
    ranks[column] = rank
    values[column] = value
    if hasInvalidValues { removeProblems(of: column) }
  }

  /// Sets the value of a column whose first value other than null is used.
  func setFirst(_ column: Int, rank: UInt8, _ value: BoundValue) {
    guard value.isNull else { return set(column, rank: rank, value) }
    // Null gives way to any value, but a value that does not fit keeps its place.
    guard ranks[column] == .max || ranks[column] == rank, !hasProblem(of: column) else { return }
    ranks[column] = .max - 1
    values[column] = .null
  }

  private func hasProblem(of column: Int) -> Bool {
    problems.contains { $0.column == column }
  }

  /// Whether a key of the row has provided a value for a column.
  func isRead(_ column: Int) -> Bool { ranks[column] != .max }

  /// Gives a new row a value that the payload does not contain.
  func complete(_ column: Int, _ value: BoundValue) {
    values[column] = value
    completed.append(column)
  }

  /// Records a value that does not fit its column.
  func setProblem(_ column: Int, rank: UInt8, _ problem: ValueProblem) {
    guard rank <= ranks[column] else { return }
    set(column, rank: rank, .missing)
    problems = problems + [problem]
    hasInvalidValues = true
  }

  /// Records the parts of the value that a path has just given a column that were read as null.
  func setReplaced(_ parts: [ValueProblem], _ column: Int, rank: UInt8) {
    guard ranks[column] == rank else { return }
    replacedParts[column] = parts
    hasInvalidValues = true
  }

  /// The problem to report if several reject the row: the first in the order of the schema.
  var firstProblem: ValueProblem? {
    problems.filter {
      ($0.column.map { plan.fields[$0].invalidValues == nil } ?? true) && !isInIgnoredList($0)
    }
    .min { $0.order < $1.order }
  }

  /// Whether a problem is in a list of a row that its tombstone deletes: such lists are ignored
  /// (A15).
  private func isInIgnoredList(_ problem: ValueProblem) -> Bool {
    guard problem.column == nil, isTombstone, plan.keptTombstone == nil else { return false }
    return plan.relations.contains {
      !$0.isReference && plan.order(ofRelation: $0.index) == problem.order
    }
  }

  /// Records a value that does not fit a relationship without a column. Of several such values in
  /// one list, the first is reported.
  func addProblem(_ problem: ValueProblem) {
    let isKnown = problems.contains {
      $0.column == nil && $0.order == problem.order && $0.shapes == problem.shapes
        && $0.identities.isEmpty
    }
    guard !isKnown || !problem.identities.isEmpty else { return }
    problems = problems + [problem]
    hasInvalidValues = true
  }

  /// Forgets problems under another key of a relationship, because an earlier one of its keys takes
  /// precedence.
  func removeProblems(at order: Int, in shapes: KeyTrie.Shapes) {
    guard !problems.isEmpty else { return }
    problems = problems.filter {
      $0.column != nil || $0.order != order || !shapes.isSuperset(of: $0.shapes)
    }
  }

  /// Forgets problems of the relationships under a deep path, because its object occurs a second
  /// time.
  func removeProblems(inObjectAt path: String) {
    guard !problems.isEmpty else { return }
    problems = problems.filter {
      $0.column != nil || $0.path != path && !$0.path.hasPrefix("\(path).")
    }
  }

  /// Like `removeProblems(inObjectAt:)`, for a list.
  func removeProblems(inListAt path: String) {
    guard !problems.isEmpty else { return }
    problems = problems.filter {
      $0.column != nil || $0.path != path && !$0.path.hasPrefix("\(path)[")
    }
  }

  /// Forgets problems under a relationship's path, because its key occurs a second time.
  func removeProblems(under path: String) {
    guard !problems.isEmpty else { return }
    problems = problems.filter {
      $0.column != nil || $0.path != path && !$0.path.hasPrefix("\(path)[")
    }
  }

  /// Forgets the value of a path, because its object occurs a second time and the last one is used.
  func unset(_ column: Int, rank: UInt8) {
    guard ranks[column] == rank else { return }
    ranks[column] = .max
    values[column] = .missing
    removeProblems(of: column)
  }

  /// Replaces values that do not fit, as stated by `invalid` of their attributes, unless another
  /// value rejects the row.
  func settleInvalidValues() {
    let parts = replacedParts.values.flatMap { $0 }
    let all = problems + parts
    // Equal orders are those of one column, whose parts are in their own order.
    let order = sortedIndices(all.count) {
      all[$0].order == all[$1].order ? $0 < $1 : all[$0].order < all[$1].order
    }
    guard settle(problems) else { return }
    toleratedProblems = order.map { all[$0] }
    forgetInvalidValues()
  }

  private func forgetInvalidValues() {
    problems = []
    replacedParts = [:]
    hasInvalidValues = false
  }

  /// Replaces values that do not fit by null, or leaves them out, as stated by `invalid` of their
  /// attributes.
  ///
  /// - Returns: `false`, with nothing changed, if one of them rejects the row.
  func settle(_ problems: [ValueProblem]) -> Bool {
    let columns = problems.compactMap(\.column)
    guard columns.count == problems.count,
      columns.allSatisfy({ plan.fields[$0].invalidValues != nil })
    else { return false }
    for column in columns {
      let value: BoundValue = plan.fields[column].invalidValues == .null ? .null : .missing
      values[column] = value
      // An amount needs both of its parts.
      if let half = plan.fields[column].otherHalf { values[half] = value }
    }
    toleratedProblems += problems
    return true
  }

  /// Sets an id that does not fit the targets' type.
  func takeUnknownID(_ id: BoundValue, of reference: TaggedReferencePlan) {
    removeProblems(of: reference.idColumn)
    values[reference.idColumn] = id
  }

  private func removeProblems(of column: Int) {
    if !problems.isEmpty { problems = problems.filter { $0.column != column } }
    if !replacedParts.isEmpty { replacedParts[column] = nil }
  }

  /// The path that provided the value of a column, or the first one.
  func path(of column: Int) -> String {
    let paths = plan.fields[column].paths
    let rank = Int(ranks[column])
    if rank < paths.count { return paths[rank] }
    return pathOfObject(for: column) ?? paths.first ?? plan.metadata.columns[column].name
  }

  /// The path of the object, or of the null in its place, that provided a reference.
  private func pathOfObject(for column: Int) -> String? {
    guard hasLinks, case .reference(let index) = plan.fields[column].source else { return nil }
    let relation = plan.metadata.relations[index]
    let rank = Int(relations[index].rowsRank)
    let paths = relation.paths
    return rank < paths.count ? paths[rank] : nil
  }

  var isDetached: Bool { owned != nil }

  /// The arena of a row that has to wait, for values that live as long as it does.
  var ownArena: ByteArena {
    if let owned { return owned }
    let arena = ByteArena()
    owned = arena
    return arena
  }

  /// Copies all strings, so that the node outlives the payload's buffer.
  func detach() {
    let arena = ByteArena()
    for column in 0..<plan.columnCount { values[column] = values[column].copied(into: arena) }
    for content in relations {
      content.ids = content.ids.map { $0.copied(into: arena) }
      for child in content.rows + content.namedRows { child.node.detach() }
    }
    owned = arena
  }

  /// Numbers the statements of a deferred row and of the rows nested in it as if they were applied
  /// now: first the row, then the objects under its to-one relationships, then its lists.
  func number(by next: () -> UInt32) {
    if number == 0 { number = next() }
    guard hasLinks else { return }
    for isList in [false, true] {
      for relation in plan.relations where relation.isReference != isList {
        for nested in relations[relation.index].rows { nested.node.number(by: next) }
      }
    }
    listNumber = next()
  }
}

extension RowNode {
  /// Whether the row itself states a reference, rather than the enclosing list, the call's scope or
  /// a link that has waited.
  func states(_ column: Int) -> Bool {
    column != listColumn && column != scopedColumn
      && (completed.isEmpty || !completed.contains(column))
  }
}

/// A value that exists and does not fit.
struct ValueProblem {
  /// The order by which the first of several problems is reported.
  let order: Int
  /// The column; `nil` for the list of a relationship.
  let column: Int?
  /// The path of the value in its row.
  let path: String
  var rule = ApplyReport.RejectedRow.Rule.badValue
  let message: String
  /// For a relationship, the shapes that its key states.
  var shapes: KeyTrie.Shapes = []
  /// The column's value, if it is the id of a row of a type that the schema does not have.
  var unknownID: StoredValue?
  /// The row's own identity and that of its key, if they differ.
  var identities: [StoredValue] = []
}

extension ValueProblem {
  /// - Parameters:
  ///   - expected: The expected kind of value, e.g. `a date`.
  ///   - found: The value, shortened.
  init(
    order: Int, column: Int?, path: String, expected: String, found: String,
    shapes: KeyTrie.Shapes = []
  ) {
    self.init(
      order: order, column: column, path: path, message: "expected \(expected), found \(found)",
      shapes: shapes)
  }
}

/// The location of a row in a payload.
package enum RowLocation: Sendable {
  /// The position in the list.
  case top(Int)
  /// Under a key of the payload's object.
  case keyed(String)
  /// In a list of a document, or in place of a single row; `keys` is the path without indexes.
  indirect case listed(in: String, keys: String, position: Int?)
  /// In the list of resources that a JSON:API document includes; `keys` is its path.
  case included(in: String, position: Int)
  /// Under a key of another row; the position is that in the nested list, `nil` for an object.
  indirect case nested(in: RowLocation, key: String, position: Int?)

  /// Whether it is a row of the payload's own list, or of a list of a document.
  var isTop: Bool {
    switch self {
    case .nested, .included: false
    case .top, .keyed, .listed: true
    }
  }

  /// The place as text, e.g. `[3].items[2]`.
  package var path: String {
    switch self {
    case .top(let position): "[\(position)]"
    case .keyed(let key): key
    case .listed(let list, _, nil): list
    case .included(let list, let position): "\(list)[\(position)]"
    case .listed(let list, _, let position?): "\(list)[\(position)]"
    case .nested(let row, let key, nil): "\(row.path).\(key)"
    case .nested(let row, let key, let position?):
      "\(row.path).\(ValuePath.text(key, element: position))"
    }
  }
}

extension RelationPlan {
  /// Whether a column of the row holds the relationship.
  fileprivate var isReference: Bool {
    if case .reference = kind { true } else { false }
  }
}
