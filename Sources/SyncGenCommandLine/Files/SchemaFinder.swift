import SyncGenDiagnostics

/// Finds the schemas of a command that names none.
package enum SchemaFinder {
  package enum Result: Hashable, Sendable {
    /// The schemas, sorted; at least one.
    case schemas([String])
    /// No schema was found, but these fragments.
    case nothing(fragments: [String])
  }

  /// The default location of schemas.
  package static let folder = "Schemas"
  /// The names of the folder, beginning with the default.
  private static let folders = [folder, "schemas"]
  private static let suffixes = [".yaml", ".yml"]

  /// The schemas in `Schemas` of the working folder, or of the nearest folder above it that
  /// contains some.
  package static func find() throws(FileFailure) -> Result {
    var fragments: [String] = []
    let depth = FileSystem.workingFolder?.split(separator: "/").count ?? 0
    for level in 0...depth {
      let above = Array(repeating: "../", count: level).joined()
      for folder in folders {
        let candidates = try files(in: above + folder)
        let schemas = try schemas(among: candidates)
        if !schemas.isEmpty { return .schemas(schemas) }
        // On a case-insensitive file system, both names are the same folder.
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

  /// The given files that are schemas, rather than fragments or anything else.
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

  /// Whether a file contains the key that a fragment lacks.
  private static func isSchema(_ bytes: [UInt8]) -> Bool {
    RootKeys(of: bytes).contains("swiftsync")
  }
}
