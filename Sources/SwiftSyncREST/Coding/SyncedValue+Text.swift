/// Identities as text, for rows of types that a schema does not have.
@_spi(Generated)
extension SyncedValue {
  /// The value as payloads write it.
  public var identityText: String { stored(in: .text)?.text ?? "" }

  /// The value that payloads write as a text; `nil` if the text is not a value of the type.
  public static func identity(ofText text: String) -> Self? {
    if let value = StoredValue.text(text).withBound(Self.init(column:)) { return value }
    return Int64(text).flatMap { StoredValue.integer($0).withBound(Self.init(column:)) }
  }
}
