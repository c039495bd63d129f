package import Foundation

/// Where a standard stream of a program leads.
package enum ProgramStream {
  /// `/dev/null`
  case nothing
  /// A file, which the program opens: read as input, made or emptied as output.
  case file(URL)
  /// Something that the tests have open, e.g. an end of a pipe.
  case handle(FileHandle)
  /// Where standard output leads; for errors.
  case output
}
