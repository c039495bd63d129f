extension SyncStore {
  /// Pushes local writes to an endpoint and applies its responses, until nothing is left to be sent.
  ///
  /// In the protocol `batch` it pulls what has changed on the server as well, also if there is nothing to push. What
  /// a response says is carried out in one transaction with the rows that it has, so that a push may be cut off at any
  /// point and repeated. Uploads of a store take turns.
  ///
  /// - Parameter progress: Gets what was done so far, after each response.
  /// - Throws: `APIError` if a request fails, `SyncError` if the database does, `CancellationError`. What was answered
  ///   before stays done, everything else pending.
  @discardableResult
  public func push(
    to endpoint: PushEndpoint, progress: (@Sendable (PushSummary) -> Void)? = nil
  ) async throws -> PushSummary {
    let (summary, error) = try await attemptPush(to: endpoint, progress: progress)
    if let error { throw error }
    return summary
  }

  /// As `push(to:progress:)`; an error is returned with what was done before.
  func attemptPush(
    to endpoint: PushEndpoint, progress: (@Sendable (PushSummary) -> Void)? = nil
  ) async throws -> (PushSummary, (any Error)?) {
    try await uploads.run {
      var run = PushRun(self, endpoint, progress)
      do {
        try await run.run()
        return (run.summary, nil)
      } catch {
        return (run.summary, error)
      }
    }
  }
}
