/// Every kind of problem that the tool reports.
///
/// The raw values are permanent: users search for them and silence them in scripts.
package enum DiagnosticCode: String, CaseIterable, Hashable, Sendable {
  case unknownKey = "unknown-key"
}
