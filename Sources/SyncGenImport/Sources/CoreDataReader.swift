import SyncGenCommandLine
import SyncGenDiagnostics

/// Reads a Core Data model: a bundle with versions, or one version.
enum CoreDataReader: SourceReader {
  static func read(_ paths: [String], _ options: ImportOptions) throws -> ImportedSchema {
    guard let stated = paths.first, paths.count == 1 else {
      throw ImportFailure(at: paths.last, "only one Core Data model can be imported at a time")
    }
    let path = stated.hasSuffix("/") ? String(stated.dropLast()) : stated
    let (all, newer) = try versions(of: path)
    let names = try readable(all, of: path)
    var files: [SourceFile] = []
    for name in names {
      let folder = name.isEmpty ? path : Path.join(path, name)
      files.append(try InputFile.read(Path.join(folder, "contents")))
    }
    do throws(FileReadError) {
      var schema = try CoreDataImport.read(files)
      for name in all where !names.contains(name) {
        schema.remarks.append(
          ImportRemark(
            at: Path.join(path, name),
            "the version has no file 'contents', as of older versions of Xcode, and is not imported"
          ))
      }
      for name in newer {
        schema.remarks.append(
          ImportRemark(
            at: Path.join(path, name), "the version is newer than the current one and not imported")
        )
      }
      return schema
    } catch {
      throw ImportFailure(at: path, error.message)
    }
  }

  /// The versions up to the current one, the oldest first, and those after it; one without a name
  /// for a model outside a bundle.
  private static func versions(of path: String) throws -> (read: [String], newer: [String]) {
    guard path.hasSuffix(".xcdatamodeld") else { return ([""], []) }
    let end = ".xcdatamodel"
    let names = try FileSystem.entries(in: path).map(\.name).filter { $0.hasSuffix(end) }
      .map { String($0.dropLast(end.count)) }
    guard let last = CoreDataVersionNames.last(of: names) else {
      throw ImportFailure(at: path, "the bundle has no version")
    }
    let list = Path.join(path, ".xccurrentversion")
    var current = last + end
    if try FileSystem.kind(of: list) != nil {
      do throws(FileReadError) {
        current = try CoreDataImport.currentVersion(try file(list)) ?? current
      } catch {
        throw ImportFailure(at: path, error.message)
      }
    }
    guard current.hasSuffix(end), names.contains(String(current.dropLast(end.count))) else {
      throw ImportFailure(at: list, "the bundle has no version '\(current)'")
    }
    let versions = CoreDataVersionNames(names, current: String(current.dropLast(end.count)))
    return (versions.read.map { $0 + end }, versions.newer.map { $0 + end })
  }

  /// The versions in the format that is read.
  private static func readable(_ names: [String], of path: String) throws -> [String] {
    guard let current = names.last, !current.isEmpty else { return names }
    let readable = try names.filter {
      try FileSystem.kind(of: Path.join(Path.join(path, $0), "contents")) != nil
    }
    guard readable.last == current else {
      throw ImportFailure(
        at: Path.join(path, current),
        "the current version has no file 'contents'; save the model with a newer version of Xcode")
    }
    return readable
  }

  private static func file(_ path: String) throws(FileReadError) -> SourceFile {
    do throws(FileFailure) {
      return try InputFile.read(path)
    } catch {
      throw FileReadError(error.description)
    }
  }
}
