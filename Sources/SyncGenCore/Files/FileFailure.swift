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
