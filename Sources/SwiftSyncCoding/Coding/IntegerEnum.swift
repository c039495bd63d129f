/// A generated enum whose raw values are integers.
///
/// With `unknown: keep`, it has the case `unknown(Int)` and an initializer that cannot fail.
@_documentation(visibility: internal)
public protocol IntegerEnum: OrderedValue, RawRepresentable<Int>, Codable {}

extension IntegerEnum {
  @_spi(Generated)
  public static var valueType: ValueType { .integerEnum(allowing: nil) }

  @_spi(Generated)
  public init?(column value: BoundValue) {
    guard let raw = Int(column: value) else { return nil }
    self.init(rawValue: raw)
  }

  @_spi(Generated)
  public func stored(in storage: StoredValue.Storage) -> StoredValue? {
    .integer(Int64(rawValue))
  }

  public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }

  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
