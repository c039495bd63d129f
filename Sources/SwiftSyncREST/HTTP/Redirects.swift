import SwiftSyncFoundation

/// Decides which redirects are followed, so that neither credentials nor writes reach a place that
/// the app did not name.
///
/// | Redirect | A GET or HEAD | Any other method |
/// |---|---|---|
/// | 301, 302, 303 | is followed | is an error: as a GET it would write nothing |
/// | 307, 308 | is followed | is followed within the origin, otherwise an error |
/// | from https to http | is an error | is an error |
enum Redirects {
  /// Returns the request that follows from a response, or `nil` if the response is not a redirect.
  ///
  /// - Throws: `APIError.refusedRedirect`.
  static func next(
    after response: HTTP.Response, to request: HTTP.Request
  ) throws(APIError) -> HTTP.Request? {
    guard [301, 302, 303, 307, 308].contains(response.status),
      let location = response.headers["Location"], !location.isEmpty
    else { return nil }
    guard let target = target(location, from: request.url) else {
      throw refusal(
        response, "'\(URLRedaction.redacted(reference: location))' is not an HTTP URL")
    }
    let isSameOrigin = Origin(target) == Origin(request.url)
    if Origin(request.url).scheme == "https", Origin(target).scheme != "https" {
      throw refusal(response, "\(target.absoluteString) is not encrypted, but the request is")
    }
    var next = request
    next.url = target
    if request.method != .get, request.method != .head {
      guard [307, 308].contains(response.status) else {
        throw refusal(
          response, "a \(request.method.rawValue) would become a GET of \(target.absoluteString)")
      }
      guard isSameOrigin else {
        throw refusal(
          response,
          "a \(request.method.rawValue) would go to another origin, \(target.absoluteString)")
      }
    }
    return isSameOrigin ? next : next.ofOtherOrigin
  }

  private static func refusal(_ response: HTTP.Response, _ reason: String) -> APIError {
    .refusedRedirect(HTTP.ResponseSummary(response), reason: URLRedaction.redacted(reason))
  }

  /// The URL that a server names, without the user and password, which the server has chosen.
  static func target(_ location: String, from url: URL) -> URL? {
    guard let target = URL(string: location, relativeTo: url)?.absoluteURL,
      var parts = URLComponents(string: target.absoluteString),
      ["http", "https"].contains(parts.scheme?.lowercased()), parts.host?.isEmpty == false
    else { return nil }
    parts.user = nil
    parts.password = nil
    parts.fragment = nil
    return parts.string.flatMap { URL(string: $0) }
  }
}

extension HTTP.Request {
  /// The header fields that may be sent to another origin. All others may contain credentials.
  private static let publicFields = ["accept", "accept-encoding", "accept-language", "user-agent"]

  /// The request for another origin, without credentials and without a body.
  var ofOtherOrigin: HTTP.Request {
    var request = self
    request.body = nil
    request.bodyFile = nil
    request.headers = HTTP.Headers()
    for name in Self.publicFields { request.headers[name] = headers[name] }
    request.isOfOtherOrigin = true
    return request
  }
}

/// The scheme, host and port of a URL (RFC 6454).
struct Origin: Hashable {
  let scheme: String
  let host: String
  let port: Int

  init(_ url: URL) {
    scheme = url.scheme?.lowercased() ?? ""
    host = url.host?.lowercased() ?? ""
    port = url.port ?? (scheme == "https" ? 443 : 80)
  }

  /// The origin as text, e.g. `https://cdn.example`, with its port unless it is the scheme's
  /// default.
  var text: String {
    let usual = scheme == "https" ? 443 : 80
    return "\(scheme)://\(host)\(port == usual ? "" : ":\(port)")"
  }
}

/// Removes possible secrets from URLs in messages.
enum URLRedaction {
  /// The text with user, password, fragment and query values removed from every URL.
  static func redacted(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "://")?.upperBound {
      result += rest[..<start]
      let end = rest[start...].firstIndex(where: endsURL) ?? rest.endIndex
      result += redacted(url: rest[start..<end])
      rest = rest[end...]
    }
    return result + rest
  }

  /// Like `redacted(_:)`, for a field whose URLs may be relative: the values of every query are
  /// removed.
  static func redacted(reference text: String) -> String {
    let text = redacted(text)
    var result = ""
    var rest = text[...]
    while let mark = rest.firstIndex(where: { $0 == "?" || $0 == "#" }) {
      let end = rest[mark...].firstIndex { endsURL($0) || ",;".contains($0) } ?? rest.endIndex
      result +=
        rest[..<mark] + (rest[mark] == "?" ? redacted(query: rest[mark..<end].dropFirst()) : "")
      rest = rest[end...]
    }
    return result + rest
  }

  private static func redacted(query: Substring) -> String {
    let parameters = query.prefix { $0 != "#" }.split(separator: "&").map { pair in
      pair.contains("=") ? "\(pair.prefix { $0 != "=" })=…" : "…"
    }
    return "?\(parameters.joined(separator: "&"))"
  }

  private static func endsURL(_ character: Character) -> Bool {
    character.isWhitespace || "\"'<>`".contains(character)
  }

  /// - Parameter url: The part of a URL after the two slashes.
  private static func redacted(url: Substring) -> String {
    let whole = url.prefix { $0 != "#" }
    let target = whole.prefix { $0 != "?" }
    let authority = target.prefix { $0 != "/" }
    let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] }
    let start = String(host ?? authority) + target[authority.endIndex...]
    guard target.endIndex < whole.endIndex else { return start }
    return start + redacted(query: whole[whole.index(after: target.endIndex)...])
  }
}
