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

/// The links that wait until the rows that have them leave them.
struct TakenLinks {
  private(set) var links: [TakenLink] = []

  @inline(__always)
  var isEmpty: Bool { links.isEmpty }

  mutating func add(_ link: TakenLink) { links.append(link) }

  mutating func remove(_ free: [TakenLink]) { links.removeAll { free.contains($0) } }

  /// Forgets what waits for a parent, and for a child.
  mutating func forget(of entity: Int, column: Int, parent: StoredValue, child: Int64?) {
    links.removeAll {
      $0.entity == entity && $0.column == column && ($0.child == child || $0.parent == parent)
    }
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
    var links = links
    var count = -1
    while count != links.count {
      count = links.count
      var next: [TakenLink] = []
      for link in links where try isMovable(link, beside: links) { next.append(link) }
      links = next
    }
    return links
  }

  private func isMovable(
    _ link: TakenLink, beside links: [TakenLink]
  ) throws(SyncError) -> Bool {
    let table = call.tables[link.entity]
    guard try table.row(link.child) != nil else { return false }
    if link.isOptional { return true }
    let parent = BoundValue(link.parent, in: call.parser.arena)
    return try table.rowIDs(where: link.column, holds: parent).allSatisfy { holder in
      links.contains {
        $0.child == holder && $0.entity == link.entity && $0.column == link.column
      }
    }
  }
}
