import SwiftSyncValues

/// The keys of an exported object, in order, with the objects that deep paths contain.
final class ExportTree {
  /// The value at the end of a path.
  enum Leaf {
    case column(Int)
    /// The columns of several members with one key, the first of which that is not null is written.
    case shared([Int])
    /// The column of an amount that is written in major units.
    case amount(Int)
    case relation(Int)
    /// Written only if identities without rows must be kept.
    case fallback(Int)
    /// The type of a resource object.
    case type(String)
    /// The column of an identity that is written as text.
    case identifier(Int)
    /// The column of a reference that is written as a resource identifier of a type.
    case linkage(Int, type: String)
    /// The columns of a reference to one of several entities, written as a resource identifier.
    case taggedLinkage(tag: Int, id: Int)
    /// The column of a tombstone that is written only for soft-deleted rows.
    case tombstone(Int)
  }

  final class Member {
    let key: String
    fileprivate(set) var leaf: Leaf?
    fileprivate(set) var child: ExportTree?
    /// For a list whose elements are written, the elements from the first on.
    fileprivate(set) var elements: [Member] = []

    fileprivate init(_ key: String) {
      self.key = key
    }
  }

  private(set) var members: [Member] = []

  /// Adds a path. Of two members with the same path, the first is written.
  func add(_ path: String, _ leaf: Leaf) {
    var member: Member?
    for step in ValuePath.steps(path) ?? [.key(path)] {
      switch step {
      case .key(let key): member = (member.map(Self.object) ?? self).member(key)
      case .index(let index): member = member?.element(index)
      // Such elements are only read.
      case .each: return
      }
    }
    if let member, member.leaf == nil { member.leaf = leaf }
  }

  private static func object(of member: Member) -> ExportTree {
    let child = member.child ?? ExportTree()
    member.child = child
    return child
  }

  /// The fallbacks of the tree if it contains nothing else, in which case the object may be
  /// missing; otherwise `nil`.
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
  fileprivate func element(_ index: Int) -> ExportTree.Member {
    while elements.count <= index { elements.append(ExportTree.Member("")) }
    return elements[index]
  }

  /// The fallbacks, at least one of which must exist for the key to be written; `nil` if it is
  /// always written.
  var fallbacksOnly: [Int]? {
    switch leaf {
    case .fallback(let relation): [relation]
    case .column, .shared, .amount, .relation, .type, .identifier, .linkage, .taggedLinkage,
      .tombstone:
      nil
    case nil: elements.isEmpty ? child?.fallbacksOnly : nil
    }
  }

  /// The column of the tombstone if the member contains nothing else, in which case it may be absent;
  /// otherwise `nil`.
  var tombstoneOnly: Int? {
    switch leaf {
    case .tombstone(let column): column
    case nil where elements.isEmpty && child?.members.count == 1:
      child?.members.first?.tombstoneOnly
    default: nil
    }
  }
}
