package import SyncGenDiagnostics

/// A value with its span in a schema.
package struct Located<Value> {
  package let value: Value
  package let span: SourceSpan

  init(_ value: Value, at span: SourceSpan) {
    self.value = value
    self.span = span
  }
}

extension Located: Equatable where Value: Equatable {}
extension Located: Hashable where Value: Hashable {}
extension Located: Sendable where Value: Sendable {}
