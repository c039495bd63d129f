package import SyncGenDiagnostics
package import SyncGenMigration
package import SyncGenSchema

/// The location of a schema's frozen versions: `Schemas/tracker.versions` next to
/// `Schemas/tracker.yaml`.
package struct VersionFolder: Hashable, Sendable {
  /// The path, relative like the schema's; `nil` for a schema that is not a file.
  private let path: String?

  package init(of schema: Schema) {
    path = schema.path == InputFile.standardInput ? nil : Self.path(for: schema.path)
  }

  /// The folder for a schema that need not exist.
  package init(besides path: String) {
    self.path = Self.path(for: path)
  }

  /// The folder for the path of a schema.
  package static func path(for path: String) -> String {
    let (folder, name) = Path.split(path)
    return Path.join(folder, Self.name(for: name))
  }

  /// The name of the folder for the name of a schema's file.
  static func name(for file: String) -> String {
    (file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file) + ".versions"
  }

  /// The path of a version's file; `nil` if the schema is not a file.
  package func path(of version: Int) -> String? {
    path.map { Path.join($0, "\(version).json") }
  }

  /// The existing frozen files. Files with other names are ignored.
  package func files() throws(FileFailure) -> [(version: Int, file: SourceFile)] {
    try files(named: Self.version(ofFile:))
  }

  /// Reports the frozen files that Git could not merge.
  ///
  /// - Returns: `false` if there are any.
  package func checkMerged(
    for schema: Schema, into bag: inout DiagnosticBag
  ) throws(FileFailure) -> Bool {
    var isMerged = true
    for (version, file) in try files() {
      let isFine = FrozenVersion.checkMerged(
        file, expected: version, schemaPath: schema.path, into: &bag)
      isMerged = isMerged && isFine
    }
    return isMerged
  }

  /// Versions that were frozen and withdrawn. There may be several of a number.
  package func withdrawnFiles() throws(FileFailure) -> [(version: Int, file: SourceFile)] {
    try files(named: Self.version(ofWithdrawnFile:))
  }

  /// The numbers of versions that were frozen and withdrawn.
  package func withdrawnVersions() throws(FileFailure) -> Set<Int> {
    guard let path, FileSystem.isFolder(path) else { return [] }
    return Set(
      try FileSystem.entries(in: path).compactMap { Self.version(ofWithdrawnFile: $0.name) })
  }

  private func files(
    named version: (String) -> Int?
  ) throws(FileFailure) -> [(version: Int, file: SourceFile)] {
    guard let path, FileSystem.isFolder(path) else { return [] }
    var files: [(version: Int, file: SourceFile)] = []
    for entry in try FileSystem.entries(in: path) {
      guard let version = version(entry.name) else { continue }
      let place = Path.join(path, entry.name)
      files.append((version, try InputFile.read(place, atMost: InputFile.dataLimit)))
    }
    return files
  }

  /// The version of a frozen file; `nil` for a file with another name.
  static func version(ofFile name: String) -> Int? {
    guard name.hasSuffix(".json"), let version = Int(name.dropLast(5)), version > 0,
      name == "\(version).json"
    else { return nil }
    return version
  }

  /// The version of a file such as `6-withdrawn.json` or `6-withdrawn-2.json`; `nil` for a file with
  /// another name.
  static func version(ofWithdrawnFile name: String) -> Int? {
    let parts = name.split(separator: "-", maxSplits: 1)
    guard name.hasSuffix(".json"), parts.count == 2, let version = Int(parts[0]), version > 0,
      parts[1] == "withdrawn.json" || parts[1].hasPrefix("withdrawn-")
    else { return nil }
    return version
  }

  /// Writes a version that does not exist yet.
  ///
  /// - Returns: `false` if another process was faster, whose file is kept.
  package func write(_ version: FrozenVersion) throws(FileFailure) -> Bool {
    guard let path, let file = self.path(of: version.version) else { return false }
    try FileSystem.createFolder(path)
    return try FileSystem.create(file, with: Array(version.text.utf8))
  }

  /// Gives the file of a version a name that states that it was withdrawn.
  ///
  /// - Returns: The path of the file.
  package func withdraw(_ version: Int, _ bytes: [UInt8]) throws(FileFailure) -> String {
    var path = Path.join(self.path ?? "", "\(version)-withdrawn.json")
    var number = 2
    while !(try FileSystem.create(path, with: bytes)) {
      path = Path.join(self.path ?? "", "\(version)-withdrawn-\(number).json")
      number += 1
    }
    try remove(version)
    return path
  }

  /// Deletes the file of a version, if it exists.
  package func remove(_ version: Int) throws(FileFailure) {
    guard let file = path(of: version) else { return }
    try FileSystem.remove(file)
  }
}

/// A schema with its frozen versions, and the steps between consecutive versions.
package struct SchemaVersions: Sendable {
  package let schema: Schema
  package let history: VersionHistory
  package let plan: VersionPlan
}
