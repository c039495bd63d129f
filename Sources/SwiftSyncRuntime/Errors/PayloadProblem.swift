/// Where and why a payload could not be read (A22).
public struct PayloadProblem: Hashable, Sendable {
  /// The file, if the payload is one.
  public let file: String?
  /// From the start of the payload, in bytes.
  public let offset: Int
  /// From 1.
  public let line: Int
  /// From 1, in Unicode scalars.
  public let column: Int
  /// The row and the keys that lead to the place, e.g. `[3].title`; empty outside of rows.
  public let path: String
  /// Lower case, no full stop.
  public let reason: String

  /// A problem; the applier makes them, and tests of apps may.
  public init(
    file: String?, offset: Int, line: Int, column: Int, path: String, reason: String
  ) {
    self.file = file
    self.offset = offset
    self.line = line
    self.column = column
    self.path = path
    self.reason = reason
  }
}

extension PayloadProblem: CustomStringConvertible {
  /// `file:line:column: reason (byte offset, at path)`.
  public var description: String {
    let place = path.isEmpty ? "byte \(offset)" : "byte \(offset), at \(path)"
    return "\(file ?? "payload"):\(line):\(column): \(reason) (\(place))"
  }
}
