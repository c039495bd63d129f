/// The names of rows that a key with an identity may mean.
enum ReferencedNames {
  /// What a name such as `last_editor` of `last_editor_id` may mean: `last_editor`, then `editor`. The
  /// first one that rows have counts, because the longest name says most.
  ///
  /// - Parameter name: A name in snake_case.
  static func all(_ name: String) -> [String] {
    let ends = name.indices.filter { name[$0] == "_" }
    return [name] + ends.map { String(name[name.index(after: $0)...]) }.filter { !$0.isEmpty }
  }
}
