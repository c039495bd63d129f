public import SwiftSyncStore

/// A client of a backend with which a `SyncSession` synchronizes a store. Generated clients conform
/// to it.
///
/// A client that is written by hand can conform too:
///
/// ```swift
/// extension WeatherClient: SyncedAPI {
///   typealias GeneratedSchema = WeatherSchema
///
///   static func pulls(of api: Self) -> [SyncSession.Pull] {
///     [.init("stations") { store in try await store.apply(.data(api.stations()), as: Station.self) }]
///   }
/// }
/// ```
public protocol SyncedAPI: Sendable {
  /// The schema of the store.
  associatedtype GeneratedSchema: StoreSchema

  /// The endpoints to which local changes are pushed, in this order. By default, there are none.
  static func uploads(of api: Self) -> [PushEndpoint]

  /// The steps that fetch rows, in this order.
  static func pulls(of api: Self) -> [SyncSession.Pull]

  /// What the endpoints accept and return, as JSON, for a `SimulatedBackend`. Generated code has it
  /// in debug builds; by default, it is nil.
  static var endpointDescription: String? { get }
}

extension SyncedAPI {
  /// No endpoints: nothing is pushed.
  public static func uploads(of api: Self) -> [PushEndpoint] { [] }
}

extension SyncedAPI {
  /// No description: a `SimulatedBackend` answers nothing.
  public static var endpointDescription: String? { nil }
}
