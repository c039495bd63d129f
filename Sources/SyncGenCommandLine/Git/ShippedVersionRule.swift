package import SyncGenDiagnostics
package import SyncGenSchema

/// Checks that a schema has all versions that have shipped, unchanged.
///
/// If this branch and the base have gone apart, only what this branch has done since counts: the
/// base may have frozen versions that this branch does not have yet.
package struct ShippedVersionRule {
  /// The frozen files of the schema.
  package struct Files: Sendable {
    let frozen: [Int: [UInt8]]
    let withdrawn: [(version: Int, bytes: [UInt8])]

    package init(frozen: [Int: [UInt8]], withdrawn: [(version: Int, bytes: [UInt8])]) {
      self.frozen = frozen
      self.withdrawn = withdrawn
    }

    package init(of schema: Schema) throws(FileFailure) {
      let folder = VersionFolder(of: schema)
      frozen = try folder.files().reduce(into: [:]) { $0[$1.version] = $1.file.bytes }
      withdrawn = try folder.withdrawnFiles().map { ($0.version, $0.file.bytes) }
    }
  }

  /// What happened to a frozen version of the base.
  private enum Fate: Hashable {
    case same
    /// It is below `oldest-version`.
    case unsupported
    /// The base has frozen it since this branch began, which has done nothing against it.
    case newer
    case withdrawn
    case changed
    case missing
    /// The base has frozen it since this branch began, which has another version of the number.
    case taken
  }

  private let schema: Schema
  private let files: Files
  private let base: SchemaBase
  private let hasShipped: Bool
  private let fates: [(version: Int, fate: Fate)]
  private let folder: VersionFolder

  /// - Parameter hasShipped: Whether users have the versions of the base, so that none can be
  ///   withdrawn.
  package init(_ schema: Schema, _ files: Files, against base: SchemaBase, hasShipped: Bool) {
    self.schema = schema
    self.files = files
    self.base = base
    self.hasShipped = hasShipped
    folder = VersionFolder(of: schema)
    fates = base.files.map { version, bytes in
      (version, Self.fate(of: version, bytes, schema, files, base))
    }
  }

  /// Adds an error for each frozen version of the base that is missing or different, and for a lower
  /// version of the schema.
  package func check(into bag: inout DiagnosticBag) {
    if let version = base.version, let lowest = lowestVersion, schema.version < lowest {
      bag.add(lowered(from: version))
    }
    for (version, fate) in fates {
      switch fate {
      case .same, .unsupported: break
      case .newer: if hasShipped { bag.add(lacking(version)) }
      case .withdrawn: if hasShipped { bag.add(withdrawn(version)) }
      case .changed: bag.add(isOlder(version) ? changed(version) : frozenTwice(version))
      case .missing: bag.add(missing(version))
      case .taken: bag.add(taken(version))
      }
    }
  }

  // MARK: Comparing

  private static func fate(
    of version: Int, _ bytes: [UInt8], _ schema: Schema, _ files: Files, _ base: SchemaBase
  ) -> Fate {
    let file = files.frozen[version]
    if let file, FrozenVersion.isSame(file, bytes) { return .same }
    let isWithdrawn = files.withdrawn.contains {
      $0.version == version && FrozenVersion.isSame($0.bytes, bytes)
    }
    if isWithdrawn { return .withdrawn }
    let former = base.origin?.frozen[version] ?? []
    if let file { return former.contains { FrozenVersion.isSame($0, file) } ? .newer : .changed }
    if version < schema.oldestVersion?.value ?? 1 { return .unsupported }
    guard base.origin != nil, former.isEmpty else { return .missing }
    if schema.version < version { return .newer }
    if schema.version > version { return .missing }
    return has(schema, the: bytes, schema.version) ? .newer : .taken
  }

  /// Whether a schema has the content of a frozen version.
  private static func has(_ schema: Schema, the bytes: [UInt8], _ version: Int) -> Bool {
    // What is wrong with a file of the base is not the problem here.
    var problems = DiagnosticBag()
    let frozen = FrozenVersion.read(
      SourceFile(path: "", bytes: bytes), expected: version, schemaPath: schema.path,
      adopts: schema.adopts, into: &problems)
    return frozen.map { SchemaFingerprint.of($0.schema) } == SchemaFingerprint.of(schema)
  }

  /// Whether a version was frozen before this branch and the base went apart.
  private func isOlder(_ version: Int) -> Bool {
    base.origin.map { $0.frozen[version] != nil } ?? true
  }

  /// The lowest version that the schema may have.
  private var lowestVersion: Int? {
    guard let version = base.version else { return nil }
    let began = base.origin.map { $0.version ?? 1 } ?? version
    return min(version, began, withdrawnVersions.first ?? version)
  }

  /// The versions of the base that are withdrawn here, ascending.
  private var withdrawnVersions: [Int] { fates.filter { $0.fate == .withdrawn }.map(\.version) }

  /// The result if there is no error, e.g. `versions 1 to 2 are frozen as at 'main'`.
  package var summary: String {
    let kept = fates.filter { $0.fate == .same || $0.fate == .unsupported }.map(\.version)
    let newer = fates.filter { $0.fate == .newer }.map(\.version)
    var parts: [String] = []
    if !kept.isEmpty { parts.append("\(Self.are(kept)) frozen as \(place)") }
    if !withdrawnVersions.isEmpty { parts.append("\(Self.are(withdrawnVersions)) withdrawn") }
    if !newer.isEmpty { parts.append("\(Self.are(newer)) frozen \(place) since this branch began") }
    if parts.isEmpty { return "no version is frozen \(place)" }
    return parts.joined(separator: "; ")
  }

  static func are(_ versions: [Int]) -> String {
    guard let first = versions.first, let last = versions.last, first < last else {
      return "version \(versions.first ?? 1) is"
    }
    return "versions \(first) to \(last) are"
  }
}

