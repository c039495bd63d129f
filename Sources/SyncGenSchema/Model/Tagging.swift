package import SyncGenDiagnostics

/// The cases of a tagged value: a value type whose objects state by one key which case they are.
package struct Tagging: Hashable, Sendable {
  package struct Case: NamedElement, Hashable, Sendable {
    package let name: SwiftIdentifier
    /// The value of the tag.
    package let value: EnumModel.RawValue
    /// The type of the fields; `nil` for a case without fields.
    package let type: ValueTypeID?
    /// Whether the fields are stated in the case, so that their type belongs to the tagged value.
    package let isInline: Bool
    package let notes: Notes
    package let span: SourceSpan
  }

  /// The key that distinguishes the cases, in payloads and in the stored text.
  package let tag: String
  /// At least one; their values are all strings or all integers.
  package let cases: [Case]
  package let unknownValues: EnumModel.UnknownValues
  /// Whether payloads contain the fields under the key that the tag's value names.
  package let isNested: Bool

  /// Whether the values of the tag are integers.
  package var hasIntegerTags: Bool {
    cases.contains { if case .int = $0.value { true } else { false } }
  }
}

extension EnumModel.RawValue {
  /// The value as the key of an object.
  package var key: String {
    switch self {
    case .string(let text): text
    case .int(let number): String(number)
    }
  }
}

extension ValueTypeModel {
  /// The key under which the stored text contains an unknown value as it was received.
  package static let unknownKey = "$unknown"

  /// Whether it contains the fields that a case of a tagged value states.
  package var isOfCase: Bool { name.name.contains(".") }

  /// The last part of the name: the type's name inside its tagged value.
  package var shortName: String {
    name.name.split(separator: ".").last.map(String.init) ?? name.name
  }
}
