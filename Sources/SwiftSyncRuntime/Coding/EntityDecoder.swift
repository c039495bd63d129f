/// Reads the members of an entity from any decoder, by the rules that the applier follows for a new row.
///
/// A key that is missing gives the default, else nil, else an error (A1); so does null, except that it clears an
/// optional member (A2). Attributes that are not imported count as missing.
public struct EntityDecoder {
  let source: PayloadDecoder

  public init(_ decoder: any Decoder, _ coding: EntityCoding) throws {
    source = try PayloadDecoder(decoder, coding)
  }

  /// The value of a required member.
  public func value<T: SyncedValue>(_ index: Int) throws -> T {
    let found: Patch<T> = try source.value(index)
    if case .value(let value) = found { return value }
    if let value: T = source.defaultValue(index) { return value }
    throw source.absence(index, isNull: found.isNull)
  }

  /// The value of an optional member.
  public func optional<T: SyncedValue>(_ index: Int) throws -> T? {
    switch try source.value(index) as Patch<T> {
    case .value(let value): value
    case .null: nil
    case .missing: source.defaultValue(index)
    }
  }

  /// A required amount.
  public func money(_ index: Int) throws -> Money {
    let found = try source.money(index)
    if case .value(let value) = found { return value }
    if let value = source.defaultMoney(index) { return value }
    throw source.absence(index, isNull: found.isNull)
  }

  /// An optional amount.
  public func optionalMoney(_ index: Int) throws -> Money? {
    switch try source.money(index) {
    case .value(let value): value
    case .null: nil
    case .missing: source.defaultMoney(index)
    }
  }
}
