/// Why a file could not be read, in words for its user.
package struct FileReadError: Error, Hashable, Sendable {
  /// Lower case, no full stop, without the path.
  package let message: String
  package let code: DiagnosticCode

  package init(_ message: String, _ code: DiagnosticCode = .unreadableFile) {
    self.message = message
    self.code = code
  }
}
