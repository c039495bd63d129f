@_spi(Generated) public import SwiftSyncCoding
public import SwiftSyncFoundation

extension HTTP {
  /// A request as a transport receives it.
  public struct Request: Hashable, Sendable {
    /// The HTTP method.
    public var method: HTTP.Method
    /// The URL, including the query.
    public var url: URL
    /// The header fields.
    public var headers: HTTP.Headers
    /// The body; `nil` if there is none, or if it is in `bodyFile`.
    public var body: Data?
    /// The file that contains the body, used instead of `body`. A transport whose `streamsFiles` is
    /// false never receives one.
    public var bodyFile: URL?
    /// Whether the body of a response with a status from 200 to 299 is saved in a file,
    /// `HTTP.Response.bodyFile`.
    public var savesResponse = false
    /// Receives how many bytes of the body were sent; `nil` for no reports.
    public var progress: UploadFile.Progress?
    /// Receives how many bytes of the response's body have arrived; `nil` for no reports.
    public var downloadProgress: DownloadProgress?
    /// The time within which the response must be complete, if the endpoint states one. The client
    /// enforces it; a transport must not give up before.
    public var timeout: Duration?
    /// The limits that the transport must enforce. The client sets them.
    public var limits = TransferLimits()
    /// Whether the request goes to an origin other than the client's, because of a redirect or
    /// because a page contains the URL of the next one. A transport must not add credentials or
    /// cookies to such a request.
    public internal(set) var isOfOtherOrigin = false
    /// The values that descriptions of the request, its response and its errors must not show.
    var secrets = Secrets()

    /// Creates a request.
    public init(
      _ method: HTTP.Method, _ url: URL, headers: HTTP.Headers = [:], body: Data? = nil
    ) {
      self.method = method
      self.url = url
      self.headers = headers
      self.body = body
    }
  }
}

extension HTTP.Request: CustomStringConvertible {
  /// The method and URL, e.g. `GET https://tracker.example/tasks?since=…`, without data that may be
  /// private: headers, body, user, password, and the values of the query.
  public var description: String {
    secrets.redacted("\(method.rawValue) \(URLRedaction.redacted(url.absoluteString))")
  }
}

extension HTTP.Request: CustomReflectable {
  /// The mirror for debuggers and `dump`: the description, and the header fields without secrets.
  public var customMirror: Mirror {
    Mirror(
      self, children: ["request": description, "headers": secrets.redacted(headers.description)],
      displayStyle: .struct)
  }
}

extension HTTP {
  /// An HTTP method.
  public enum Method: String, CaseIterable, Hashable, Sendable {
    /// `GET`.
    case get = "GET"
    /// `HEAD`.
    case head = "HEAD"
    /// `POST`.
    case post = "POST"
    /// `PUT`.
    case put = "PUT"
    /// `PATCH`.
    case patch = "PATCH"
    /// `DELETE`.
    case delete = "DELETE"
  }
}

extension HTTP {
  /// A response as a transport returns it, whatever its status.
  public struct Response: Hashable, Sendable {
    /// The status code, e.g. 200.
    public var status: Int
    /// The header fields.
    public var headers: HTTP.Headers
    /// The body; empty if there is none, or if it is in `bodyFile`.
    public var body: Data
    /// The file that contains the body, if the request's `savesResponse` is true. The caller deletes
    /// it.
    public var bodyFile: URL?
    /// The values that descriptions of the response and its errors must not show.
    var secrets = Secrets()

    /// Creates a response.
    public init(
      status: Int, headers: HTTP.Headers = [:], body: Data = Data(), bodyFile: URL? = nil
    ) {
      self.status = status
      self.headers = headers
      self.body = body
      self.bodyFile = bodyFile
    }

    /// Whether the status is between 200 and 299.
    public var isSuccess: Bool { (200...299).contains(status) }

    /// The media type in lower case and without its parameters, or `nil` if the response has none.
    public var mediaType: String? {
      headers["Content-Type"]?.split(separator: ";", omittingEmptySubsequences: false).first
        .map { $0.trimmedFieldValue.lowercased() }
    }

    /// Whether the media type permits a JSON body: it is a JSON type, or there is none.
    package var maySayJSON: Bool {
      guard let type = mediaType, !type.isEmpty else { return true }
      return Self.jsonTypes.contains(type) || type.hasSuffix("+json")
    }

    private static let jsonTypes: Set<String> = [
      "application/json", "text/json", "application/x-ndjson", "application/ndjson",
      "application/jsonl", "application/json-lines",
    ]
  }
}

extension HTTP.Response: CustomStringConvertible, CustomReflectable {
  /// The status and the size of the body, e.g. `200, 120 bytes`.
  public var description: String { "\(status), \(FileBody.size(body, bodyFile)) bytes" }

  /// The mirror for debuggers and `dump`: the description, and the header fields without secrets.
  public var customMirror: Mirror {
    Mirror(
      self, children: ["response": description, "headers": secrets.redacted(headers.description)],
      displayStyle: .struct)
  }
}
