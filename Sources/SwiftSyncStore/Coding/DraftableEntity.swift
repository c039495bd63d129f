@_spi(Generated) import SwiftSyncCoding

/// An entity of which a draft can begin without values: `Draft<Todo>()`. Only generated types
/// conform to it.
///
/// All entities conform, except those with a required member without a default that has no
/// placeholder: one whose type the app declares, so that only the app can create a value, and a
/// tagged value whose cases all have fields.
public protocol DraftableEntity: SyncedEntity {
  /// A row with the schema's defaults, and placeholders for the other required members.
  @_spi(Generated)
  static var blank: Self { get }

  /// The required members without a default, with their names in the metadata.
  @_spi(Generated)
  static var blankMembers: [AnyKeyPath: String] { get }
}

@_spi(Generated)
extension DraftableEntity where Self: NotGenerated {
  public static var blank: Self { unavailable }

  public static var blankMembers: [AnyKeyPath: String] { unavailable }
}
