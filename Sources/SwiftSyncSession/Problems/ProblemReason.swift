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
    self.init(
      error.description, status: response.status, code: code ?? body.flatMap(Self.code), body: body)
  }

  /// The member `code` of a JSON object.
  private static func code(in body: Data) -> String? {
    body.withUnsafeBytes { bytes in
      JSONValue.accept {
        try JSONScanner.token(at: ["code"], in: JSONSlice(bytes.bindMemory(to: UInt8.self)))?
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
