@_spi(Generated) import SwiftSyncCoding

/// Compares the rows of the response to a push with the stored ones, and remembers the pushed
/// members whose values differ.
///
/// It changes nothing: the rows are applied in any case.
package final class ReturnedValues {
  /// The pushed members of a row.
  package struct Members: Hashable, Sendable {
    /// The columns of attributes and references, by name.
    package var values: [String: [Int]] = [:]
    /// The positions of many-to-many relationships, with their names.
    package var lists: [Int: String] = [:]

    package init() {}
  }

  /// What a member has here and in the response: a value for each column, or the ids of a list.
  package struct Difference {
    package let stored: [StoredValue]
    package let returned: [StoredValue]
    /// Whether the order of the ids counts.
    package var isOrdered = true
  }

  private let members: [RowKey: Members]
  /// The differences, by the row's identity and the member's name.
  package private(set) var differences: [RowKey: [String: Difference]] = [:]

  package init(_ members: [RowKey: Members]) {
    self.members = members
  }

  /// Compares a row before it is written. The first comparison counts: the row may be tried again.
  func compare(_ node: RowNode, _ stored: StoredTable.Row) {
    let key = Self.key(of: node)
    guard let pushed = members[key], differences[key] == nil else { return }
    var found: [String: Difference] = [:]
    for (name, columns) in pushed.values {
      let stated = columns.filter { node.values[$0].kind != .missing }
      guard stated.contains(where: { !stored.holds(node.values[$0], in: $0) }) else { continue }
      found[name] = Difference(
        stored: columns.map { stored.value($0).stored },
        returned: columns.map {
          (node.values[$0].kind == .missing ? stored.value($0) : node.values[$0]).stored
        })
    }
    differences[key] = found
  }

  /// Compares a list before it is written. A list that does not state all members says nothing.
  func compare(
    _ list: MemberList, _ relation: RelationPlan, of node: RowNode, on connection: Connection
  ) throws(SyncError) {
    let key = Self.key(of: node)
    guard list.replacesStored, let name = members[key]?.lists[relation.index],
      differences[key]?[name] == nil
    else { return }
    differences[key, default: [:]][name] = Difference(
      stored: try list.storedIDsInOrder(on: connection), returned: list.idsInOrder,
      isOrdered: list.side.isOrdered)
  }

  private static func key(of node: RowNode) -> RowKey {
    node.plan.identity.map { node.values[$0].stored }
  }
}
