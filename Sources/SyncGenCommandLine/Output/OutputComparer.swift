import SyncGenDiagnostics
package import SyncGenEmit

/// Compares an output folder with the files that should be in it. It only reads.
package struct OutputComparer: Sendable {
  private let folder: OutputFolder
  /// The objects in the folder, by relative path.
  private var present: [String: FileSystem.Kind] = [:]
  private var leftovers: [String] = []
  /// Links to folders outside the package.
  private var outsideLinks: [String] = []
  /// The digests of files without a header that an earlier run generated, by path.
  private var unmarked: [String: String] = [:]

  package static func compare(
    _ files: [GeneratedFile], with folder: OutputFolder
  ) throws(FileFailure) -> OutputComparison {
    let comparer = try OutputComparer(folder)
    var comparison = OutputComparison()
    let (strays, newer) = try comparer.strays(besides: Set(files.map(\.path)))
    let lostNames = Set(strays.map { $0.path.lowercased() })
    let findings = ConcurrentMap.results(count: files.count) { index in
      Result { () throws(FileFailure) in
        try comparer.finding(of: files[index], lostNames: lostNames)
      }
    }
    for finding in findings {
      switch try finding.get() {
      case .same: comparison.unchangedCount += 1
      case .change(let change): comparison.changes.append(change)
      case .obstacle(let obstacle): comparison.obstacles.append(obstacle)
      }
    }
    comparison.changes += strays
    comparison.obstacles += newer
    comparison.leftovers = comparer.leftovers
    return comparison
  }

  private init(_ folder: OutputFolder) throws(FileFailure) {
    self.folder = folder
    if FileSystem.isFolder(folder.path) { try list("") }
    guard present[UnmarkedFiles.path] == .file else { return }
    let list = try FileSystem.read(Path.join(folder.path, UnmarkedFiles.path))
    guard let header = GeneratedHeader(readFrom: list), try isOwn(header, UnmarkedFiles.path) else {
      return
    }
    unmarked = UnmarkedFiles.digests(in: list)
  }

  private mutating func list(_ subfolder: String) throws(FileFailure) {
    for (name, kind) in try FileSystem.entries(in: Path.join(folder.path, subfolder)) {
      let path = Path.join(subfolder, name)
      if FileSystem.isTemporary(name: name) { leftovers.append(path) }
      if name.hasPrefix(".") { continue }
      present[path] = kind
      if kind == .folder { try list(path) }
      if kind == .other, leadsOutside(Path.join(folder.path, path)) { outsideLinks.append(path) }
    }
  }

  private func leadsOutside(_ path: String) -> Bool {
    folder.bounds.map { !$0.contains(path) } ?? false
  }

  // MARK: Files that should be there

  /// The finding about one file.
  private enum Finding: Sendable {
    case same
    case change(OutputComparison.Change)
    case obstacle(OutputComparison.Obstacle)
  }

  private func finding(
    of file: GeneratedFile, lostNames: Set<String>
  ) throws(FileFailure) -> Finding {
    if let link = outsideLinks.first(where: { file.path.hasPrefix($0 + "/") }) {
      return .obstacle(.init(path: file.path, kind: .outside(link: link)))
    }
    guard let kind = try kind(of: file.path, lostNames: lostNames) else {
      return .change(.init(path: file.path, kind: .missing, bytes: file.bytes))
    }
    guard kind == .file else { return .obstacle(.init(path: file.path, kind: .notAFile)) }
    let old = try FileSystem.read(Path.join(folder.path, file.path))
    if old.hasSameBytes(as: file.bytes) { return .same }
    if let obstacle = try obstacle(at: file.path, old) { return .obstacle(obstacle) }
    let isSame = GeneratedHeader.isEqualIgnoringVersion(old, file.bytes)
    let change =
      isSame
      ? OutputComparison.Change.Kind.versionOnly : .changed(Self.cause(old, new: file.bytes))
    return .change(.init(path: file.path, kind: change, bytes: file.bytes))
  }

  /// The reason why a file is outdated.
  ///
  /// An edited file is not examined further. Another version of the tool has other templates and
  /// reads schemas differently, so neither can be identified as the cause.
  private static func cause(_ old: [UInt8], new: [UInt8]) -> OutputComparison.Change.Cause {
    if !SourceFile(path: "", bytes: old).conflictMarkers.isEmpty { return .conflictMarkers }
    guard let isEdited = GeneratedHeader.isEdited(old),
      let oldHeader = GeneratedHeader(readFrom: old),
      let newHeader = GeneratedHeader(readFrom: new)
    else { return .unknown }
    if isEdited { return .editedByHand }
    if oldHeader.toolVersion != newHeader.toolVersion { return .tool(oldHeader.toolVersion) }
    return oldHeader.templateDigest == newHeader.templateDigest
      ? .schema : .template(newHeader.template)
  }

  /// The kind of object at a path, including hidden folders.
  ///
  /// If the file system finds `Url.swift` for `URL.swift`, a stray file is not the one searched
  /// for.
  private func kind(
    of path: String, lostNames: Set<String>
  ) throws(FileFailure) -> FileSystem.Kind? {
    if let kind = present[path] { return kind }
    return lostNames.contains(path.lowercased())
      ? nil : try FileSystem.kind(of: Path.join(folder.path, path))
  }

  private func obstacle(
    at path: String, _ bytes: [UInt8]
  ) throws(FileFailure) -> OutputComparison.Obstacle? {
    guard let header = GeneratedHeader(readFrom: bytes) else {
      guard let digest = unmarked[path] else { return .init(path: path, kind: .handMade) }
      if UnmarkedFiles.digest(of: bytes) == digest { return nil }
      let isConflict = !SourceFile(path: path, bytes: bytes).conflictMarkers.isEmpty
      return .init(path: path, kind: isConflict ? .conflictMarkers : .editedByHand)
    }
    if isProtected(header) { return .init(path: path, kind: .newerTool(header.toolVersion)) }
    guard let other = header.schemaPath, other != folder.schemaPath else { return nil }
    // A schema that no longer exists was renamed, and its output with it.
    let otherFile = Path.join(folder.path, other)
    guard try FileSystem.kind(of: otherFile) != nil else { return nil }
    return .init(path: path, kind: .otherSchema(Path.simplified(otherFile)))
  }

  /// Whether a newer version of the tool wrote a file, which may know more than this one.
  private func isProtected(_ header: GeneratedHeader) -> Bool {
    !folder.replacesNewer && ToolVersion.isNewer(header.toolVersion, than: ToolVersion.current)
  }

  // MARK: Files that should not be there

  private func strays(
    besides expected: Set<String>
  ) throws(FileFailure) -> ([OutputComparison.Change], [OutputComparison.Obstacle]) {
    var strays: [OutputComparison.Change] = []
    var newer: [OutputComparison.Obstacle] = []
    let wanted = expected.union(folder.claimed)
    for (path, kind) in present where kind == .file && !wanted.contains(path) {
      let place = Path.join(folder.path, path)
      let start = try FileSystem.read(place, limit: GeneratedHeader.reach)
      let bytes = { () throws(FileFailure) in try FileSystem.read(place) }
      if let header = GeneratedHeader(readFrom: start) {
        guard try isOwn(header, path) else { continue }
        if isProtected(header) {
          newer.append(.init(path: path, kind: .newerTool(header.toolVersion)))
          continue
        }
        let isEdited = GeneratedHeader.isEdited(try bytes()) == true
        strays.append(.init(path: path, kind: .stray(isEdited: isEdited), bytes: []))
      } else if let digest = unmarked[path], UnmarkedFiles.digest(of: try bytes()) == digest {
        strays.append(.init(path: path, kind: .stray(isEdited: false), bytes: []))
      }
    }
    return (strays.sorted { $0.path < $1.path }, newer.sorted { $0.path < $1.path })
  }

  /// Whether a file is output of this schema, rather than of one with the same name in a subfolder.
  private func isOwn(
    _ header: GeneratedHeader, _ path: String
  ) throws(FileFailure) -> Bool {
    guard header.schemaPath == folder.schemaPath else { return false }
    guard let schemaPath = folder.schemaPath else {
      return header.template == ShardEmitter.template
    }
    var (subfolder, _) = Path.split(path)
    while !subfolder.isEmpty {
      let schema = Path.join(Path.join(folder.path, subfolder), schemaPath)
      if try FileSystem.kind(of: schema) != nil { return false }
      subfolder = Path.split(subfolder).folder
    }
    return true
  }
}
