import SyncGenDiagnostics
import SyncGenSchema

extension Diagnostic {
  // MARK: Frozen files

  /// - Parameter isFirst: Whether no frozen version is older, as after `squash`.
  static func missingVersions(
    _ missing: [Int], before version: FrozenVersion, isFirst: Bool = false
  ) -> Diagnostic {
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
      ]
        + (isFirst
          ? [
            Note(
              "after 'squash', the schema needs 'oldest-version: \(version.version)'",
              at: span)
          ] : []))
  }

  static func otherPredecessor(
    of version: FrozenVersion, former: FrozenVersion
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
          "two branches froze version \(former.version): before you merge, run 'swiftsync-gen freeze "
            + "--withdraw \(former.version)' on the branch whose versions only testers have; never "
            + "delete a frozen file", at: span),
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

  static func versionTooHigh(
    _ schema: Schema, newest: FrozenVersion, withdrawn: Set<Int>
  ) -> Diagnostic {
    let missing = Array(newest.version + 1..<schema.version)
    return Diagnostic(
      .versionGap,
      "'version' is \(schema.version), but the newest frozen one is \(newest.version)",
      at: schema.versionSpan,
      notes: withdrawn.isSuperset(of: missing)
        ? [withdrawal(of: missing, in: schema)] : gap(missing, after: newest, in: schema))
  }

  private static func withdrawal(of versions: [Int], in schema: Schema) -> Note {
    let next = versions.first ?? schema.version
    let verb = versions.count == 1 ? "is" : "are"
    return Note(
      "\(versionNames(versions)) \(verb) withdrawn, so the next version is \(next): write \(next)",
      at: schema.versionSpan)
  }

  private static func gap(
    _ missing: [Int], after newest: FrozenVersion, in schema: Schema
  ) -> [Note] {
    let frozen = newest.schema.versionSpan.path
    let folder = frozen.dropLast("/\(newest.version).json".utf8.count)
    let (verb, files) =
      missing.count == 1
      ? ("has", "'\(folder)/\(newest.version + 1).json'") : ("have", "their files in '\(folder)'")
    return [
      Note(
        "if \(versionNames(missing)) \(verb) shipped, restore \(files), for example from Git",
        at: schema.versionSpan),
      Note(
        "if no build with \(versionNames(missing, "or")) has left the team, write "
          + "\(newest.version + 1)", at: schema.versionSpan),
    ]
  }

  /// A schema that cannot open the databases of its earlier versions.
  static func unfrozenVersion(_ schema: Schema) -> Diagnostic {
    let former = Array(1..<schema.version)
    let (verb, file) = former.count == 1 ? ("has", "its file") : ("have", "their files")
    return Diagnostic(
      .unfrozenVersion,
      "'version' is \(schema.version), but no earlier version is frozen, so databases of earlier versions cannot be opened",
      at: schema.versionSpan,
      notes: [
        Note(
          "if \(versionNames(former)) \(verb) shipped, restore \(file) in the folder of the frozen "
            + "versions, for example from Git; a version that was never frozen can still be: restore "
            + "its schema, run 'swiftsync-gen freeze', and then raise 'version'",
          at: schema.versionSpan),
        Note(
          "if no build with an earlier version has left the team, write 1 or add "
            + "'oldest-version: \(schema.version)'", at: schema.versionSpan),
      ])
  }

  /// Versions in a sentence: `version 2`, `versions 2 and 3`, `versions 2 to 9`.
  private static func versionNames(_ versions: [Int], _ word: String = "and") -> String {
    guard let first = versions.first, let last = versions.last, first < last else {
      return "version \(versions.first ?? 1)"
    }
    return last == first + 1
      ? "versions \(first) \(word) \(last)" : "versions \(first) to \(last)"
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
        + "\(schema.version + 1)", at: schema.versionSpan,
      notes: shown + rest + firstPushes(in: schema, from: frozen))
  }

  /// What implies that local changes of an entity are pushed, which they were not.
  private static func firstPushes(in schema: Schema, from frozen: Schema) -> [Note] {
    guard let api = schema.api else { return [] }
    return schema.entityIDs.compactMap { id in
      let entity = schema[id]
      guard entity.sync.isPushed,
        !frozen.entities.contains(where: { $0.name == entity.name && $0.sync.isPushed })
      else { return nil }
      return firstPush(of: entity.name.name, id, in: api)
    }
  }

  private static func firstPush(of entity: String, _ id: EntityID, in api: API) -> Note? {
    if let resource = api.resources.first(where: { $0.entity == id && $0.upload != nil }) {
      return Note(
        "resource '\(entity)' has endpoints that write, so local changes of '\(entity)' are pushed",
        at: resource.span)
    }
    let rows = api.rowUploads.filter { $0.entities.contains { $0.entity == id } }
    let uploads =
      rows.map { ($0.name.name, $0.span) }
      + api.uploads.filter { $0.entities.contains(id) }.map { ($0.name.name, $0.span) }
    return uploads.first.map { name, span in
      Note(
        "upload endpoint '\(name)' names '\(entity)', so local changes of '\(entity)' are pushed",
        at: span)
    }
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
