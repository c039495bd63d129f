import SyncGenDiagnostics
import SyncGenSchema

extension Diagnostic {
  // MARK: Frozen files

  static func missingVersions(_ missing: [Int], before version: FrozenVersion) -> Diagnostic {
    let names =
      (missing.count == 1 ? "version " : "versions ")
      + missing.map(String.init).joined(separator: ", ")
    let span = version.schema.versionSpan
    return Diagnostic(
      .versionGap,
      "frozen version \(version.version) follows version \(version.version - 1), which is missing",
      at: span,
      notes: [
        Note(
          "databases are migrated one version at a time: "
            + "restore \(names) next to this file, for example from Git",
          at: span)
      ])
  }

  static func otherPredecessor(
    of version: FrozenVersion, former: FrozenVersion, schemaPath: String
  ) -> Diagnostic {
    let span = version.schema.versionSpan
    return Diagnostic(
      .versionConflict,
      "version \(version.version) was frozen after a version \(former.version) that differs from "
        + "this one",
      at: span,
      notes: [
        Note("version \(former.version) is here", at: former.schema.versionSpan),
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
          "write \(newest.version + 1); if version \(schema.version - 1) has shipped, freeze it as it was "
            + "first", at: schema.versionSpan)
      ])
  }

  /// A schema that cannot open the databases of its earlier versions.
  static func unfrozenVersion(_ schema: Schema) -> Diagnostic {
    let former = schema.version - 1
    return Diagnostic(
      .warning, .unfrozenVersion,
      "'version' is \(schema.version), but no earlier version is frozen, so databases of earlier versions cannot be opened",
      at: schema.versionSpan,
      notes: [
        Note(
          "if version \(former) has shipped, restore it, freeze it, and then raise 'version'; "
            + "if not, write 1 again or add 'supported: \(schema.version)'", at: schema.versionSpan)
      ])
  }

  static func frozenVersionChanged(
    _ schema: Schema, from frozen: Schema, changes: [SchemaChange]
  ) -> Diagnostic {
    // Positions are not changes that can be planned, but are part of the fingerprint.
    let orders = changes.isEmpty ? OrderDifferences(from: frozen, to: schema).texts : []
    let texts =
      changes.isEmpty && orders.isEmpty
      ? ["the order of something has changed"] : changes.map(\.text) + orders
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
