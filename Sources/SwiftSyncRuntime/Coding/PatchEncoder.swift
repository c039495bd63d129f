/// Writes the three-state members of an entity's patch to any encoder: what is missing is left out.
public struct PatchEncoder {
  private var target: PayloadEncoder

  public init(_ encoder: any Encoder, _ coding: EntityCoding) {
    target = PayloadEncoder(encoder, coding)
  }

  public mutating func set<T: SyncedValue>(_ index: Int, _ patch: Patch<T>) throws {
    if !patch.isMissing { try target.set(index, patch.value) }
  }

  public mutating func set(_ index: Int, money patch: Patch<Money>) throws {
    if !patch.isMissing { try target.set(index, money: patch.value) }
  }

  /// The ids of a to-many relation; null and an empty list both clear it.
  public mutating func set<T: SyncedValue>(_ index: Int, ids patch: Patch<[T]>) throws {
    if !patch.isMissing { try target.set(index, patch.value) }
  }
}
