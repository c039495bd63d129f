import SyncGenDiagnostics
import SyncGenEmit

/// Compares an output folder with the files that should be in it. It only reads.
struct OutputComparer: Sendable {
  let folder: OutputFolder
  /// The objects in the folder, by relative path.
  private(set) var present: [String: FileSystem.Kind] = [:]
  private(set) var leftovers: [String] = []
  private var manifestNames: [String] = []
  /// Links to folders outside the package.
  private var outsideLinks: [String] = []
  private(set) var manifests = FoundManifests()

  /// - Parameter inputs: What the files were generated from; `nil` for output without a manifest.
  static func compare(
    _ files: [GeneratedFile], from inputs: OutputManifest.Inputs?, with folder: OutputFolder
  ) throws(FileFailure) -> OutputComparison {
    let comparer = try OutputComparer(folder)
    var comparison = try comparer.comparison(with: files, from: inputs)
    if comparer.newerTool != nil { return comparison }
    comparison.manifestChanges = try comparer.manifestChanges(
      files, inputs, into: &comparison.obstacles)
    return comparison
  }

  private func comparison(
    with files: [GeneratedFile], from inputs: OutputManifest.Inputs?
  ) throws(FileFailure) -> OutputComparison {
    var comparison = OutputComparison()
    let (strays, newer) = try strays(besides: Set(files.map(\.path)))
    let lostNames = Set(strays.map { $0.path.lowercased() })
    let findings = ConcurrentMap.results(count: files.count) { index in
      Result { () throws(FileFailure) in
        try finding(of: files[index], from: inputs, lostNames: lostNames)
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
    comparison.leftovers = leftovers
    return comparison
  }

  init(_ folder: OutputFolder) throws(FileFailure) {
    self.folder = folder
    guard FileSystem.isFolder(folder.path) else { return }
    try list("")
    manifests = try FoundManifests(manifestNames, in: folder)
  }

  private mutating func list(_ subfolder: String) throws(FileFailure) {
    for (name, kind) in try FileSystem.entries(in: Path.join(folder.path, subfolder)) {
      let path = Path.join(subfolder, name)
      if FileSystem.isTemporary(name: name) { leftovers.append(path) }
      if subfolder.isEmpty, kind == .file, OutputManifest.isName(name) {
        manifestNames.append(name)
      }
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
    of file: GeneratedFile, from inputs: OutputManifest.Inputs?, lostNames: Set<String>
  ) throws(FileFailure) -> Finding {
    if let link = outsideLinks.first(where: { file.path.hasPrefix($0 + "/") }) {
      return .obstacle(.init(path: file.path, kind: .outside(link: link)))
    }
    guard let kind = try kind(of: file.path, lostNames: lostNames) else {
      if let newerTool { return .obstacle(.init(path: file.path, kind: .newerTool(newerTool))) }
      return .change(.init(path: file.path, kind: .missing, bytes: file.bytes))
    }
    guard kind == .file else { return .obstacle(.init(path: file.path, kind: .notAFile)) }
    let old = try FileSystem.read(Path.join(folder.path, file.path))
    if old.hasSameBytes(as: file.bytes) { return .same }
    if let obstacle = try obstacle(at: file.path, old) { return .obstacle(obstacle) }
    return .change(
      .init(path: file.path, kind: .changed(cause(of: file, old, inputs)), bytes: file.bytes))
  }

  /// The reason why a file is outdated.
  ///
  /// An edited file is not examined further. Another version of the tool has other templates and
  /// reads schemas differently, so neither can be identified as the cause.
  private func cause(
    of file: GeneratedFile, _ old: [UInt8], _ inputs: OutputManifest.Inputs?
  ) -> OutputComparison.Change.Cause {
    if !SourceFile(path: "", bytes: old).conflictMarkers.isEmpty { return .conflictMarkers }
    switch manifests.state(of: file.path, old) {
    case .edited: return .editedByHand
    case .unknown: return .unknown
    case .asWritten: break
    }
    guard let inputs, let manifest = manifests.single?.manifest, let former = manifest.inputs else {
      return .unknown
    }
    if manifest.toolVersion != ToolVersion.current { return .tool(manifest.toolVersion) }
    if former == inputs { return .unknown }
    if former.templates == inputs.templates { return .schema }
    return former.schema == inputs.schema ? .template(file.template) : .schemaAndTemplates
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
    if let kind = try obstacle(to: bytes, at: path) { return .init(path: path, kind: kind) }
    return newerTool.map { .init(path: path, kind: .newerTool($0)) }
  }

  private func obstacle(
    to bytes: [UInt8], at path: String
  ) throws(FileFailure) -> OutputComparison.Obstacle.Kind? {
    if let header = GeneratedHeader(readFrom: bytes) {
      return try header.schemaPath.flatMap { (path) throws(FileFailure) in
        try otherSchema(at: path)
      }
    }
    if manifests.state(of: path, bytes) == .asWritten { return nil }
    guard manifests.lists(path) else { return .handMade }
    let isConflict = !SourceFile(path: path, bytes: bytes).conflictMarkers.isEmpty
    return isConflict ? .conflictMarkers : .editedByHand
  }

  /// Another schema that a file is output of. One that no longer exists was renamed, and its output
  /// with it.
  private func otherSchema(
    at path: String
  ) throws(FileFailure) -> OutputComparison.Obstacle.Kind? {
    let file = Path.join(folder.path, path)
    guard path != folder.schemaPath, try FileSystem.kind(of: file) != nil else { return nil }
    return .otherSchema(Path.simplified(file))
  }

  /// The version of the tool that wrote the output, if it is newer than this one: it may know more.
  private var newerTool: String? {
    guard !folder.replacesNewer, let version = manifests.toolVersion,
      ToolVersion.isNewer(version, than: ToolVersion.current)
    else { return nil }
    return version
  }

  // MARK: Files that should not be there

  func strays(
    besides expected: Set<String>
  ) throws(FileFailure) -> ([OutputComparison.Change], [OutputComparison.Obstacle]) {
    var strays: [OutputComparison.Change] = []
    var newer: [OutputComparison.Obstacle] = []
    let wanted = expected.union(folder.claimed)
    for (path, kind) in present where kind == .file && !wanted.contains(path) {
      let place = Path.join(folder.path, path)
      let start = try FileSystem.read(place, limit: GeneratedHeader.reach)
      let bytes = { () throws(FileFailure) -> [UInt8] in try FileSystem.read(place) }
      if let header = GeneratedHeader(readFrom: start) {
        guard try isOwn(header, path) else { continue }
      } else {
        guard manifests.lists(path) else { continue }
        guard manifests.state(of: path, try bytes()) == .asWritten else { continue }
      }
      if let newerTool {
        newer.append(.init(path: path, kind: .newerTool(newerTool)))
      } else {
        let isEdited = manifests.state(of: path, try bytes()) == .edited
        strays.append(.init(path: path, kind: .stray(isEdited: isEdited), bytes: []))
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
