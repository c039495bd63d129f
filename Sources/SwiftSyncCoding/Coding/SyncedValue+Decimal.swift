public import SwiftSyncFoundation
import SwiftSyncValues

extension Decimal: SyncedValue {
  @_spi(Generated)
  public static var valueType: ValueType { .decimal }

  @_spi(Generated)
  public init?(column value: BoundValue) {
    guard value.kind == .text, let decimal = NumberText(value.slice)?.decimal else { return nil }
    self = decimal
  }

  @_spi(Generated)
  public func stored(in storage: StoredValue.Storage) -> StoredValue? {
    var text = description
    let arena = ByteArena(chunkSize: 256)
    return withExtendedLifetime(arena) {
      text.withUTF8 {
        NumberText(JSONSlice($0))?.canonicalDecimal(in: arena).map { .text($0.string) }
      }
    }
  }
}
