public import SwiftSyncFoundation

/// A request as it goes to a transport.
public struct HTTPRequest: Hashable, Sendable {
  /// What it wants.
  public var method: HTTPMethod
  /// Where it goes, with the query.
  public var url: URL
  /// Its header fields.
  public var headers: HTTPHeaders
  /// What it carries; `nil` for nothing.
  public var body: Data?

  /// A request.
  public init(
    _ method: HTTPMethod, _ url: URL, headers: HTTPHeaders = [:], body: Data? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}

extension HTTPRequest: CustomStringConvertible {
  /// `GET https://…`, without headers and body: they may be private.
  public var description: String { "\(method.rawValue) \(url.absoluteString)" }
}
