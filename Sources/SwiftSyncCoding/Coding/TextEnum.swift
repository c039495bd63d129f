import SwiftSyncValues

/// A generated enum whose raw values are strings.
///
/// With `unknown: keep`, it has the case `unknown(String)` and an initializer that cannot fail.
@_documentation(visibility: internal)
public protocol TextEnum: OrderedValue, RawRepresentable<String>, Codable {}

extension TextEnum {
  @_spi(Generated)
  public static var valueType: ValueType { .textEnum(allowing: nil) }

  @_spi(Generated)
  public init?(column value: BoundValue) {
    guard value.kind == .text else { return nil }
    self.init(rawValue: value.slice.string)
  }

  @_spi(Generated)
  public func stored(in storage: StoredValue.Storage) -> StoredValue? { .text(rawValue) }

  public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }

  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
