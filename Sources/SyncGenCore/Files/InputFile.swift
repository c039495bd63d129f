package import SyncGenDiagnostics

/// Files that a command line names, where `-` is standard input.
package enum InputFile {
  /// What messages call standard input.
  package static let standardInput = "<stdin>"

  package static func read(_ path: String) throws(FileFailure) -> SourceFile {
    path == "-"
      ? SourceFile(path: standardInput, bytes: try FileSystem.readStandardInput())
      : SourceFile(path: path, bytes: try FileSystem.read(path))
  }
}
