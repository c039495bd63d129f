package import SyncGenDiagnostics

/// What a schema says of an element without an effect on any row. It is frozen, but it is not part
/// of a version.
package struct Notes: NotedSettings {
  package var documentation: String?
  /// The reason stated by `deprecated:`.
  package var deprecation: String?
  /// The name in the previous version.
  package var formerName: FormerName?
  package var annotations = Annotations.none

  package init() {}

  var notes: Notes {
    get { self }
    set { self = newValue }
  }
}

/// Something with notes.
package protocol Noted {
  var notes: Notes { get }
}

extension Noted {
  package var documentation: String? { notes.documentation }
  package var deprecation: String? { notes.deprecation }
  package var formerName: FormerName? { notes.formerName }
  package var renamedFrom: String? { notes.formerName?.value }
  package var annotations: Annotations { notes.annotations }
}

/// An element of a version, which the next version may rename.
package protocol NamedElement: Noted {
  var name: SwiftIdentifier { get }
  var span: SourceSpan { get }
}

/// Settings with notes.
protocol NotedSettings: KeySettings {
  var notes: Notes { get set }
}

extension Declared where Settings: NotedSettings {
  var documentation: String? { settings.notes.documentation }
  var annotations: Annotations { settings.notes.annotations }
  var renamedFrom: FormerName? {
    get { settings.notes.formerName }
    set { settings.notes.formerName = newValue }
  }
}

extension StatedKeys.Key where D.Settings: NotedSettings {
  // To Swift, a path through the protocol is not the one through the type.
  static var documentation: Self { .setting(\D.Settings.notes.documentation) }
  static var formerName: Self { .setting(\D.Settings.notes.formerName) }
}

// MARK: Keys

extension Key where D.Settings: NotedSettings {
  static var doc: Self { doc("A description.") }

  static func doc(_ summary: String) -> Self {
    .note("doc", Codec.prose.optional, \.notes.documentation, summary)
  }

  static func deprecated(
    _ summary: String = "The reason for the deprecation, shown in compiler warnings."
  ) -> Self {
    .note("deprecated", Codec.prose.optional, \.notes.deprecation, summary)
  }

  static func renamedFrom(
    _ summary: String = "The name in the previous version. See *Versions*."
  ) -> Self {
    .note("renamed-from", Codec.formerName.optional, \.notes.formerName, summary)
  }
}

extension Codec where Value == FormerName {
  fileprivate static var formerName: Self {
    Self(
      schema: LanguageSchema.scalar, read: { $1.mapping.formerName($1.pair, into: &$2) },
      write: { .text($0.value) }, word: \.value, samples: [])
  }
}
