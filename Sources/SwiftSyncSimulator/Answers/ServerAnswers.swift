import Foundation
@_spi(Generated) import SwiftSyncRuntime

/// Answers requests from the rows of the server, by what the schema declares.
final class ServerAnswers {
  let api: DescribedAPI
  let state: ServerState
  /// The responses to creations by their idempotency keys.
  private var keyed: [String: (request: Data?, response: HTTP.Response)] = [:]

  /// An endpoint with the values of the placeholders in its path.
  private struct Candidate {
    let endpoint: DescribedEndpoint
    let placeholders: [String: String]

    init(_ endpoint: DescribedEndpoint, _ placeholders: [String: String]) {
      self.endpoint = endpoint
      self.placeholders = placeholders
    }
  }

  init(_ api: DescribedAPI, _ state: ServerState) {
    self.api = api
    self.state = state
  }

  /// - Parameter pageSize: The number of rows in a page whose size the request does not state.
  /// - Throws: `NoAnswer` if the schema does not say what the answer is.
  func answer(_ request: HTTP.Request, pageSize: Int) throws -> HTTP.Response {
    let path = request.pathSegments
    let uploads = api.uploads.filter {
      $0.method == request.method.rawValue && RequestRoute($0.route).match(path) != nil
    }
    if let upload = uploads.max(by: { isWorse($0.route, $1.route) }) {
      return try answer(request, at: upload)
    }
    let candidates = try candidates(for: request, path)
    var combined: HTTP.Response?
    var failure: NoAnswer?
    for candidate in candidates {
      do {
        let next = try self.answer(request, at: candidate, pageSize)
        combined = try combined.map { try $0.filled(with: next) } ?? next
      } catch let error as NoAnswer {
        failure = failure ?? error
      }
      // Endpoints with one path are views of one resource only if they read.
      if candidate.endpoint.role != .list { break }
    }
    guard let combined else { throw failure ?? NoAnswer("the schema has no such endpoint") }
    return request.method == .head ? combined.withoutBody : combined
  }

  private func isWorse(_ left: String, _ right: String) -> Bool {
    let (left, right) = (RequestRoute(left).rank, RequestRoute(right).rank)
    return (left.count, left.literals) < (right.count, right.literals)
  }

  /// The endpoints with the method, the path and the parameters of a request.
  private func candidates(
    for request: HTTP.Request, _ path: [String]
  ) throws -> [Candidate] {
    let matches = api.endpoints.compactMap { endpoint -> Candidate? in
      guard endpoint.method == request.method.rawValue else { return nil }
      return RequestRoute(endpoint.route).match(path).map { Candidate(endpoint, $0) }
    }
    guard let best = matches.max(by: { isWorse($0.endpoint.route, $1.endpoint.route) }) else {
      throw NoAnswer("the schema has no such endpoint")
    }
    let rank = RequestRoute(best.endpoint.route).rank
    let equal = matches.filter { RequestRoute($0.endpoint.route).rank == rank }
    let names = Set(request.queryItems.map(\.name))
    let fitting = equal.filter { names.isSubset(of: $0.endpoint.parameters) }
    guard !fitting.isEmpty else {
      let known = equal.reduce(into: Set<String>()) { $0.formUnion($1.endpoint.parameters) }
      let unknown = names.subtracting(known).min() ?? names.min() ?? ""
      throw NoAnswer("'\(best.endpoint.name)' has no parameter '\(unknown)'")
    }
    return fitting
  }

  private func answer(
    _ request: HTTP.Request, at candidate: Candidate, _ pageSize: Int
  ) throws -> HTTP.Response {
    let endpoint = candidate.endpoint
    let refusals = RefusalAnswer(endpoint: endpoint)
    do {
      let routed = try RoutedRequest(endpoint, request, placeholders: candidate.placeholders)
      switch endpoint.role {
      case .list: return try ListAnswer(state: state, pageSize: pageSize).answer(routed)
      case .document: return try DocumentAnswer(state: state).answer(routed)
      case .get: return try SingleRowAnswer(state: state).fetch(routed)
      case .create: return try creation(routed)
      case .update: return try SingleRowAnswer(state: state).update(routed)
      case .delete: return try SingleRowAnswer(state: state).delete(routed)
      case nil:
        throw NoAnswer("the schema does not say what '\(endpoint.name)' does with rows")
      }
    } catch let refusal as Refusal {
      return try refusals.response(to: refusal)
    }
  }

  /// A creation, or the response to the one that had the same idempotency key.
  private func creation(_ routed: RoutedRequest) throws -> HTTP.Response {
    guard let header = routed.endpoint.idempotency, let key = routed.request.headers[header] else {
      return try SingleRowAnswer(state: state).create(routed)
    }
    if let known = keyed[key] {
      guard known.request == routed.request.body else {
        throw Refusal(422, "reused-key", "the key \(key) belongs to another request")
      }
      return known.response
    }
    let response = try SingleRowAnswer(state: state).create(routed)
    keyed[key] = (routed.request.body, response)
    return response
  }

  private func answer(
    _ request: HTTP.Request, at upload: DescribedUpload
  ) throws -> HTTP.Response {
    do {
      guard let body = try request.json else {
        throw Refusal(400, "bad-request", "the request has no body")
      }
      let json =
        switch upload.protocol {
        case .batch: try BatchAnswer(state: state, upload: upload).answer(body)
        case .operations: try OperationsAnswer(state: state, upload: upload).answer(body)
        }
      return .json(json)
    } catch let refusal as Refusal {
      return .json(["message": .string(refusal.message)], status: refusal.status)
    }
  }
}

extension HTTP.Response {
  /// A response with a JSON body.
  static func json(
    _ json: JSONValue, status: Int = 200, type: String = "application/json"
  ) -> HTTP.Response {
    HTTP.Response(
      status: status, headers: ["Content-Type": type], body: Data(json.json.utf8))
  }

  /// The response to a `HEAD`.
  fileprivate var withoutBody: HTTP.Response {
    var response = self
    response.headers["Content-Length"] = "\(body.count)"
    response.body = Data()
    return response
  }

  /// The response with the members that another one has too, if both are objects.
  fileprivate func filled(with other: HTTP.Response) throws -> HTTP.Response {
    guard isSuccess, other.isSuccess else { return self }
    var response = self
    response.headers = other.headers.merging(headers)
    let json = try JSONValue(json: String(decoding: body, as: UTF8.self))
    let others = try JSONValue(json: String(decoding: other.body, as: UTF8.self))
    response.body = Data(json.filled(with: others).json.utf8)
    return response
  }
}
