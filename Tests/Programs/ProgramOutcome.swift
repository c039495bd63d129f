/// The outcome of a run of a program.
package struct ProgramOutcome: Hashable, Sendable {
  /// The exit status, or the negated number of the signal that ended the program.
  package let status: Int32
  package let output: String
  package let errors: String

  package init(_ status: Int32, output: String = "", errors: String = "") {
    self.status = status
    self.output = output
    self.errors = errors
  }
}
