package import SyncGenDiagnostics
package import SyncGenSchema

/// Checks that a schema has all versions that have shipped, unchanged.
package struct ShippedVersionRule {
  private let schema: Schema
  private let base: SchemaBase
  private let folder: VersionFolder

  package init(_ schema: Schema, against base: SchemaBase) {
    self.schema = schema
    self.base = base
    folder = VersionFolder(of: schema)
  }

  /// Adds an error for each frozen version of the base that is missing or different, and for a lower
  /// version of the schema.
  package func check(into bag: inout DiagnosticBag) throws(FileFailure) {
    let files = Dictionary(
      try folder.files().map { ($0.version, $0.file) }, uniquingKeysWith: { first, _ in first })
    if let version = base.version, schema.version < version { bag.add(lowered(from: version)) }
    let oldest = schema.oldestVersion?.value ?? 1
    for (version, bytes) in base.files {
      if let file = files[version] {
        if !FrozenVersion.isSame(file.bytes, bytes) { bag.add(changed(version)) }
      } else if version >= oldest {
        bag.add(missing(version))
      }
    }
  }

  /// The result if there is no error, e.g. `versions 1 to 2 are frozen as at 'main'`.
  package var summary: String {
    guard let first = base.files.first?.version, let last = base.newest else {
      return "no version is frozen \(place)"
    }
    return first == last
      ? "version \(first) is frozen as \(place)"
      : "versions \(first) to \(last) are frozen as \(place)"
  }

  // MARK: Errors

  private var place: String { base.isFolder ? "in '\(base.name)'" : "at '\(base.name)'" }

  private func path(_ version: Int) -> String { folder.path(of: version) ?? "\(version).json" }

  private func restoration(_ version: Int) -> String {
    base.isFolder
      ? "restore '\(path(version))' from '\(base.name)'"
      : "restore it with 'git checkout \(base.name) -- \(path(version))'"
  }

  private func changed(_ version: Int) -> Diagnostic {
    let span = SourceSpan(path: path(version))
    let next = schema.version + 1
    guard let older = base.olderVersions, !older.contains(version) else {
      return Diagnostic(
        .shippedVersion, "frozen version \(version) differs from the one \(place)", at: span,
        notes: [
          .init(
            "databases of the version \(place) may exist: \(restoration(version)), and make "
              + "changes in a new version", at: span)
        ])
    }
    return Diagnostic(
      .shippedVersion,
      "this branch and '\(base.name)' have both frozen a version \(version), with different content",
      at: span,
      notes: [
        .init(
          "merge '\(base.name)' and keep its file: \(restoration(version)), raise 'version' in "
            + "\(schema.path) to \(next), and freeze that version when it ships", at: span)
      ])
  }

  private func missing(_ version: Int) -> Diagnostic {
    let span = schema.versionSpan
    return Diagnostic(
      .shippedVersion,
      "'\(path(version))' is missing, but version \(version) is frozen \(place)", at: span,
      notes: [
        .init(
          "databases of it may exist: \(restoration(version)); to undo what it added, write a new "
            + "version that drops it", at: span),
        .init(
          "if no installed app has version \(version) or an older one, write "
            + "'oldest-version: \(version + 1)'", at: span),
      ])
  }

  private func lowered(from version: Int) -> Diagnostic {
    let span = schema.versionSpan
    let next = base.newest == version ? ", or \(version + 1) if something has changed" : ""
    return Diagnostic(
      .shippedVersion, "'version' is \(schema.version), but it is \(version) \(place)", at: span,
      notes: [
        .init("a version is not taken back: write \(version)\(next)", at: span)
      ])
  }
}
