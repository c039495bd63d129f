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

/// The keys of notes in frozen files, in the order in which they are written.
enum NoteKey: String, SchemaKey {
  case renamedFrom = "renamed-from"
  case doc, deprecated
}

extension KeyedNodes {
  /// The notes of an element of a frozen file.
  func notes(of owner: @autoclosure () -> String, into bag: inout DiagnosticBag) -> Notes {
    let keys = KeyedNodes<NoteKey>(among: pairs, at: span)
    var notes = Notes()
    notes.formerName = keys.text(.renamedFrom, of: owner(), into: &bag).map(FormerName.init)
    notes.documentation = keys.text(.doc, of: owner(), into: &bag)?.value
    notes.deprecation = keys.text(.deprecated, of: owner(), into: &bag)?.value
    notes.annotations = annotations
    return notes
  }
}

extension FrozenObject {
  mutating func add(_ notes: Notes, in content: FrozenContent) {
    guard content == .file else { return }
    add(NoteKey.renamedFrom, text: notes.formerName?.value)
    add(NoteKey.doc, text: notes.documentation)
    add(NoteKey.deprecated, text: notes.deprecation)
    add(notes.annotations, in: content)
  }

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
