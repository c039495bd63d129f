#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import SwiftSyncREST

  /// Whether a compressed body has arrived as a whole.
  ///
  /// curl decompresses bodies and does not report that a compressed body ends early. JSON that is
  /// cut off cannot be parsed, but a file, bytes or lines of JSON would be taken for the whole.
  enum CompressedBody {
    /// The request, which asks for an uncompressed body unless it expects JSON.
    ///
    /// A request that states `Accept-Encoding` itself is sent as it is.
    static func avoided(by request: HTTP.Request) -> HTTP.Request {
      guard request.headers["Accept-Encoding"] == nil, !expectsJSON(request) else { return request }
      var request = request
      request.headers["Accept-Encoding"] = "identity"
      return request
    }

    /// - Throws: `URLError` if the body may have ended early. A request that states
    ///   `Accept-Encoding` itself accepts this.
    static func check(
      _ response: HTTP.Response, to request: HTTP.Request
    ) throws -> HTTP.Response {
      guard request.headers["Accept-Encoding"] == nil, request.method != .head, response.isSuccess,
        let encoding = response.headers["Content-Encoding"], encoding.lowercased() != "identity",
        !expectsJSON(request) || isLines(response)
      else { return response }
      if let file = response.bodyFile { unlink(file.path) }
      throw URLError(
        .cannotDecodeContentData,
        userInfo: [
          NSLocalizedDescriptionKey:
            "the body has the content encoding '\(encoding)', so on this platform it cannot be checked that it is complete; send 'Accept-Encoding: identity' to request it uncompressed"
        ])
    }

    private static func expectsJSON(_ request: HTTP.Request) -> Bool {
      !request.savesResponse && request.headers["Accept"]?.lowercased().contains("json") ?? false
    }

    private static func isLines(_ response: HTTP.Response) -> Bool {
      let lines: Set<String> = [
        "application/x-ndjson", "application/ndjson", "application/jsonl",
        "application/json-lines",
      ]
      return response.mediaType.map(lines.contains) ?? false
    }
  }
#endif
