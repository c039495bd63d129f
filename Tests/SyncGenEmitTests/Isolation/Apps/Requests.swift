/// A middleware, as the documentation of the protocol shows it.
struct Authentication: Middleware {
  func send(_ request: HTTP.Request, next: Next) async throws -> HTTP.Response {
    var request = request
    request.headers["Authorization"] = "Bearer token"
    let response = try await next(request)
    guard response.status == 503 else { return response }
    return try await next(request)
  }
}

/// A middleware with its own state.
actor RequestCounter: Middleware {
  private var count = 0

  func send(_ request: HTTP.Request, next: Next) async throws -> HTTP.Response {
    count += 1
    return try await next(request)
  }
}

/// A transport without a network.
struct CannedTransport: Transport {
  let response: HTTP.Response

  func send(_ request: HTTP.Request) async throws -> HTTP.Response {
    try await Task.sleep(for: .seconds(1))
    return response
  }
}

/// A transport on the main actor.
@MainActor final class ShownTransport: Transport {
  private var requests: [HTTP.Request] = []

  func send(_ request: HTTP.Request) async throws -> HTTP.Response {
    requests.append(request)
    return HTTP.Response(status: 200, body: Data())
  }
}

func makeClient(_ store: SyncStore, for server: URL) -> TrackerAPI {
  let tokens: APIClient.BearerMiddleware = .bearer(token: nil) { _ in try await currentToken() }
  tokens.setToken("token")
  let client = APIClient(
    baseURL: server,
    transport: CannedTransport(response: HTTP.Response(status: 200, body: Data())),
    middleware: [
      .headers { ["Authorization": "Bearer \(try await currentToken())"] },
      .headers(["Accept": "*/*"]), .retry(), tokens, .log(), .log { print($0.duration) },
      RequestCounter(), Authentication(),
    ])
  return TrackerAPI(client)
}

func currentToken() async throws -> String { "token" }
