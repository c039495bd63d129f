package import SyncGenDiagnostics

/// Something that the file system or the tool refused, with the path and the reason.
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
    /// A device, a pipe or a socket: reading it may never end.
    case notARegularFile
    /// The most bytes that the tool reads.
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
    case .tooLarge(let limit): "it is larger than \(limit >> 20) MB"
    }
  }

  package var description: String {
    "cannot \(operation.rawValue) '\(Path.simplified(path))': \(reason)"
  }
}

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
