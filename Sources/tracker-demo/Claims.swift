/// The error for a result that a demo does not expect.
struct UnexpectedResult: Error, CustomStringConvertible {
  let description: String
}

/// Prints a claim that is true, or ends the demo.
func check(_ isTrue: Bool, _ claim: String) throws {
  guard isTrue else { throw UnexpectedResult(description: "failed: \(claim)") }
  print("  ok: \(claim)")
}
