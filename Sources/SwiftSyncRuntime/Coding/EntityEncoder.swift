/// Writes the members of an entity to any encoder, in the form that payloads have.
///
/// Nil is written as null. Attributes that are not exported are left out.
public struct EntityEncoder {
  private var target: PayloadEncoder

  public init(_ encoder: any Encoder, _ coding: EntityCoding) {
    target = PayloadEncoder(encoder, coding)
  }

  public mutating func set<T: SyncedValue>(_ index: Int, _ value: T?) throws {
    try target.set(index, value)
  }

  public mutating func set(_ index: Int, money: Money?) throws {
    try target.set(index, money: money)
  }
}
