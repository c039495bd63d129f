@_spi(Generated) import SwiftSyncStore
import SwiftSyncValues

/// Creates the steps of a shape from its tree of keys.
///
/// Keys that are not always written come last in their object, so that no comma depends on them.
struct ExportStepWriter {
  let plan: EntityPlan
  let dates: DateForm.Remote?
  let relations: [ExportRelation]
  let arena: ByteArena
  /// The keys written by the shape with a position.
  let keys: (Int) -> Set<String>
  /// The bytes since the last step.
  private var literal: [UInt8] = []
  private var steps: [ExportShape.Step] = []

  init(
    _ plan: EntityPlan, _ relations: [ExportRelation], dates: DateForm.Remote?, in arena: ByteArena,
    keys: @escaping (Int) -> Set<String>
  ) {
    self.plan = plan
    self.relations = relations
    self.dates = dates
    self.arena = arena
    self.keys = keys
  }

  /// A writer for conditional steps.
  private var inner: ExportStepWriter {
    ExportStepWriter(plan, relations, dates: dates, in: arena, keys: keys)
  }

  /// The steps that write the object of a tree.
  mutating func object(of tree: ExportTree) -> [ExportShape.Step] {
    append(tree)
    return finish()
  }

  /// The steps that write members of a tree after those of an open object.
  private mutating func members(
    of tree: ExportTree, except taken: Set<String>
  ) -> [ExportShape.Step] {
    append(tree.members.filter { !taken.contains($0.key) }, isFirst: false)
    return finish()
  }

  private mutating func finish() -> [ExportShape.Step] {
    if !literal.isEmpty { step(.nothing) }
    defer { steps = [] }
    return steps
  }

  private mutating func step(_ action: ExportShape.Action) {
    steps.append(ExportShape.Step(literal: arena.copy(literal), action: action))
    literal.removeAll()
  }

  private mutating func append(_ tree: ExportTree) {
    literal.append(UInt8(ascii: "{"))
    append(tree.members, isFirst: true)
    literal.append(UInt8(ascii: "}"))
  }

  private mutating func append(_ members: [ExportTree.Member], isFirst: Bool) {
    var isFirst = isFirst
    for member in members
    where member.fallbacksOnly == nil && member.tombstoneOnly == nil && leftOut(member) == nil {
      if !isFirst { literal.append(UInt8(ascii: ",")) }
      isFirst = false
      append(member)
    }
    for member in members {
      var inner = inner
      if !isFirst { inner.literal.append(UInt8(ascii: ",")) }
      if let fallbacks = member.fallbacksOnly {
        inner.append(member)
        step(.conditional(fallbacks, inner.finish()))
      } else if let column = member.tombstoneOnly {
        inner.append(member)
        step(.softDeleted(column: Int32(column + 1), inner.finish()))
      } else if let relation = leftOut(member) {
        inner.append(member)
        step(.stored(relation, inner.finish()))
      }
    }
  }

  /// The relationship without whose row the key of a member is left out.
  private func leftOut(_ member: ExportTree.Member) -> Int? {
    guard case .relation(let index)? = member.leaf, member.child == nil,
      relations[index].isLeftOut
    else { return nil }
    return index
  }

  private mutating func append(_ member: ExportTree.Member) {
    JSONText.append(string: member.key, to: &literal)
    literal.append(UInt8(ascii: ":"))
    appendValue(of: member)
  }

  private mutating func append(elements: [ExportTree.Member]) {
    literal.append(UInt8(ascii: "["))
    for (index, element) in elements.enumerated() {
      if index > 0 { literal.append(UInt8(ascii: ",")) }
      appendValue(of: element)
    }
    literal.append(UInt8(ascii: "]"))
  }

  private mutating func appendValue(of member: ExportTree.Member) {
    if member.leaf == nil, !member.elements.isEmpty { return append(elements: member.elements) }
    switch (member.leaf, member.child) {
    case (.column(let column)?, nil), (.tombstone(let column)?, _): step(value(column))
    case (.column(let column)?, let child?):
      guard case .value(let value, let index) = value(column) else { return }
      var inner = inner
      step(.either(value, column: index, inner.object(of: child)))
    case (.shared(let columns)?, _): step(.shared(columns.map(exported)))
    case (.amount(let column)?, _): step(.amount(column: Int32(column + 1)))
    case (.type(let type)?, _): JSONText.append(string: type, to: &literal)
    case (.identifier(let column)?, _): step(.identifier(column: Int32(column + 1)))
    case (.linkage(let column, let type)?, _):
      step(.linkage(Linkage.start(of: type, in: arena), column: Int32(column + 1)))
    case (.taggedLinkage(let tag, let id)?, _):
      step(.taggedLinkage(tag: Int32(tag + 1), id: Int32(id + 1)))
    case (.relation(let index)?, let child?): step(merged(index, child))
    case (.relation(let index)?, nil), (.fallback(let index)?, _): step(.relation(index))
    case (nil, let child?): append(child)
    case (nil, nil): literal.append(contentsOf: "null".utf8)
    }
  }

  private func value(_ column: Int) -> ExportShape.Action {
    let (value, column) = exported(column)
    return .value(value, column: column)
  }

  private func exported(_ column: Int) -> (value: ExportValue, column: Int32) {
    (ExportValue(plan.fields[column], dates), Int32(column + 1))
  }

  /// Merges the members of other paths into the object of a to-one relationship. A list cannot be
  /// merged.
  private func merged(_ index: Int, _ child: ExportTree) -> ExportShape.Action {
    guard case .rows(let shape) = relations[index].form, relations[index].plan.isSingle else {
      return .relation(index)
    }
    var inner = inner
    return .merged(index, inner.members(of: child, except: keys(shape)))
  }
}
