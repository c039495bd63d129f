import SyncGenDiagnostics

/// A value with the place where a schema states it.
struct Located<Value: Hashable & Sendable>: Hashable, Sendable {
  let value: Value
  let span: SourceSpan

  init(_ value: Value, at span: SourceSpan) {
    self.value = value
    self.span = span
  }
}
