public import SwiftSyncFoundation

/// A request to an endpoint, without the base URL of a client.
public struct EndpointRequest: Hashable, Sendable {
  /// The HTTP method.
  public let method: HTTP.Method
  /// The path including its version. It is percent-encoded, except for placeholders without a value
  /// yet.
  public private(set) var path: String
  /// The query's parameters in order, not encoded.
  public private(set) var query: [QueryParameter] = []
  /// The values of secret parameters of a form.
  var formSecrets: [String] = []
  /// The body, which is JSON unless the headers have another `Content-Type`; `nil` for none.
  public var body: Data?
  /// The file that contains the body, used instead of `body`.
  public var bodyFile: URL?
  /// The body as parts of `multipart/form-data`, used instead of `body`.
  var parts: [MultipartPart]?
  /// The header fields, which replace the client's fields of the same name.
  public var headers = HTTP.Headers()
  /// How a response with a status from 200 to 299 indicates a failure; `nil` if it cannot.
  @_spi(Generated) public var failure: ResponseFailure?
  /// The time within which the response must be complete; `nil` for that of the client's `limits`.
  public var timeout: Duration?
  /// Whether the response's body is saved in a file.
  var savesResponse = false
  /// The keys of values in the query, body and response that descriptions and errors must not show.
  @_spi(Generated) public var secretKeys: Set<String> = []

  /// A parameter of a query.
  public struct QueryParameter: Hashable, Sendable {
    /// The name, not encoded.
    public let name: String
    /// The value, not encoded.
    public let value: String
  }

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - method: The HTTP method.
  ///   - path: The path, which may contain `{placeholders}`.
  ///   - timeout: The time within which the response must be complete; `nil` for that of the
  ///     client's `limits`.
  public init(_ method: HTTP.Method, _ path: String, timeout: Duration? = nil) {
    self.method = method
    self.path = PercentEncoding.encoded(path, keeping: Self.pathCharacters)
    self.timeout = timeout
  }

  /// Replaces the placeholder `{name}` with a value.
  ///
  /// All characters except unreserved ones (RFC 3986, 2.3) are encoded, so a value remains one
  /// segment. An empty string does not replace the placeholder, because a path without its last
  /// segment often identifies a whole list.
  public mutating func setPath(_ name: String, text value: String) {
    guard !value.isEmpty else { return }
    path = path.replacing("{\(name)}", with: PercentEncoding.encoded(value))
  }

  /// Adds a parameter to the query.
  public mutating func addQuery(_ name: String, text value: String) {
    query.append(QueryParameter(name: name, value: value))
  }

  /// Removes all parameters with a name from the query.
  package mutating func removeQuery(_ name: String) {
    query.removeAll { $0.name == name }
  }

  /// The values that descriptions of the request, its response and its errors must not show.
  var secrets: Secrets {
    guard !secretKeys.isEmpty else { return Secrets(values: Set(headers.secretValues)) }
    var secrets = Secrets(keys: secretKeys)
    let text = body.map { String(decoding: $0, as: UTF8.self) }
    if let json = text.flatMap({ text in JSONValue.accept { try JSONValue(json: text) } }) {
      secrets.values = secrets.values(in: json)
    }
    secrets.values.formUnion(headers.secretValues + secretParameters)
    return secrets
  }

  private var secretParameters: [String] {
    var texts = query.filter { secretKeys.contains($0.name) }.map(\.value)
    for part in parts ?? [] where secretKeys.contains(part.name) {
      if case .text(let text) = part.content { texts.append(text) }
    }
    return texts + formSecrets
  }

  /// Returns the complete URL: the base URL, to which the path and the query are appended.
  ///
  /// - Throws: `APIError.invalidURL` if the base URL is not one of HTTP, or has a query or a fragment,
  ///   or if a placeholder has no value.
  public func url(from baseURL: URL) throws(APIError) -> URL {
    let start = try Self.start(baseURL)
    let text = start + path + queryText
    guard !path.contains("{") else {
      throw .invalidURL(URLRedaction.redacted(text), reason: "a placeholder has no value")
    }
    guard !Self.hasDotSegment(path) else {
      throw .invalidURL(
        URLRedaction.redacted(text), reason: "'.' and '..' are not valid path segments")
    }
    guard let url = URL(string: text) else {
      throw .invalidURL(
        URLRedaction.redacted(text), reason: "it contains characters that RFC 3986 does not allow")
    }
    return url
  }

  /// The base URL without the slash at its end.
  private static func start(_ baseURL: URL) throws(APIError) -> String {
    let text = baseURL.absoluteString
    guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
      ["http", "https"].contains(scheme), let host = parts.host, !host.isEmpty
    else {
      throw .invalidURL(
        URLRedaction.redacted(text),
        reason: "the base URL needs a scheme, http or https, and a host")
    }
    guard parts.query == nil, parts.fragment == nil else {
      throw .invalidURL(
        URLRedaction.redacted(text), reason: "the base URL cannot have a query or a fragment")
    }
    return text.hasSuffix("/") ? String(text.dropLast()) : text
  }

  /// The query as it appears in the URL, with the question mark; empty without parameters.
  var queryText: String {
    guard !query.isEmpty else { return "" }
    let pairs = query.map {
      "\(PercentEncoding.encoded($0.name))=\(PercentEncoding.encoded($0.value))"
    }
    return "?" + pairs.joined(separator: "&")
  }

  /// Whether the path contains a dot segment, which would result in another path. Dots cannot be
  /// encoded (RFC 3986, 6.2.2.3).
  private static func hasDotSegment(_ path: String) -> Bool {
    path.split(separator: "/").contains { $0 == "." || $0 == ".." }
  }

  /// The other characters that a path may contain (RFC 3986, 3.3), including the braces of
  /// placeholders and the percent signs of encoded characters.
  private static let pathCharacters = "/!$&'()*+,:=@{}%"
}

extension EndpointRequest: CustomStringConvertible, CustomReflectable {
  /// The method, path and query without its values, e.g. `GET /api/tasks?since=…`. Header fields
  /// and the body are left out.
  public var description: String {
    let parameters = query.map { "\(PercentEncoding.encoded($0.name))=…" }.joined(separator: "&")
    return "\(method.rawValue) \(path)\(parameters.isEmpty ? "" : "?" + parameters)"
  }

  /// The mirror for debuggers and `dump`: the description, and the header fields without secrets.
  public var customMirror: Mirror {
    Mirror(self, children: ["request": description, "headers": headers], displayStyle: .struct)
  }
}
