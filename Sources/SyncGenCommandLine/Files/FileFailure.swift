package import SyncGenDiagnostics

/// A failure of the file system or a refusal by the tool, with the path and the reason.
package struct FileFailure: Error, Hashable, CustomStringConvertible {
  package enum Operation: String, Hashable, Sendable {
    case read
    case write
    case list
    case create
    case remove
    case lock
    case watch
  }

  package enum Cause: Hashable, Sendable {
    /// The system's `errno`.
    case system(Int32)
    /// A device, a pipe or a socket, whose reading may never end.
    case notARegularFile
    /// The file exceeds the maximum size that the tool reads, in bytes.
    case tooLarge(limit: Int)
  }

  package let operation: Operation
  package let path: String
  package let cause: Cause

  package init(_ operation: Operation, _ path: String, code: Int32) {
    self.init(operation, path, .system(code))
  }

  package init(_ operation: Operation, _ path: String, _ cause: Cause) {
    self.operation = operation
    self.path = path
    self.cause = cause
  }

  package var reason: String {
    switch cause {
    case .system(let code): FileSystem.message(of: code)
    case .notARegularFile: "it is not a regular file"
    case .tooLarge(let limit): "it is larger than \(limit >> 20) MiB"
    }
  }

  package var description: String {
    "cannot \(operation.rawValue) '\(Path.simplified(path))': \(reason)"
  }
}

/// The files of a command line, where `-` means standard input.
package enum InputFile {
  /// The name of standard input in messages.
  package static let standardInput = "<stdin>"

  /// The maximum size of a schema, a fragment or a template: many times the size of any manually
  /// written one.
  package static let textLimit = 16 << 20
  /// The maximum size of a template's variables or a frozen version, which programs write.
  package static let dataLimit = 256 << 20

  package static func read(
    _ path: String, atMost limit: Int = textLimit
  ) throws(FileFailure) -> SourceFile {
    path == "-"
      ? SourceFile(path: standardInput, bytes: try FileSystem.readStandardInput(atMost: limit))
      : SourceFile(path: path, bytes: try FileSystem.read(path, atMost: limit))
  }
}
