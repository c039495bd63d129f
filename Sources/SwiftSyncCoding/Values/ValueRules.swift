/// How the values of an attribute or of a field are read from payloads, whatever their type.
@_spi(Generated)
public struct ValueRules: Hashable, Sendable {
  /// Whether only the JSON type of the attribute's type is accepted.
  package var isStrict = false
  /// Whether an empty string counts as null.
  package var isEmptyNull = false

  public init() {}

  package init(isStrict: Bool) {
    self.isStrict = isStrict
  }

  /// The rules that metadata state by the keys of the schema language.
  ///
  /// - Parameters:
  ///   - isOptional: Whether values may be null.
  ///   - isOn: Whether a key is stated as true.
  package init(optional isOptional: Bool, _ isOn: (_ key: String) -> Bool) {
    isEmptyNull = isOn("empty-is-null") && isOptional
  }

  /// Whether strings are not read as they are.
  var editsText: Bool { isEmptyNull }

  /// The rules for the elements of a list.
  var ofElements: ValueRules { ValueRules(isStrict: isStrict) }

  package func with(strict isStrict: Bool) -> ValueRules {
    var copy = self
    copy.isStrict = isStrict
    return copy
  }
}
