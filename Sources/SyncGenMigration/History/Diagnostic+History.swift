import SyncGenDiagnostics
import SyncGenSchema

extension Diagnostic {
  // MARK: Frozen files

  static func missingVersions(_ missing: [Int], before version: FrozenVersion) -> Diagnostic {
    let names = missing.map(String.init).joined(separator: ", ")
    let span = version.schema.versionSpan
    return Diagnostic(
      .versionGap,
      "frozen version \(version.version) follows version \(version.version - 1), which is missing",
      at: span,
      notes: [
        Note(
          "databases are migrated step by step: restore \(names) from git beside this file",
          at: span)
      ])
  }

  static func otherPredecessor(
    of version: FrozenVersion, former: FrozenVersion, schemaPath: String
  ) -> Diagnostic {
    let span = version.schema.versionSpan
    return Diagnostic(
      .versionConflict,
      "version \(version.version) was frozen after another version \(former.version) than the one "
        + "that is here",
      at: span,
      notes: [
        Note("the version \(former.version) that is here", at: former.schema.versionSpan),
        Note(
          "two branches froze version \(former.version): keep the one that shipped, remove this "
            + "file, and freeze \(schemaPath) again as version \(version.version)", at: span),
      ])
  }

  // MARK: The schema

  static func versionTooLow(_ schema: Schema, newest: FrozenVersion) -> Diagnostic {
    Diagnostic(
      .frozenVersion,
      "'version' is \(schema.version), but version \(newest.version) is frozen",
      at: schema.versionSpan,
      notes: [
        Note(
          "write \(newest.version), or \(newest.version + 1) if something has changed",
          at: schema.versionSpan)
      ])
  }

  static func versionTooHigh(_ schema: Schema, newest: FrozenVersion) -> Diagnostic {
    Diagnostic(
      .versionGap,
      "'version' is \(schema.version), but the newest frozen one is \(newest.version)",
      at: schema.versionSpan,
      notes: [
        Note(
          "write \(newest.version + 1); if \(schema.version - 1) has shipped, freeze it as it was "
            + "first", at: schema.versionSpan)
      ])
  }

  static func frozenVersionChanged(_ schema: Schema, changes: [SchemaChange]) -> Diagnostic {
    // Positions, for example, are not described in words, but are part of the fingerprint.
    let texts = changes.isEmpty ? ["the order of something has changed"] : changes.map(\.text)
    let shown = texts.prefix(20).map { Note($0, at: schema.versionSpan) }
    let rest =
      texts.count > 20 ? [Note("and \(texts.count - 20) more", at: schema.versionSpan)] : []
    return Diagnostic(
      .frozenVersion,
      "version \(schema.version) is frozen and the schema differs from it: 'version' must be raised to "
        + "\(schema.version + 1)", at: schema.versionSpan, notes: shown + rest)
  }

  static func frozenStepsChanged(_ migration: Migration, newest: Int) -> Diagnostic {
    Diagnostic(
      .frozenVersion,
      "the steps to version \(migration.version) are frozen and differ from these",
      at: migration.span,
      notes: [
        Note(
          "restore them, or remove them; further changes belong to version "
            + "\(newest + 1)", at: migration.span)
      ])
  }
}
