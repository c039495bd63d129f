public import SwiftSyncFoundation

/// What an error keeps of a response.
public struct ResponseSummary: Hashable, Sendable {
  /// How much of a body is kept, in bytes.
  static let limit = 1024

  /// The status code.
  public let status: Int
  /// All header fields, e.g. `Retry-After`.
  public let headers: HTTPHeaders
  /// The first 1,024 bytes of the body.
  public let bodyStart: Data
  /// The length of the whole body, in bytes.
  public let bodyLength: Int

  /// What is kept of a response.
  public init(_ response: HTTPResponse) {
    status = response.status
    headers = response.headers
    bodyStart = Data(response.body.prefix(Self.limit))
    bodyLength = response.body.count
  }

  /// The start of the body as text; bytes that are not UTF-8 are replaced.
  public var text: String { String(decoding: bodyStart, as: UTF8.self) }
}

extension ResponseSummary: CustomStringConvertible {
  /// The start of the body, and how much there was.
  public var description: String {
    guard bodyLength > 0 else { return "an empty body" }
    return bodyLength > bodyStart.count ? "\(text)… (\(bodyLength) bytes)" : text
  }
}
