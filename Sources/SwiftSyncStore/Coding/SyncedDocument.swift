@_spi(Generated) import SwiftSyncCoding

/// A payload type with rows of several entities. Only generated types conform to it.
///
/// Its members are those of the payload, and rows among them are models.
/// `SyncStore.apply(_:as:options:progress:)` applies such a payload to a store.
public protocol SyncedDocument: Codable, Hashable, Sendable {
  /// The name of the type in the schema.
  @_spi(Generated)
  static var documentName: String { get }
}

@_spi(Generated)
extension SyncedDocument where Self: NotGenerated {
  public static var documentName: String { unavailable }
}
