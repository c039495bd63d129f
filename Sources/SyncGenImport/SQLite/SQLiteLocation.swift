import SyncGenCommandLine
import SyncGenDiagnostics

/// How a database is opened so that reading it creates no files next to it, which SQLite needs for
/// a database in write-ahead mode: a log (`-wal`) and an index of it (`-shm`).
struct SQLiteLocation {
  /// The name under which SQLite opens the file.
  let uri: String
  /// The folder with a copy of the database, if there is one.
  private let folder: String?
  private static let copyName = "copy.sqlite"

  init(of path: String) throws(FileReadError) {
    // SQLite looks for the log next to the file itself, not next to a link.
    let file = FileSystem.resolved(path) ?? path
    do throws(FileFailure) {
      switch try Self.state(of: file) {
      case .plain:
        (uri, folder) = (Self.uri(of: file), nil)
      case .withoutLog:
        // Without a log, no one has the database open.
        (uri, folder) = (Self.uri(of: file) + "?immutable=1", nil)
      case .withLogOnly:
        let copy = try FileSystem.createTemporaryFolder()
        (uri, folder) = (Self.uri(of: Path.join(copy, Self.copyName)), copy)
        try Self.copy(file, to: copy)
      }
    } catch {
      throw FileReadError(error.reason)
    }
  }

  private static func copy(_ file: String, to folder: String) throws(FileFailure) {
    do {
      for ending in ["", "-wal"] {
        let bytes = try FileSystem.read(file + ending)
        try FileSystem.replace(Path.join(folder, copyName + ending), with: bytes)
      }
    } catch {
      remove(folder)
      throw error
    }
  }

  private static func remove(_ folder: String) {
    FileSystem.removeTemporaryFolder(folder, with: ["", "-wal", "-shm"].map { copyName + $0 })
  }

  func removeCopy() {
    if let folder { Self.remove(folder) }
  }

  private enum State {
    /// Not in write-ahead mode, or with both files.
    case plain
    case withoutLog
    /// As a copy of the files of an app: the index is missing.
    case withLogOnly
  }

  private static func state(of file: String) throws(FileFailure) -> State {
    // The header has the version of the format twice; 2 is write-ahead mode.
    let header = try FileSystem.read(file, limit: 20)
    guard header.count == 20, header[18] == 2 || header[19] == 2 else { return .plain }
    let log = file + "-wal"
    guard FileSystem.exists(log) else { return .withoutLog }
    if FileSystem.exists(file + "-shm") { return .plain }
    return try FileSystem.read(log, limit: 1).isEmpty ? .withoutLog : .withLogOnly
  }

  private static func uri(of path: String) -> String {
    var uri = path.hasPrefix("/") ? "file://" : "file:"
    for scalar in path.unicodeScalars {
      switch scalar {
      case "%": uri += "%25"
      case "?": uri += "%3F"
      case "#": uri += "%23"
      default: uri.unicodeScalars.append(scalar)
      }
    }
    return uri
  }
}
