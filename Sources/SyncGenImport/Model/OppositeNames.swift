/// Pairs of names, of a list and a reference between rows of one entity, that are the two ends of
/// one relationship. Other references of an entity to itself, such as friends and a manager, are
/// independent.
enum OppositeNames {
  private static let starts: [(lists: [String], backs: [String])] = [
    (["child", "sub", "repl", "nested"], ["parent", "in_reply"]),
    (["report", "direct_report", "subordinate"], ["manager", "reports_to", "supervisor"]),
    (["followers", "following", "followed"], ["followers", "following", "followed"]),
  ]

  /// - Parameters:
  ///   - list: The name of a list in snake_case.
  ///   - back: The name of the possible inverse.
  static func areOpposite(_ list: String, _ back: String) -> Bool {
    starts.contains { names in
      names.lists.contains(where: list.hasPrefix) && names.backs.contains(where: back.hasPrefix)
    }
  }
}
