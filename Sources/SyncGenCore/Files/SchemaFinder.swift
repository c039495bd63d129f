import SyncGenDiagnostics

/// Finds the schemas that a command means when it is given none.
package enum SchemaFinder {
  package enum Result: Hashable, Sendable {
    /// At least one, sorted.
    case schemas([String])
    /// The fragments that were seen instead.
    case nothing(fragments: [String])
  }

  /// The default location of schemas.
  package static let folder = "Schemas"
  /// What the folder is called, the default first.
  private static let folders = [folder, "schemas"]
  private static let suffixes = [".yaml", ".yml"]

  /// The schemas in `Schemas` of the working folder, or of the nearest folder above it that has some.
  package static func find() throws(FileFailure) -> Result {
    var fragments: [String] = []
    let depth = FileSystem.workingFolder?.split(separator: "/").count ?? 0
    for level in 0...depth {
      let above = Array(repeating: "../", count: level).joined()
      for folder in folders {
        let candidates = try files(in: above + folder)
        let schemas = try schemas(among: candidates)
        if !schemas.isEmpty { return .schemas(schemas) }
        // Where the case of letters does not matter, both names are one folder.
        if !fragments.contains(where: candidates.contains) { fragments += candidates }
      }
    }
    return .nothing(fragments: fragments)
  }

  /// The schemas directly in a folder, sorted; if there are none, those in its folder `Schemas`.
  package static func schemas(in folder: String) throws(FileFailure) -> [String] {
    for path in [folder] + folders.map({ Path.join(folder, $0) }) {
      let found = try schemas(among: files(in: path))
      if !found.isEmpty { return found }
    }
    return []
  }

  /// Those of some files that are schemas, and neither fragments nor anything else.
  package static func schemas(among paths: [String]) throws(FileFailure) -> [String] {
    var schemas: [String] = []
    for path in paths where isSchema(try InputFile.read(path).bytes) { schemas.append(path) }
    return schemas
  }

  private static func files(in folder: String) throws(FileFailure) -> [String] {
    guard FileSystem.isFolder(folder) else { return [] }
    return try FileSystem.entries(in: folder).map(\.name)
      .filter { name in !name.hasPrefix(".") && suffixes.contains(where: name.hasSuffix) }
      .map { Path.join(folder, $0) }
      .filter { !FileSystem.isFolder($0) }
  }

  /// Whether a file has the key that a fragment lacks, told without reading it as YAML.
  private static func isSchema(_ bytes: [UInt8]) -> Bool {
    let lines = bytes[...].split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    return lines.contains(where: isVersionLine)
  }

  private static func isVersionLine(_ line: ArraySlice<UInt8>) -> Bool {
    // What begins a line, or a flow mapping, is a key of the document; what is indented is not.
    if line.first == UInt8(ascii: " ") { return false }
    let start = line.drop { byteOrderMark.contains($0) || [UInt8(ascii: "{"), space].contains($0) }
    return keys.contains { key in
      start.starts(with: key)
        && start.dropFirst(key.count).first { $0 != space } == UInt8(ascii: ":")
    }
  }

  private static let space = UInt8(ascii: " ")
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static let keys = ["swiftsync", "\"swiftsync\"", "'swiftsync'"].map { Array($0.utf8) }
}
