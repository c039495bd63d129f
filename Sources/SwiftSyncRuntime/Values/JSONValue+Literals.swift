extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(nilLiteral: ()) { self = .null }

  public init(booleanLiteral value: Bool) { self = .bool(value) }

  public init(integerLiteral value: Int64) { self = .number(Number(value)) }

  /// A literal beyond the range of a double becomes null.
  public init(floatLiteral value: Double) { self = Number(value).map(JSONValue.number) ?? .null }

  public init(stringLiteral value: String) { self = .string(value) }

  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// Of a repeated key the last counts.
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(Dictionary(members) { _, last in last })
  }
}
