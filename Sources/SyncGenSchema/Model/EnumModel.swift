package import SyncGenDiagnostics

/// An enum of the schema with its raw values.
package struct EnumModel: NamedElement, Hashable, Sendable {
  package struct Case: NamedElement, Hashable, Sendable {
    package let name: SwiftIdentifier
    package let rawValue: RawValue
    package let notes: Notes
    package let span: SourceSpan
  }

  package enum RawValue: Hashable, Sendable {
    case string(String)
    case int(Int64)
  }

  /// How a value that matches no case is handled.
  package enum UnknownValues: String, CaseIterable, Hashable, Sendable {
    case keep
    case reject
  }

  package let name: SwiftIdentifier
  package let cases: [Case]
  /// Whether the raw values are integers. All are of the same kind.
  package let hasIntegerValues: Bool
  package let settings: EnumSettings
  package let span: SourceSpan

  package var notes: Notes { settings.notes }
  package var unknownValues: UnknownValues { settings.unknownValues }
}
