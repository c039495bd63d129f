import SyncGenSchema

/// Which things of a version are which of the version before it.
///
/// Renames are never guessed. A thing that disappears while another appears is a drop and an add,
/// unless the new one says `renamed-from`; guessing wrong would silently empty a column.
struct Pairing: Hashable, Sendable {
  /// A thing by its names; several versions in a row may say the same `renamed-from`.
  struct Thing {
    let name: String
    let renamedFrom: String?
  }

  /// What a new thing's `renamed-from` says of nothing.
  struct Unknown: Hashable, Sendable {
    let new: Int
    let formerName: String
    /// Whether another new thing has claimed it.
    let isTaken: Bool
  }

  /// The old position of each new thing; `nil` for what is new.
  let oldPositions: [Int?]
  let dropped: [Int]
  let unknown: [Unknown]

  init(old: [Thing], new: [Thing]) {
    var positions = [Int?](repeating: nil, count: new.count)
    var claimed: Set<Int> = []
    var unknown: [Unknown] = []
    for (index, thing) in new.enumerated() {
      guard let former = thing.renamedFrom, !Self.isLeftOver(thing, old) else { continue }
      guard let position = old.firstIndex(where: { $0.name == former }) else {
        // A rename of an earlier version stays in the schema for as long as it is wanted there.
        if !old.contains(where: { $0.name == thing.name }) {
          unknown.append(Unknown(new: index, formerName: former, isTaken: false))
        }
        continue
      }
      if claimed.insert(position).inserted {
        positions[index] = position
      } else {
        unknown.append(Unknown(new: index, formerName: former, isTaken: true))
      }
    }
    for (index, thing) in new.enumerated() where positions[index] == nil {
      guard let position = old.firstIndex(where: { $0.name == thing.name }),
        claimed.insert(position).inserted
      else { continue }
      positions[index] = position
    }
    oldPositions = positions
    dropped = old.indices.filter { !claimed.contains($0) }
    self.unknown = unknown
  }

  /// Whether the old version has said the same of the same thing, so that it is not news.
  private static func isLeftOver(_ thing: Thing, _ old: [Thing]) -> Bool {
    old.contains { $0.name == thing.name && $0.renamedFrom == thing.renamedFrom }
  }

  /// Old and new positions of what is in both, in the new order.
  var pairs: [(old: Int, new: Int)] {
    oldPositions.enumerated().compactMap { new, old in old.map { ($0, new) } }
  }

  var added: [Int] { oldPositions.indices.filter { oldPositions[$0] == nil } }

  func newPosition(of old: Int) -> Int? { oldPositions.firstIndex(of: old) }
}
