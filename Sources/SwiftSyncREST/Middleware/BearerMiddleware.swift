import SwiftSyncFoundation
import SwiftSyncThreads

extension Middleware where Self == APIClient.BearerMiddleware {
  /// Adds an access token to each request, and refreshes the token when the server refuses it.
  ///
  /// ```swift
  /// let login = TrackerAPI(baseURL: server)
  /// let tokens: APIClient.BearerMiddleware = .bearer(token: keychain.accessToken) { _ in
  ///   let response = try await login.refresh(refreshToken: keychain.refreshToken)
  ///   keychain.save(response)
  ///   return response.accessToken
  /// }
  /// let api = TrackerAPI(baseURL: server, middleware: [tokens])
  /// ```
  ///
  /// `refresh` is called once, no matter how many responses have the status 401 at the same time. All
  /// waiting requests are then sent again, once each. A second 401 is returned. If `refresh` throws,
  /// each of them throws `APIError.tokenRefreshFailed`, and the next refused request calls it again.
  /// A call that is cancelled while it waits ends at once, without ending the refresh that others
  /// wait for.
  ///
  /// A request to an origin other than the client's does not get the token. Requests that `refresh`
  /// itself sends through this middleware are sent without a token, so that it does not wait for
  /// itself.
  ///
  /// - Parameters:
  ///   - token: The current token; `nil` to call `refresh` before the first request.
  ///   - header: The name of the header field.
  ///   - scheme: The prefix of the token in the field; empty for none.
  ///   - refresh: Returns a new token. It receives the token that the server refused, or nil if
  ///     there was none.
  public static func bearer(
    token: String? = nil, header: String = "Authorization", scheme: String = "Bearer",
    refresh: @escaping @Sendable (_ refused: String?) async throws -> String
  ) -> Self {
    Self(state: TokenState(token, refresh), header: header, scheme: scheme)
  }
}

extension APIClient {
  /// The middleware that `Middleware.bearer(token:header:scheme:refresh:)` creates.
  ///
  /// Keep it to replace the token, e.g. after the user has signed in or out.
  public struct BearerMiddleware: Middleware {
    let state: TokenState
    let header: String
    let scheme: String

    /// The token for the next request; `nil` if `refresh` must be called first.
    public var token: String? { state.token }

    /// Replaces the token, e.g. after the user has signed in or out.
    ///
    /// - Parameter token: The new token; `nil` to call `refresh` before the next request.
    public func setToken(_ token: String?) {
      state.set(token)
    }

    /// Adds the token and passes the request on. After status 401, sends it a second time with a new
    /// token.
    ///
    /// - Throws: `APIError.tokenRefreshFailed` if `refresh` throws, `CancellationError`, and the
    ///   error of `next`.
    public func send(_ request: HTTP.Request, next: Next) async throws -> HTTP.Response {
      guard !request.isOfOtherOrigin, !TokenState.isRefreshing.contains(ObjectIdentifier(state))
      else {
        return try await next(request)
      }
      let token: String
      if let known = state.token {
        token = known
      } else {
        token = try await state.refreshed(after: nil)
      }
      let response = try await next(signed(request, token))
      guard response.status == 401 else { return response }
      return try await next(signed(request, state.refreshed(after: token)))
    }

    private func signed(_ request: HTTP.Request, _ token: String) -> HTTP.Request {
      var request = request
      request.headers[header] = scheme.isEmpty ? token : "\(scheme) \(token)"
      request.headers.hide(header)
      return request
    }
  }
}

/// A token and its running refresh, if any.
///
/// `@unchecked`: the lock protects all mutable state.
final class TokenState: @unchecked Sendable {
  /// The states whose refresh the current task is part of.
  @TaskLocal static var isRefreshing: Set<ObjectIdentifier> = []

  private typealias Waiter = CheckedContinuation<String, any Error>

  private let lock = ThreadLock()
  private let refresh: @Sendable (String?) async throws -> String
  private var current: String?
  private var isRunning = false
  /// The number of replacements, so that a refresh does not undo a replacement made after it began.
  private var generation = 0
  private var waiters: [Int: Waiter] = [:]
  private var nextWaiter = 0

  init(_ token: String?, _ refresh: @escaping @Sendable (String?) async throws -> String) {
    current = token
    self.refresh = refresh
  }

  var token: String? { lock.withLock { current } }

  func set(_ token: String?) {
    lock.withLock {
      current = token
      generation += 1
    }
  }

  /// Waits for a token other than the refused one.
  ///
  /// - Throws: `APIError.tokenRefreshFailed`, or `CancellationError`.
  func refreshed(after refused: String?) async throws -> String {
    let number = lock.withLock {
      nextWaiter += 1
      return nextWaiter
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { wait($0, number, refused) }
    } onCancel: {
      let waiter = lock.withLock { waiters.removeValue(forKey: number) }
      waiter?.resume(throwing: CancellationError())
    }
  }

  private func wait(_ waiter: Waiter, _ number: Int, _ refused: String?) {
    // Checked under the lock: a cancellation either comes first and is seen here, or finds the
    // waiter.
    let (result, begins) = lock.withLock { () -> (Result<String, any Error>?, Int?) in
      if Task.isCancelled { return (.failure(CancellationError()), nil) }
      // Another call has received a new token in the meantime.
      if !isRunning, let current, current != refused { return (.success(current), nil) }
      waiters[number] = waiter
      guard !isRunning else { return (nil, nil) }
      isRunning = true
      return (nil, generation)
    }
    if let result { waiter.resume(with: result) }
    if let begins { run(refused, begins) }
  }

  /// Runs the refresh in its own task, which the cancellation of a call does not reach.
  private func run(_ refused: String?, _ begun: Int) {
    let refreshing = Self.isRefreshing.union([ObjectIdentifier(self)])
    Task.detached { [self] in
      let result: Result<String, any Error>
      do {
        let token = try await Self.$isRefreshing.withValue(refreshing) {
          try await refresh(refused)
        }
        result = .success(token)
      } catch {
        result = .failure(APIError.tokenRefreshFailed(APIError.TransportFailure(error)))
      }
      end(result, begun)
    }
  }

  /// Passes the token to the waiting calls. If the token was replaced in the meantime, the refresh
  /// concerns another login: the calls get the current token or wait for it.
  private func end(_ result: Result<String, any Error>, _ begun: Int) {
    let (waiting, isOutdated) = lock.withLock {
      isRunning = false
      let isOutdated = generation != begun
      if case .success(let token) = result, !isOutdated { current = token }
      defer { waiters = [:] }
      return (waiters.sorted { $0.key < $1.key }, isOutdated)
    }
    for (number, waiter) in waiting {
      if isOutdated {
        wait(waiter, number, nil)
      } else {
        waiter.resume(with: result)
      }
    }
  }
}
