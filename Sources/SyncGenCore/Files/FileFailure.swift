/// Something that the file system refused, with the path and the system's own words.
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

  package let operation: Operation
  package let path: String
  /// The system's `errno`.
  package let code: Int32

  package init(_ operation: Operation, _ path: String, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }

  package var reason: String {
    FileSystem.message(of: code)
  }

  package var description: String {
    "cannot \(operation.rawValue) '\(Path.simplified(path))': \(reason)"
  }
}
