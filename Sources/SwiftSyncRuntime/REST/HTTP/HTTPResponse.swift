public import SwiftSyncFoundation

/// A response as it comes from a transport, of whatever status.
public struct HTTPResponse: Hashable, Sendable {
  /// The status code, e.g. 200.
  public var status: Int
  /// Its header fields.
  public var headers: HTTPHeaders
  /// What it carries; empty for nothing.
  public var body: Data

  /// A response; transports make them.
  public init(status: Int, headers: HTTPHeaders = [:], body: Data = Data()) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Whether the status says that the request was carried out.
  public var isSuccess: Bool { (200...299).contains(status) }

  /// The media type without its parameters, in lower case; `nil` if the response states none.
  public var mediaType: String? {
    headers["Content-Type"]?.split(separator: ";", omittingEmptySubsequences: false).first
      .map { $0.trimmedFieldValue.lowercased() }
  }

  /// Whether the body can be JSON by its media type: one of JSON's, or none at all.
  var maySayJSON: Bool {
    guard let type = mediaType, !type.isEmpty else { return true }
    return Self.jsonTypes.contains(type) || type.hasSuffix("+json")
  }

  private static let jsonTypes: Set<String> = [
    "application/json", "text/json", "application/x-ndjson", "application/ndjson",
    "application/jsonl", "application/json-lines",
  ]
}
