import SwiftSyncFoundation
import SwiftSyncValues

extension EndpointRequest {
  /// The header fields that differ between requests for the same rows, or that affect only how rows
  /// are written.
  private static let otherHeaders: Set<String> = [
    "accept", "content-type", "idempotency-key", "if-none-match", "traceparent", "tracestate",
    "x-correlation-id", "x-request-id",
  ]

  /// A key under which the database remembers the state of a request: its method, path and query,
  /// and a digest of its body and header fields. Two searches or two workspaces must not share a
  /// watermark.
  ///
  /// Credentials and other secret values are not part of it, so each account needs its own
  /// database.
  package var source: String {
    var copy = self
    for key in secretKeys { copy.removeQuery(key) }
    let line = "\(method.rawValue) \(path)\(copy.queryText)"
    let fields = headers.sorted
      .filter { !headers.isSecret($0.name) && !Self.otherHeaders.contains($0.name.lowercased()) }
      .map { "\($0.name.lowercased()): \($0.value)" }
    let partTexts = (parts ?? []).map { "\($0)" }
    guard body != nil || !fields.isEmpty || !partTexts.isEmpty else { return line }
    let text = (fields + partTexts).joined(separator: "\n") + "\n\n"
    let digest = SHA256.hexDigest(of: Array(text.utf8) + Array(body ?? Data()))
    return "\(line) #\(digest.prefix(32))"
  }
}
