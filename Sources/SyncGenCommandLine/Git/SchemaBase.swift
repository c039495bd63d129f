import SyncGenDiagnostics
package import SyncGenSchema

/// Where the schemas are with which others are compared: a commit, or a folder with a copy.
package struct BaseArgument: Hashable, Sendable {
  package static let option = OptionDefinition(
    "against", takes: .text(placeholder: "REF|FOLDER"),
    "compare with a commit of Git, such as origin/main, or with a copy in another folder")

  /// The reference or the folder, as given by the user.
  package let name: String

  package init?(_ arguments: ParsedArguments) throws(UsageError) {
    guard let name = arguments.text(Self.option) else { return nil }
    if name.isEmpty {
      throw arguments.problem("option '--against' is empty, expected a reference or a folder")
    }
    self.name = name
  }

  /// Whether it is a folder; of a branch with the same name, the folder is used.
  package var isFolder: Bool { FileSystem.isFolder(name) }

  /// What a schema was there.
  package func base(of schema: Schema) throws -> SchemaBase {
    guard schema.path != InputFile.standardInput else {
      throw CommandFailure("'--against' needs a schema in a file, not standard input")
    }
    return try isFolder ? SchemaBase(of: schema, in: name) : SchemaBase(of: schema, at: name)
  }
}

/// The versions of a schema at a commit, or in another folder.
package struct SchemaBase: Sendable {
  /// The reference or the folder, as given by the user.
  package let name: String
  /// Whether it is a folder rather than a commit.
  package let isFolder: Bool
  /// The `version` of the schema; `nil` if there is no schema that states one.
  package let version: Int?
  /// The frozen files by version, ascending.
  package let files: [(version: Int, bytes: [UInt8])]
  /// The files of withdrawn versions by version, ascending. There may be several of a number.
  package let withdrawn: [(version: Int, bytes: [UInt8])]
  /// Where this branch and the commit have gone apart; `nil` if the commit is part of this branch,
  /// or if that is not known.
  let origin: Origin?

  /// What the last common commits have.
  package struct Origin: Sendable {
    let version: Int?
    /// The frozen files by version.
    let frozen: [Int: [[UInt8]]]

    package init(version: Int?, files: [(version: Int, bytes: [UInt8])]) {
      self.version = version
      frozen = files.reduce(into: [:]) { $0[$1.version, default: []].append($1.bytes) }
    }
  }

  /// Whether the schema exists there.
  package var isKnown: Bool { version != nil || !files.isEmpty }

  /// The place in a sentence: `at 'main'`, or `in 'folder'`.
  package var place: String { isFolder ? "in '\(name)'" : "at '\(name)'" }

  /// The newest frozen version.
  package var newest: Int? { files.last?.version }

  package init(
    name: String, version: Int?, files: [(version: Int, bytes: [UInt8])],
    withdrawn: [(version: Int, bytes: [UInt8])] = [], origin: Origin?
  ) {
    self.name = name
    isFolder = false
    self.version = version
    self.files = files.sorted { $0.version < $1.version }
    self.withdrawn = withdrawn.sorted { $0.version < $1.version }
    self.origin = origin
  }

  // MARK: Commits

  /// The `version` of a schema, and its files in the folder of the versions.
  private struct Content {
    var version: Int?
    var frozen: [(version: Int, bytes: [UInt8])] = []
    var withdrawn: [(version: Int, bytes: [UInt8])] = []
  }

  init(of schema: Schema, at reference: String) throws {
    let (folder, file) = Path.split(schema.path)
    let git = Git(in: folder)
    let commit = try git.commit(of: reference)
    let content = try Self.content(of: file, at: commit, git)
    self.init(
      name: reference, version: content.version, files: content.frozen,
      withdrawn: content.withdrawn, origin: try Self.origin(of: commit, file, git))
  }

  private static func content(
    of file: String, at commit: String, _ git: Git
  ) throws -> Content {
    let entries = try git.entries(at: commit, [file, VersionFolder.name(for: file) + "/"])
    let contents = try git.contents(of: entries)
    var content = Content()
    for (entry, bytes) in zip(entries, contents) {
      let name = Path.split(entry.path).name
      if entry.path == file {
        content.version = StatedVersion.version(in: SourceFile(path: file, bytes: bytes))
      } else if let version = VersionFolder.version(ofFile: name) {
        content.frozen.append((version, bytes))
      } else if let version = VersionFolder.version(ofWithdrawnFile: name) {
        content.withdrawn.append((version, bytes))
      }
    }
    return content
  }

  /// After merges in both directions there may be several last common commits.
  private static func origin(
    of commit: String, _ file: String, _ git: Git
  ) throws -> Origin? {
    let bases = try git.bases(of: commit, and: "HEAD")
    if bases.isEmpty || bases.contains(commit) { return nil }
    let contents = try bases.map { try content(of: file, at: $0, git) }
    return Origin(
      version: contents.compactMap(\.version).max(), files: contents.flatMap(\.frozen))
  }

  // MARK: Folders

  /// - Parameter folder: A copy of the package, or of the folder of the schema.
  init(of schema: Schema, in folder: String) throws {
    name = folder
    isFolder = true
    origin = nil
    let path = Self.path(of: schema, in: folder)
    let versions = VersionFolder(besides: path)
    files = try versions.files().map { ($0.version, $0.file.bytes) }
      .sorted { $0.version < $1.version }
    withdrawn = try versions.withdrawnFiles().map { ($0.version, $0.file.bytes) }
      .sorted { $0.version < $1.version }
    version =
      try FileSystem.kind(of: path) == .file
      ? StatedVersion.version(in: try InputFile.read(path)) : nil
  }

  private static func path(of schema: Schema, in folder: String) -> String {
    let place = PackageBounds.destination(of: schema.path)
    let root = PackageBounds(of: schema).root
    if Path.isInside(place, root) {
      let below = String(place.dropFirst(root == "/" ? 1 : root.count + 1))
      let path = Path.join(folder, below)
      if FileSystem.exists(path) || FileSystem.isFolder(VersionFolder.path(for: path)) {
        return path
      }
    }
    return Path.join(folder, Path.split(schema.path).name)
  }
}
