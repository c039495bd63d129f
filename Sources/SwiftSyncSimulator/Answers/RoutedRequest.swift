import Foundation
import SwiftSyncRuntime

/// A request at an endpoint, with the values of its path and query.
struct RoutedRequest {
  let endpoint: DescribedEndpoint
  let request: HTTP.Request
  /// The values of the placeholders by name.
  let placeholders: [String: String]
  let query: [(name: String, value: String)]
  /// `nil` if there is no body.
  let body: JSONValue?

  /// - Throws: `Refusal` if the body is not JSON.
  init(
    _ endpoint: DescribedEndpoint, _ request: HTTP.Request, placeholders: [String: String]
  ) throws {
    self.endpoint = endpoint
    self.request = request
    self.placeholders = placeholders
    query = request.queryItems
    body = try request.json
  }

  /// The value of a parameter of the query or the body.
  func value(of parameter: DescribedPage.Parameter?) -> String? {
    guard let parameter else { return nil }
    guard parameter.inBody else { return value(of: parameter.name) }
    let keys = parameter.name.split(separator: ".").map(String.init)
    switch body?.value(at: keys) {
    case .string(let text): return text
    case .number(let number): return number.text
    default: return nil
    }
  }

  func value(of parameter: String) -> String? {
    query.last { $0.name == parameter }?.value
  }

  /// The members that the placeholders stand for, with their values.
  ///
  /// - Throws: `NoAnswer` for a placeholder that stands for no member.
  func members() throws -> [(member: String, value: String)] {
    try (endpoint.placeholders ?? []).map { pair in
      guard let name = pair.first ?? nil, pair.count > 1, let member = pair[1],
        let value = placeholders[name]
      else {
        throw NoAnswer(
          "the schema does not say what '{\((pair.first ?? nil) ?? "")}' in the path of "
            + "'\(endpoint.name)' stands for")
      }
      return (member, value)
    }
  }
}

extension HTTP.Request {
  /// The body as JSON; `nil` if there is none.
  ///
  /// - Throws: `Refusal` if it is not JSON.
  var json: JSONValue? {
    get throws {
      guard let body, !body.isEmpty else { return nil }
      do {
        return try JSONValue(json: String(decoding: body, as: UTF8.self))
      } catch {
        throw Refusal(400, "bad-request", "the body is not JSON")
      }
    }
  }
}
