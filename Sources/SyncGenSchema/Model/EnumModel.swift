package import SyncGenDiagnostics

/// An enum of the schema with its raw values.
package struct EnumModel: Hashable, Sendable {
  package struct Case: Hashable, Sendable {
    package let name: SwiftIdentifier
    package let rawValue: RawValue
    package let documentation: String?
    /// The case's former name, from `renamed-from`.
    package let formerName: FormerName?
    package let annotations: Annotations
    package let span: SourceSpan
  }

  package enum RawValue: Hashable, Sendable {
    case string(String)
    case int(Int64)
  }

  /// How a value that matches no case is handled.
  package enum UnknownValues: String, CaseIterable, Hashable, Sendable {
    case preserve
    case reject
  }

  package let name: SwiftIdentifier
  package let cases: [Case]
  /// Whether the raw values are integers. All are of the same kind.
  package let hasIntegerValues: Bool
  package let unknownValues: UnknownValues
  package let documentation: String?
  package let formerName: FormerName?
  package let annotations: Annotations
  package let span: SourceSpan
}
