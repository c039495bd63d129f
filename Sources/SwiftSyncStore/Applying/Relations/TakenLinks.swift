import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// A one-to-one link that waits because another row has it.
struct TakenLink: Hashable {
  /// The position of the child in `SchemaPlan.entities`.
  let entity: Int
  let column: Int
  let child: Int64
  let parent: StoredValue
  /// Whether the row that has the link can do without it.
  let isOptional: Bool
}

/// The links that wait until the rows that have them leave them: at most one of each child, and of
/// each parent.
struct TakenLinks {
  private struct Child: Hashable {
    let entity: Int
    let column: Int
    let rowID: Int64
  }

  private struct Parent: Hashable {
    let entity: Int
    let column: Int
    let id: StoredValue
  }

  private var known: [Child: (link: TakenLink, number: Int)] = [:]
  private var children: [Parent: Child] = [:]
  private var count = 0

  @inline(__always)
  var isEmpty: Bool { known.isEmpty }

  /// The links in the order in which they were added.
  var links: [TakenLink] {
    let links = known.values.map { $0 }
    return sortedIndices(links.count) { links[$0].number < links[$1].number }
      .map { links[$0].link }
  }

  mutating func add(_ link: TakenLink) {
    let child = Child(entity: link.entity, column: link.column, rowID: link.child)
    known[child] = (link, count)
    count += 1
    children[Parent(entity: link.entity, column: link.column, id: link.parent)] = child
  }

  mutating func remove(_ free: [TakenLink]) {
    for link in free {
      forget(of: link.entity, column: link.column, parent: link.parent, child: link.child)
    }
  }

  /// Forgets what waits for a parent, and for a child.
  mutating func forget(of entity: Int, column: Int, parent: StoredValue, child: Int64?) {
    let parent = Parent(entity: entity, column: column, id: parent)
    if let child = children.removeValue(forKey: parent) { known[child] = nil }
    guard let child else { return }
    let link = known.removeValue(forKey: Child(entity: entity, column: column, rowID: child))?.link
    guard let link else { return }
    children[Parent(entity: entity, column: column, id: link.parent)] = nil
  }
}

/// Moves one-to-one links that are stated by ids on the side without a column, and that other rows
/// must leave first.
final class TakenLinkMover {
  private let call: CallData
  private let writer: LinkWriter

  init(_ call: CallData, _ writer: LinkWriter) {
    self.call = call
    self.writer = writer
  }

  /// Lets a link wait until unlisted children are removed, if another row has it and either cannot
  /// do without it or is deleted.
  ///
  /// - Returns: Whether it waits.
  func waits(
    _ child: Int64, for parent: BoundValue, _ children: RelationPlan.Children, _ table: StoredTable
  ) throws(SyncError) -> Bool {
    let reference = children.reference
    guard reference.isOneToOne, !reference.isOptional || children.onDelete == .cascade,
      try table.rowIDs(where: reference.column, holds: parent).contains(where: { $0 != child })
    else { return false }
    call.state.takenLinks.add(
      TakenLink(
        entity: table.plan.index, column: reference.column, child: child, parent: parent.stored,
        isOptional: reference.isOptional))
    return true
  }

  /// Forgets what waits for a parent, and for a child: the payload states them again, and the later
  /// statement counts (A6).
  func forget(_ links: ChildLinks, child: Int64? = nil) {
    guard !call.state.takenLinks.isEmpty else { return }
    call.state.takenLinks.forget(
      of: links.relation.target.index, column: links.children.reference.column,
      parent: links.parent.stored, child: child)
  }

  private func park(_ link: TakenLink) throws(SyncError) {
    let table = call.tables[link.entity]
    let parked = table.plan.parkedValue(
      of: link.column, rowID: link.child, mayBeNull: true, in: call.parser.arena)
    _ = try table.update(link.child, column: link.column, parked)
  }

  /// Sets the links that have waited, if the rows that had them are deleted or move too. The others
  /// are not changed (A15), and neither is the row that was to take their place.
  func moveFree() throws(SyncError) {
    guard !call.state.takenLinks.isEmpty else { return }
    let free = try movable(call.state.takenLinks.links)
    call.state.takenLinks.remove(free)
    try call.connection.ignoringChecks { () throws(SyncError) in
      for link in free { try park(link) }
    }
    for link in free {
      try writer.write(
        BoundValue(link.parent, in: call.parser.arena), to: link.column, of: link.child,
        call.tables[link.entity])
      call.state.tallies.markUpdated(link.child, of: link.entity)
    }
  }

  /// The links that are not held by a row that keeps them.
  private func movable(_ links: [TakenLink]) throws(SyncError) -> [TakenLink] {
    let waiting = Dictionary(
      links.enumerated().map { (Row($1.entity, $1.column, $1.child), $0) }, uniquingKeysWith: max)
    var isMovable = Array(repeating: true, count: links.count)
    // The links that cannot move unless the link of another row does.
    var dependents: [Int: [Int]] = [:]
    var blocked: [Int] = []
    for (index, link) in links.enumerated() {
      guard try call.tables[link.entity].row(link.child) != nil else {
        blocked.append(index)
        continue
      }
      if link.isOptional { continue }
      for holder in try holders(of: link) {
        if let other = waiting[Row(link.entity, link.column, holder)] {
          dependents[other, default: []].append(index)
        } else {
          blocked.append(index)
        }
      }
    }
    while let index = blocked.popLast() {
      guard isMovable[index] else { continue }
      isMovable[index] = false
      blocked += dependents[index] ?? []
    }
    return links.indices.filter { isMovable[$0] }.map { links[$0] }
  }

  private func holders(of link: TakenLink) throws(SyncError) -> [Int64] {
    let parent = BoundValue(link.parent, in: call.parser.arena)
    return try call.tables[link.entity].rowIDs(where: link.column, holds: parent)
  }

  private struct Row: Hashable {
    let entity: Int
    let column: Int
    let rowID: Int64

    init(_ entity: Int, _ column: Int, _ rowID: Int64) {
      (self.entity, self.column, self.rowID) = (entity, column, rowID)
    }
  }
}
