import SyncGenSchema

/// Which elements of a version correspond to which of the previous version.
///
/// Renames are never guessed. If one element disappears while another appears, they are a drop and
/// an add, unless the new one states `renamed-from`; a wrong guess would silently empty a column.
struct Pairing: Hashable, Sendable {
  /// A new element whose `renamed-from` names no available element.
  struct Unknown: Hashable, Sendable {
    let new: Int
    let formerName: String
    /// Whether another new element has already claimed it.
    let isTaken: Bool
  }

  /// The old position of each new element; `nil` for added ones.
  let oldPositions: [Int?]
  let dropped: [Int]
  let unknown: [Unknown]
  /// The new elements whose `renamed-from` has no effect, because the old version already states
  /// it, or already has the element.
  let spent: [Int]

  init<Element: NamedElement>(_ old: [Element], _ new: [Element]) {
    let named = Dictionary(
      old.indices.map { (old[$0].name.name, $0) }, uniquingKeysWith: { first, _ in first })
    var positions = [Int?](repeating: nil, count: new.count)
    var claimed: Set<Int> = []
    var unknown: [Unknown] = []
    var spent: [Int] = []
    for (index, element) in new.enumerated() {
      let namesake = named[element.name.name]
      guard let former = element.renamedFrom else { continue }
      // A rename belongs to its version: what the old version already states is not another one.
      guard namesake.flatMap({ old[$0].renamedFrom }) != former else {
        spent.append(index)
        continue
      }
      guard let position = named[former] else {
        if namesake == nil {
          unknown.append(Unknown(new: index, formerName: former, isTaken: false))
        } else {
          spent.append(index)
        }
        continue
      }
      if claimed.insert(position).inserted {
        positions[index] = position
      } else {
        unknown.append(Unknown(new: index, formerName: former, isTaken: true))
      }
    }
    for (index, element) in new.enumerated() where positions[index] == nil {
      guard let position = named[element.name.name], claimed.insert(position).inserted else {
        continue
      }
      positions[index] = position
    }
    oldPositions = positions
    dropped = old.indices.filter { !claimed.contains($0) }
    self.unknown = unknown
    self.spent = spent
  }

  /// The old and new positions of elements in both versions, in the new order.
  var pairs: [(old: Int, new: Int)] {
    oldPositions.enumerated().compactMap { new, old in old.map { ($0, new) } }
  }

  var added: [Int] { oldPositions.indices.filter { oldPositions[$0] == nil } }

  func newPosition(of old: Int) -> Int? { oldPositions.firstIndex(of: old) }
}
