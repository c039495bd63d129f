import Foundation
public import SwiftSyncRuntime

/// Convenience properties for inspecting requests in tests.
extension HTTP.Request {
  /// The body as a string, or `nil` if there is none.
  public var bodyText: String? { body.map { String(decoding: $0, as: UTF8.self) } }

  /// The body as JSON, or `nil` if there is none.
  ///
  /// - Throws: `DecodingError` if the body is not JSON.
  public var bodyJSON: JSONValue? {
    get throws { try bodyText.map { try JSONValue(json: $0) } }
  }

  /// The decoded values of the query by name, in order.
  public var query: [String: [String]] {
    let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
    return Dictionary(grouping: items, by: \.name).mapValues { $0.compactMap(\.value) }
  }
}
