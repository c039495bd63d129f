import SwiftSyncFoundation
import SwiftSyncThreads

/// A middleware that adds an access token to each request, and renews it when the server refuses it.
///
/// ```swift
/// let login = TrackerAPI(origin: origin)
/// let tokens = TokenMiddleware(token: keychain.accessToken) { _ in
///   let answer = try await login.refresh(refreshToken: keychain.refreshToken)
///   keychain.save(answer)
///   return answer.accessToken
/// }
/// let api = TrackerAPI(origin: origin, middleware: [tokens])
/// ```
///
/// If responses have the status 401, however many at the same time, `refresh` is called once. All requests that wait for
/// it are then sent again, each once. A second 401 is returned. If `refresh` throws, each of them throws
/// `APIError.tokenRefreshFailed`, and the next request that is refused calls it again. A call that is cancelled while it
/// waits ends at once, and does not end the refresh that others wait for.
///
/// A request to another origin than the client's does not get the token. Requests that `refresh` itself sends through
/// this middleware are sent without a token, so that it does not wait for itself.
public struct TokenMiddleware: Middleware {
  private let state: TokenState
  private let header: String
  private let scheme: String

  /// Creates a middleware.
  ///
  /// - Parameters:
  ///   - token: The token that is known; `nil` to call `refresh` before the first request.
  ///   - header: The name of the header field.
  ///   - scheme: The prefix of the token in the field; empty for none.
  ///   - refresh: Returns a new token. It receives the token that the server refused, or nil if there was none.
  public init(
    token: String? = nil, header: String = "Authorization", scheme: String = "Bearer",
    refresh: @escaping @Sendable (_ refused: String?) async throws -> String
  ) {
    state = TokenState(token, refresh)
    self.header = header
    self.scheme = scheme
  }

  /// The token that the next request is sent with; `nil` if `refresh` is called first.
  public var token: String? { state.token }

  /// Replaces the token, e.g. after the user has signed in or out.
  ///
  /// - Parameter token: The new token; `nil` to call `refresh` before the next request.
  public func setToken(_ token: String?) {
    state.set(token)
  }

  /// Adds the token and passes the request on, a second time with a new token after status 401.
  ///
  /// - Throws: `APIError.tokenRefreshFailed` if `refresh` throws, `CancellationError`, and the error of `next`.
  public func send(_ request: HTTPRequest, next: Next) async throws -> HTTPResponse {
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

  private func signed(_ request: HTTPRequest, _ token: String) -> HTTPRequest {
    var request = request
    request.headers[header] = scheme.isEmpty ? token : "\(scheme) \(token)"
    request.headers.hide(header)
    return request
  }
}

/// A token, and the one refresh of it that runs.
///
/// `@unchecked`: what is mutable is touched under the lock only.
private final class TokenState: @unchecked Sendable {
  /// The states whose refresh the current task is part of.
  @TaskLocal static var isRefreshing: Set<ObjectIdentifier> = []

  private typealias Waiter = CheckedContinuation<String, any Error>

  private let lock = ThreadLock()
  private let refresh: @Sendable (String?) async throws -> String
  private var current: String?
  private var isRunning = false
  /// Counts replacements, so that a refresh that began before one does not undo it.
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

  /// Waits for a token other than one that was refused.
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
    // Checked under the lock: a cancellation comes either before, and is seen, or finds the waiter.
    let (result, begins) = lock.withLock { () -> (Result<String, any Error>?, Int?) in
      if Task.isCancelled { return (.failure(CancellationError()), nil) }
      // Somebody else has got a new one meanwhile.
      if !isRunning, let current, current != refused { return (.success(current), nil) }
      waiters[number] = waiter
      guard !isRunning else { return (nil, nil) }
      isRunning = true
      return (nil, generation)
    }
    if let result { waiter.resume(with: result) }
    if let begins { run(refused, begins) }
  }

  /// In a task of its own, which the cancellation of a call does not reach.
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
        result = .failure(APIError.tokenRefreshFailed(TransportFailure(error)))
      }
      end(result, begun)
    }
  }

  /// Hands the token to the calls that wait for it. If the token was replaced meanwhile, the refresh belongs to another
  /// login: they get the token of the present one, or wait for it.
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
