import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncStore
import SwiftSyncValues

/// The reason for a problem, as the queue keeps it. Its size has a limit, whatever a server sends.
struct ProblemReason: Hashable, Sendable {
  /// The limit of a message, in bytes.
  static let messageLimit = 4_096
  /// The limit of a body, in bytes. Of a larger one, nothing is kept.
  static let bodyLimit = 65_536

  let message: String
  let status: Int?
  let code: String?
  let body: Data?

  init(_ message: String, status: Int? = nil, code: String? = nil, body: Data? = nil) {
    self.message = message.cut(to: Self.messageLimit)
    self.status = status
    self.code = code?.cut(to: Self.messageLimit)
    guard let body, !body.isEmpty, body.count <= Self.bodyLimit else {
      self.body = nil
      return
    }
    // A copy, so that the rest of a long response is not kept in memory with it.
    self.body = Data(Array(body))
  }

  /// The reason that a failed request gives for its row.
  init(_ error: APIError) {
    guard let response = error.response else {
      self.init(error.description)
      return
    }
    let body = response.bodyLength <= Self.bodyLimit ? response.body : nil
    var code: String?
    if case .failed(_, let stated) = error { code = stated }
    var message: String?
    if case .status = error { message = Self.message(in: response) }
    self.init(
      message ?? error.description, status: response.status,
      code: code ?? body.flatMap { Self.text("code", in: $0) }, body: body)
  }

  /// The server's own words for people, if it has decided about the request.
  private static func message(in response: HTTP.ResponseSummary) -> String? {
    guard !(500...).contains(response.status), response.bodyLength <= bodyLimit else { return nil }
    // The last one is a summary of the kind of problem (RFC 9457). Elsewhere, it may be a member of
    // the row.
    let isProblem = ["type", "status"].contains { text($0, in: response.body) != nil }
    let keys = ["message", "detail", "error"] + (isProblem ? ["title"] : [])
    let words = keys.lazy.compactMap { text($0, in: response.body) }.first { !$0.isEmpty }
    return words.map(response.redacted)
  }

  /// A member of a JSON object, unless it is an object or a list.
  private static func text(_ key: String, in body: Data) -> String? {
    body.withUnsafeBytes { bytes in
      JSONValue.accept {
        try JSONScanner.token(at: [key], in: JSONSlice(bytes.bindMemory(to: UInt8.self)))?
          .scalarText
      }
    } ?? nil
  }
}

extension String {
  /// The text up to a number of bytes, without a part of a character at its end.
  fileprivate func cut(to limit: Int) -> String {
    guard utf8.count > limit else { return self }
    let mark = "…"
    var end = utf8.index(startIndex, offsetBy: limit - mark.utf8.count)
    while end > startIndex, end.samePosition(in: self) == nil { end = utf8.index(before: end) }
    return String(self[..<end]) + mark
  }
}
