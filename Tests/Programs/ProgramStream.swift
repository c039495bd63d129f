package import Foundation

/// The source or destination of a standard stream of a program.
package enum ProgramStream {
  /// `/dev/null`
  case nothing
  /// A file that the program opens: read as input, created or truncated as output.
  case file(URL)
  /// An open file of the tests, e.g. an end of a pipe.
  case handle(FileHandle)
  /// The destination of standard output, for standard error.
  case output
}
