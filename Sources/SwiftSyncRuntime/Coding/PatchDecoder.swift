/// Reads the three-state members of an entity's patch from any decoder.
///
/// Attributes and relations that are not imported count as missing.
public struct PatchDecoder {
  private let source: PayloadDecoder

  public init(_ decoder: any Decoder, _ coding: EntityCoding) throws {
    source = try PayloadDecoder(decoder, coding)
  }

  /// The state of an attribute or of a reference.
  public func value<T: SyncedValue>(_ index: Int) throws -> Patch<T> {
    try source.value(index)
  }

  public func money(_ index: Int) throws -> Patch<Money> {
    try source.money(index)
  }

  /// The ids of a to-many relation, from a list of ids or of objects; null and repeated ones are dropped.
  public func ids<T: SyncedValue>(_ index: Int) throws -> Patch<[T]> {
    try source.ids(index)
  }
}
