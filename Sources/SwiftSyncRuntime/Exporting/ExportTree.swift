/// The keys of an exported object, in order, with the objects that deep paths lead through.
final class ExportTree {
  /// What stands at the end of a path.
  enum Leaf {
    case column(Int)
    case relation(Int)
    /// Written only where identities without rows have to be kept.
    case fallback(Int)
  }

  final class Member {
    let key: String
    fileprivate(set) var leaf: Leaf?
    fileprivate(set) var child: ExportTree?

    fileprivate init(_ key: String) {
      self.key = key
    }
  }

  private(set) var members: [Member] = []

  /// Adds a path; of two members with one path the first is written.
  func add(_ path: String, _ leaf: Leaf) {
    var tree = self
    var keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let last = keys.popLast() ?? path
    for key in keys {
      let member = tree.member(key)
      let child = member.child ?? ExportTree()
      member.child = child
      tree = child
    }
    let member = tree.member(last)
    if member.leaf == nil { member.leaf = leaf }
  }

  /// The fallbacks in the tree if it has nothing else, else `nil`: then the object may be absent.
  var fallbacksOnly: [Int]? {
    var fallbacks: [Int] = []
    for member in members {
      guard let own = member.fallbacksOnly else { return nil }
      fallbacks += own
    }
    return fallbacks
  }

  private func member(_ key: String) -> Member {
    if let known = members.first(where: { $0.key == key }) { return known }
    let new = Member(key)
    members.append(new)
    return new
  }
}

extension ExportTree.Member {
  /// The fallbacks of which one has to be there for the key to be written; `nil` if it always is.
  var fallbacksOnly: [Int]? {
    switch leaf {
    case .fallback(let relation): [relation]
    case .column, .relation: nil
    case nil: child?.fallbacksOnly
    }
  }
}
