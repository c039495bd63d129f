public import SwiftSyncREST
public import SwiftSyncStore

extension SyncSession {
  /// What a session does in addition to the pushes and pulls of its client, and when.
  public struct Configuration: Sendable {
    /// Further steps that fetch rows, after those of the client, e.g. the list of each parent.
    public var pulls: [Pull]
    /// Changes the settings of each upload of the client, e.g. the size of its requests.
    public var upload: @Sendable (inout PushEndpoint) -> Void
    /// The policy for steps that fail temporarily. The default is `requests`.
    public var retry: HTTP.RetryPolicy
    /// The time from a local write until a started session pushes it. Writes during this time are
    /// pushed together. The default is 2 seconds.
    public var pushDelay: Duration
    /// The time between two runs of a started session. The default is 15 minutes.
    public var interval: Duration

    /// Creates a configuration.
    public init(
      pulls: [Pull] = [], retry: HTTP.RetryPolicy = .requests, pushDelay: Duration = .seconds(2),
      interval: Duration = .seconds(900),
      upload: @escaping @Sendable (inout PushEndpoint) -> Void = { _ in }
    ) {
      self.pulls = pulls
      self.retry = retry
      self.pushDelay = pushDelay
      self.interval = interval
      self.upload = upload
    }
  }

  /// A step of a session that fetches rows into the store.
  ///
  /// ```swift
  /// SyncSession.Pull("tasks") { store in try await api.tasks(project: id, into: store) }
  /// ```
  public struct Pull: Sendable {
    /// The name of the step in summaries.
    public let name: String
    let pull: @Sendable (SyncStore) async throws -> ApplyReport

    /// Creates a step.
    ///
    /// - Parameters:
    ///   - name: The name of the step in summaries.
    ///   - pull: Fetches rows and applies them to the session's store. It may be called several
    ///     times, so it must be repeatable.
    public init(
      _ name: String, _ pull: @escaping @Sendable (_ store: SyncStore) async throws -> ApplyReport
    ) {
      self.name = name
      self.pull = pull
    }
  }
}
