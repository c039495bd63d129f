@_spi(Generated) import SwiftSyncStore

/// The check whether a pull has come to a halt although the server has more rows.
///
/// The watermark of a request is older than the newest row that the device has. If a server sends
/// pages, and a page ends before that row, it contains nothing new, exactly like the response of a
/// server that has no newer rows.
struct StallCheck {
  /// The number of rows from which a response may be a page. Smaller responses are not checked, so
  /// that usual pulls need no further request.
  static let smallestPage = 10
  /// The number of microseconds after the newest row from which newer rows are asked for. With a
  /// millisecond, the newest rows are not sent again by servers that compare with `>=`.
  static let step: Int64 = 1000

  struct Requests: Sendable {
    /// The request for newer rows.
    let request: PushRequestWriter.Request
    /// The request that the pull sends.
    let usual: PushRequestWriter.Request
    let clock: StoredValue
    /// The key of the rows in the response.
    let list: String

    var reason: String {
      "the pull of '\(list)' is stalled: the server has rows that are newer than \(clock.text), but its pages end before them; a page must reach beyond the watermark plus the overlap"
    }
  }

  private var checked: Set<Int> = []

  /// Returns whether an entity is to be checked, which happens once in a push.
  mutating func begin(_ entity: Int) -> Bool { checked.insert(entity).inserted }
}
