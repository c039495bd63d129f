import SyncGenSchema

/// The versions that a base has withdrawn after its newest frozen one. A plan that begins there has
/// steps to other versions with their numbers.
package struct WithdrawnNumbers {
  private let base: SchemaBase
  /// Those that this branch has withdrawn too, or never had, ascending.
  private let gone: [Int]
  /// Those that are still frozen here, ascending.
  private let kept: [Int]

  /// - Parameter last: The newest version of the plan; `nil` for all.
  package init(
    at base: SchemaBase, _ files: ShippedVersionRule.Files, upTo last: Int?
  ) {
    self.base = base
    let found = base.withdrawn.filter { version, _ in
      version > base.newest ?? 0 && version <= last ?? version
    }
    let kept = Set(
      found.filter { version, bytes in
        files.frozen[version].map { FrozenVersion.isSame($0, bytes) } ?? false
      }.map(\.version))
    self.kept = kept.sorted()
    gone = Set(found.map(\.version)).subtracting(kept).sorted()
  }

  /// What the reader of the plan must know about them; empty if there are none.
  package var sentences: [String] {
    [
      kept.isEmpty ? nil : "\(Self.withdrawn(kept, base)), but still frozen here" + advice,
      gone.isEmpty
        ? nil
        : Self.withdrawn(gone, base) + ": databases of the withdrawn "
          + "\(gone.count == 1 ? "version" : "versions") are not migrated, so apps start over with "
          + "them",
    ].compactMap(\.self)
  }

  private static func withdrawn(_ versions: [Int], _ base: SchemaBase) -> String {
    "\(ShippedVersionRule.are(versions)) withdrawn \(base.place)"
  }

  private var advice: String { base.isFolder ? "" : ": merge '\(base.name)' first" }
}
