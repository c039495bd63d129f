package import SyncGenDiagnostics

/// Files that a command line names, where `-` is standard input.
package enum InputFile {
  /// What messages call standard input.
  package static let standardInput = "<stdin>"

  /// How large a schema, a fragment or a template may be: many times as large as any that people write.
  package static let textLimit = 16 << 20
  /// How large the variables of a template may be, or a frozen version: programs write these.
  package static let dataLimit = 256 << 20

  package static func read(
    _ path: String, atMost limit: Int = textLimit
  ) throws(FileFailure) -> SourceFile {
    path == "-"
      ? SourceFile(path: standardInput, bytes: try FileSystem.readStandardInput(atMost: limit))
      : SourceFile(path: path, bytes: try FileSystem.read(path, atMost: limit))
  }
}
