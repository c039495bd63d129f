/// A type of answers that have rows of several entities. Only generated types conform to it.
///
/// Its members are those of the answer, and rows among them are models. `SyncStore.sync(_:as:options:progress:)` applies
/// an answer of the type to a store.
public protocol SyncedDocument: Codable, Hashable, Sendable {
  /// The name of the type in the schema.
  @_spi(Generated)
  static var documentName: String { get }
}

@_spi(Generated)
extension SyncedDocument where Self: NotGenerated {
  public static var documentName: String { unavailable }
}
