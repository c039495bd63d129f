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
  /// What the server can make the transport do at most. The client sets it.
  public var limits = TransferLimits()
  /// Whether a redirect leads it to another origin than the app has named: a transport adds no credentials and no
  /// cookies to it.
  public internal(set) var isOfOtherOrigin = false

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
  /// `GET https://tracker.example/tasks?since=…`, without what may be private: headers, body, user, password, and the
  /// values of the query.
  public var description: String {
    "\(method.rawValue) \(URLRedaction.redacted(url.absoluteString))"
  }
}
