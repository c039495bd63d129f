import SyncGenEmit

extension OutputComparer {
  /// The changes of the folder's manifests.
  func manifestChanges(
    _ files: [GeneratedFile], _ inputs: OutputManifest.Inputs?,
    into obstacles: inout [OutputComparison.Obstacle]
  ) throws(FileFailure) -> [OutputComparison.Change] {
    var changes: [OutputComparison.Change] = []
    var wanted: String?
    if let name = folder.manifestName, let inputs, !files.isEmpty {
      wanted = name
      let manifest = OutputManifest(
        of: files, toolVersion: ToolVersion.current, schemaPath: folder.schemaPath, inputs: inputs)
      changes += try change(of: name, to: manifest, into: &obstacles).map { [$0] } ?? []
    }
    let strays = manifests.byName.keys.filter { $0 != wanted }.sorted()
    return changes + strays.map { .init(path: $0, kind: .stray(isEdited: false), bytes: []) }
  }

  private func change(
    of name: String, to manifest: OutputManifest, into obstacles: inout [OutputComparison.Obstacle]
  ) throws(FileFailure) -> OutputComparison.Change? {
    let path = Path.join(folder.path, name)
    let bytes = manifest.bytes
    guard let kind = try FileSystem.kind(of: path) else {
      return .init(path: name, kind: .missing, bytes: bytes)
    }
    guard kind == .file else {
      obstacles.append(.init(path: name, kind: .notAFile))
      return nil
    }
    let old = try FileSystem.read(path)
    guard let former = manifests.byName[name] else {
      let schema = OutputManifest(readFrom: old).schemaPath.map { Path.join(folder.path, $0) }
      obstacles.append(.init(path: name, kind: .otherSchema(Path.simplified(schema ?? ""))))
      return nil
    }
    if former.hasConflict {
      return .init(path: name, kind: .changed(.conflictMarkers), bytes: bytes)
    }
    guard former.isWhole, former.digests == manifest.digests else {
      return .init(path: name, kind: .changed(.digests), bytes: bytes)
    }
    // Then the next run with this tool need not render.
    if old.hasSameBytes(as: bytes), FileSystem.isNewerThanTool(path) { return nil }
    return .init(path: name, kind: .provenanceOnly, bytes: bytes)
  }

  // MARK: Unchanged output

  /// The files that the manifest lists, if it states these inputs and this tool, they are as it
  /// states, and there is nothing else to do in the folder.
  func unchangedPaths(from inputs: OutputManifest.Inputs) throws(FileFailure) -> [String]? {
    guard let (name, manifest) = manifests.single, name == folder.manifestName, manifest.isWhole,
      manifest.inputs == inputs, manifest.schemaPath == folder.schemaPath,
      manifest.toolVersion == ToolVersion.current, leftovers.isEmpty,
      FileSystem.isNewerThanTool(Path.join(folder.path, name))
    else { return nil }
    let paths = manifest.digests.keys.sorted()
    guard paths.allSatisfy({ present[$0] == .file }) else { return nil }
    let (strays, _) = try strays(besides: Set(paths))
    guard strays.isEmpty else { return nil }
    let states = ConcurrentMap.results(count: paths.count) { index in
      Result { () throws(FileFailure) in
        let bytes = try FileSystem.read(Path.join(folder.path, paths[index]))
        return manifests.state(of: paths[index], bytes)
      }
    }
    for state in states where try state.get() != .asWritten { return nil }
    return paths
  }
}
