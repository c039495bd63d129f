import SyncGenDiagnostics
import SyncGenEmit
import SyncGenSchema

/// Formats generated files with a command that a schema states, before they are compared and
/// written.
///
/// The files are written to a temporary folder next to the output, in which formatters find the same
/// settings as in the output folder.
struct OutputFormatter {
  private static let prefix = ".swiftsync-format-"
  /// The maximum length of all paths of one command line, in bytes.
  private static let batchSize = 100_000

  private let command: StatedCommand
  private let schema: Schema
  /// The temporary folder, with links resolved.
  private let folder: String

  /// The formatted files; empty if there is a mistake, which is added to the bag.
  static func format(
    _ files: [GeneratedFile], with command: StatedCommand, for schema: Schema,
    in output: OutputFolder, into bag: inout DiagnosticBag
  ) throws(FileFailure) -> [GeneratedFile] {
    if files.isEmpty { return files }
    let parent = existingFolder(above: output.path)
    try removeRemains(in: parent)
    let folder = Path.join(parent, "\(prefix)\(FileSystem.processID)")
    try FileSystem.createFolder(folder)
    defer { FileSystem.removeTree(folder) }
    let formatter = OutputFormatter(
      command: command, schema: schema, folder: FileSystem.resolved(folder) ?? folder)
    return try formatter.formatted(files, into: &bag)
  }

  /// Removes the folders of runs that were killed.
  private static func removeRemains(in parent: String) throws(FileFailure) {
    for (name, kind) in try FileSystem.entries(in: parent) where kind == .folder {
      guard name.hasPrefix(prefix), let processID = Int32(name.dropFirst(prefix.count)),
        !FileSystem.isRunning(processID)
      else { continue }
      FileSystem.removeTree(Path.join(parent, name))
    }
  }

  /// The folder, or the nearest one above it that exists.
  private static func existingFolder(above path: String) -> String {
    var folder = path
    while !folder.isEmpty, !FileSystem.isFolder(folder) {
      let parent = Path.split(folder).folder
      if parent == folder { break }
      folder = parent
    }
    return folder.isEmpty ? "." : folder
  }

  private func formatted(
    _ files: [GeneratedFile], into bag: inout DiagnosticBag
  ) throws(FileFailure) -> [GeneratedFile] {
    let paths = files.map { Path.join(folder, $0.path) }
    for (file, path) in zip(files, paths) {
      try FileSystem.createFolder(Path.split(path).folder)
      try FileSystem.replace(path, with: file.bytes)
    }
    for batch in Self.batches(of: paths) {
      guard try command.run(for: schema, files: batch, into: &bag) != nil else { return [] }
    }
    var formatted: [GeneratedFile] = []
    for (file, path) in zip(files, paths) {
      guard try FileSystem.kind(of: path) == .file else {
        bag.add(
          Diagnostic(
            .error, .commandFailed, "'\(command.text)' has removed '\(file.path)'",
            at: command.span))
        return []
      }
      formatted.append(file.with(bytes: try FileSystem.read(path)))
    }
    return formatted
  }

  /// The paths in lists that each fit into a command line.
  private static func batches(of paths: [String]) -> [[String]] {
    var batches: [[String]] = []
    var size = 0
    for path in paths {
      size += path.utf8.count
      if batches.isEmpty || size > batchSize {
        batches.append([])
        size = path.utf8.count
      }
      batches[batches.count - 1].append(path)
    }
    return batches
  }
}
