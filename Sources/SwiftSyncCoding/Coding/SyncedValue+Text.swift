/// Identities as text, for rows of types that the schema does not have.
@_spi(Generated)
extension SyncedValue {
  /// The value as payloads write it.
  public var identityText: String { stored(in: .text)?.text ?? "" }

  /// Returns the value that payloads write as a string, or `nil` if the string is not a value of
  /// the type.
  public static func identity(ofText text: String) -> Self? {
    UnknownID.identity(text, as: valueType, in: .text).flatMap { $0.withBound(Self.init(column:)) }
  }
}
