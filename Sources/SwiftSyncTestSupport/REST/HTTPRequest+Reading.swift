import Foundation
public import SwiftSyncRuntime

/// What tests ask of a request.
extension HTTPRequest {
  /// The body as text; `nil` without one.
  public var bodyText: String? { body.map { String(decoding: $0, as: UTF8.self) } }

  /// The body's JSON; `nil` without a body.
  ///
  /// - Throws: `DecodingError` if the body is not JSON.
  public var bodyJSON: JSONValue? {
    get throws { try bodyText.map { try JSONValue(json: $0) } }
  }

  /// The query's values by their names, in their order and not encoded.
  public var query: [String: [String]] {
    let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
    return Dictionary(grouping: items, by: \.name).mapValues { $0.compactMap(\.value) }
  }
}
