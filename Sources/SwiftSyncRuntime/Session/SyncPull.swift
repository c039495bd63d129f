/// A step of a session that fetches rows into the store.
///
/// ```swift
/// SyncPull("projects") { try await api.projects(into: store) }
/// ```
public struct SyncPull: Sendable {
  /// What the summary calls it.
  public let name: String
  let pull: @Sendable () async throws -> SyncReport

  /// - Parameter pull: Fetches and applies; it may be called several times, so a repetition must do no harm.
  public init(_ name: String, _ pull: @escaping @Sendable () async throws -> SyncReport) {
    self.name = name
    self.pull = pull
  }
}
