import SyncGenDiagnostics

/// What is written of a schema.
enum FrozenContent {
  /// The content of a frozen file.
  case file
  /// What identifies the content of a version: what determines which rows result from a payload and
  /// how they are stored. Notes, such as `doc`, are left out, as are conventions, which count only
  /// by their effect, and how a version is reached.
  case version
}

extension FrozenObject {
  /// Adds a member that is not part of a version.
  mutating func add(
    _ key: some RawRepresentable<String>, note text: String?, in content: FrozenContent
  ) {
    if content == .file { add(key, text: text) }
  }

  mutating func add(_ annotations: Annotations, in content: FrozenContent) {
    guard content == .file else { return }
    for member in annotations.members {
      add(named: Annotations.prefix + member.name, FrozenValue(member.value))
    }
  }
}
