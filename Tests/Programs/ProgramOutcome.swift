/// What a run of a program gave.
package struct ProgramOutcome: Hashable, Sendable {
  /// The exit status, or the number of the signal that ended it, made negative to keep the two apart.
  package let status: Int32
  package let output: String
  package let errors: String

  package init(_ status: Int32, output: String = "", errors: String = "") {
    self.status = status
    self.output = output
    self.errors = errors
  }
}