// MARK: Errors

extension ShippedVersionRule {
  private var place: String { base.place }

  private func path(_ version: Int) -> String { folder.path(of: version) ?? "\(version).json" }

  private func restoration(_ version: Int) -> String {
    base.isFolder
      ? "restore '\(path(version))' from '\(base.name)'"
      : "restore it with 'git checkout \(base.name) -- \(path(version))'"
  }

  private func withdrawal(_ version: Int) -> String {
    "'swiftsync-gen freeze --withdraw \(version)'"
  }

  private var next: Int { max(schema.version, base.newest ?? 0) + 1 }

  private func error(_ text: String, _ notes: [String], at span: SourceSpan) -> Diagnostic {
    Diagnostic(.shippedVersion, text, at: span, notes: notes.map { .init($0, at: span) })
  }

  private func changed(_ version: Int) -> Diagnostic {
    error(
      "frozen version \(version) differs from the one \(place)",
      [
        "databases of the version \(place) may exist: \(restoration(version)), and make changes in "
          + "a new version"
      ] + undoing(version), at: SourceSpan(path: path(version)))
  }

  private func frozenTwice(_ version: Int) -> Diagnostic {
    let withdraw =
      "if one of them is a hotfix for users, and only testers have the other, withdraw the other on "
      + "its branch with \(withdrawal(version)), and merge then"
    return error(
      "this branch and '\(base.name)' have both frozen a version \(version), with different "
        + "content",
      [
        "merge '\(base.name)' and keep its file: \(restoration(version)), raise 'version' in "
          + "\(schema.path) to \(next), and freeze that version when it ships"
      ] + (base.isFolder ? [] : [withdraw]), at: SourceSpan(path: path(version)))
  }

  private func taken(_ version: Int) -> Diagnostic {
    error(
      "version \(version) is frozen \(place), and this branch has another version \(version)",
      [
        "merge '\(base.name)', and raise 'version' in \(schema.path) to \(next)",
        "in a hotfix of an older release: if only testers have the version \(place), withdraw it "
          + "there with \(withdrawal(version)); otherwise ship the fix without this change of the "
          + "schema",
      ], at: schema.versionSpan)
  }

  private func missing(_ version: Int) -> Diagnostic {
    error(
      "'\(path(version))' is missing, but version \(version) is frozen \(place)",
      [
        "databases of it may exist: \(restoration(version)); to undo what it added, write a new "
          + "version that drops it",
        "if no installed app has version \(version) or an older one, write "
          + "'oldest-version: \(version + 1)'",
      ] + undoing(version), at: schema.versionSpan)
  }

  private func undoing(_ version: Int) -> [String] {
    hasShipped
      ? []
      : ["if only testers have it, restore it and then withdraw it with \(withdrawal(version))"]
  }

  private func lacking(_ version: Int) -> Diagnostic {
    error(
      "version \(version) has shipped \(place), and this branch does not have it",
      ["an app of this branch could not open its databases: merge '\(base.name)'"],
      at: schema.versionSpan)
  }

  private func withdrawn(_ version: Int) -> Diagnostic {
    error(
      "version \(version) is withdrawn, but it has shipped \(place)",
      [
        "databases of it could not be migrated: \(restoration(version)), and delete the withdrawn "
          + "file; a hotfix cannot take its number"
      ], at: schema.versionSpan)
  }

  private func lowered(from version: Int) -> Diagnostic {
    error(
      "'version' is \(schema.version), but it is \(version) \(place)", [raising(to: version)],
      at: schema.versionSpan)
  }

  private func raising(to version: Int) -> String {
    if let first = withdrawnVersions.first {
      let versions = Self.are(withdrawnVersions)
      return "\(versions) withdrawn, so the next version is \(first): write \(first)"
    }
    let next = base.newest == version ? ", or \(version + 1) if something has changed" : ""
    return "a version is not taken back: write \(version)\(next)"
  }
}
