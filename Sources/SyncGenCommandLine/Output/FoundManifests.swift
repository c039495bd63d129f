import SyncGenDiagnostics
import SyncGenEmit

/// The manifests in an output folder that describe what earlier runs of one schema wrote there.
///
/// There may be several: a schema whose name has changed has a new one.
struct FoundManifests: Sendable {
  /// What is known about a file by its digest.
  enum State: Hashable {
    case asWritten
    case edited
    /// No manifest lists the file, or a merge may have changed it.
    case unknown
  }

  /// The manifests by the names of their files.
  private(set) var byName: [String: OutputManifest] = [:]

  init() {}

  /// Reads those of the named files that describe output of the folder's schema.
  init(_ names: [String], in folder: OutputFolder) throws(FileFailure) {
    for name in names {
      let bytes = try FileSystem.read(Path.join(folder.path, name))
      let manifest = OutputManifest(readFrom: bytes)
      if try Self.isOwn(manifest, name, folder) { byName[name] = manifest }
    }
  }

  private static func isOwn(
    _ manifest: OutputManifest, _ name: String, _ folder: OutputFolder
  ) throws(FileFailure) -> Bool {
    guard let path = manifest.schemaPath, path != folder.schemaPath else {
      return name == folder.manifestName
        || manifest.schemaPath != nil && !folder.claimed.contains(name)
    }
    // A schema that no longer exists was renamed, and its output with it.
    guard name == folder.manifestName else { return false }
    return try FileSystem.kind(of: Path.join(folder.path, path)) == nil
  }

  /// The only manifest; `nil` if there are none or several.
  var single: (name: String, manifest: OutputManifest)? {
    byName.count == 1 ? byName.first.map { ($0.key, $0.value) } : nil
  }

  /// The version of the tool that wrote most recently here.
  var toolVersion: String? {
    byName.values.map(\.toolVersion).filter { !$0.isEmpty }
      .max { ToolVersion.isNewer($1, than: $0) }
  }

  /// Whether an earlier run wrote a file.
  func lists(_ path: String) -> Bool { byName.values.contains { $0.digests[path] != nil } }

  /// Whether a file is still as an earlier run wrote it.
  func state(of path: String, _ bytes: [UInt8]) -> State {
    let digests = byName.values.compactMap { $0.digests[path] }
    if digests.isEmpty { return .unknown }
    let digest = ContentDigest.text(of: bytes)
    if digests.contains(where: { $0.contains(digest) }) { return .asWritten }
    return byName.values.allSatisfy(\.isWhole) ? .edited : .unknown
  }
}
