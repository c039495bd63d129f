/// What `SyncStore.salvage(from:)` has done.
public struct SalvageReport: Sendable, Equatable {
  /// A local change that was not brought over.
  public struct Skipped: Sendable, Equatable {
    /// The entity as the old database names it.
    public let entity: String
    /// The row's identity as text, parts joined by `/`.
    public let identity: String
    /// Why, in lower case and without a full stop.
    public let reason: String
  }

  /// How many changes were brought over, by entity. They wait to be pushed.
  public internal(set) var restored: [String: Int] = [:]
  /// The changes that were not.
  public internal(set) var skipped: [Skipped] = []
}

extension SalvageReport: CustomStringConvertible {
  /// E.g. `3 local changes restored (Task 2, Project 1), 1 skipped`, and a line for each skipped one.
  public var description: String {
    let counts = restored.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    let total = restored.values.reduce(0, +)
    let list = counts.isEmpty ? "" : " (\(counts.joined(separator: ", ")))"
    let lines = skipped.map { "  \($0.entity) \($0.identity): \($0.reason)" }
    let head =
      "\(total) local \(total == 1 ? "change" : "changes") restored\(list), \(skipped.count) skipped"
    return ([head] + lines).joined(separator: "\n")
  }
}
