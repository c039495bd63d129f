/// `sync:` of an entity. Attributes are positions in the entity's `attributes`.
@_spi(Generated)
public struct EntitySyncMetadata: Hashable, Sendable {
  /// Tells which of two versions of a row is newer (A12).
  public let clock: Int?
  /// Marks a row as deleted (A11).
  public let tombstone: Int?
  /// Whether deletion is soft: rows with a tombstone stay.
  public let keepsTombstones: Bool
  /// Seconds after which a soft-deleted row is purged; `nil` keeps it for ever.
  public let retention: Int?
  /// Says whether a row is archived.
  public let archiveFlag: Int?
  /// Says since when a row is archived.
  public let archiveDate: Int?
  /// Whether changes made on the device are recorded.
  public let isOffline: Bool

  /// Without arguments: nothing is said.
  public init(
    clock: Int? = nil, tombstone: Int? = nil, keepsTombstones: Bool = false,
    retention: Int? = nil, archiveFlag: Int? = nil, archiveDate: Int? = nil,
    offline isOffline: Bool = false
  ) {
    self.clock = clock
    self.tombstone = tombstone
    self.keepsTombstones = keepsTombstones
    self.retention = retention
    self.archiveFlag = archiveFlag
    self.archiveDate = archiveDate
    self.isOffline = isOffline
  }
}
