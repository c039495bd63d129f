package import SwiftSyncFoundation

/// The URL of the next page, as a page states it.
package struct PageLink: Hashable, Sendable {
  package let url: URL
  /// Whether the URL has another origin, which must not receive credentials.
  let isOfOtherOrigin: Bool

  /// - Parameters:
  ///   - text: The URL in the page, possibly relative to the page's own URL.
  ///   - page: The URL of that page.
  ///   - origin: The URL of the client's requests.
  /// - Throws: `APIError.foreignPage` if the schema does not allow the origin, and
  ///   `.unexpectedShape` if the text is not a URL.
  package init(
    _ text: String, after page: PageLink, from origin: URL, _ pages: EndpointPages,
    _ method: HTTP.Method, _ response: HTTP.Response
  ) throws(APIError) {
    guard let target = Redirects.target(Self.escaped(text), from: page.url) else {
      throw .unexpectedShape(
        HTTP.ResponseSummary(response), reason: "the URL of the next page is not an HTTP URL")
    }
    let (own, next) = (Origin(origin), Origin(target))
    url = target
    // As after a redirect: a URL that another origin names gets no credentials either.
    isOfOtherOrigin = own != next || page.isOfOtherOrigin
    guard isOfOtherOrigin else { return }
    let isKnown = own == next || pages.origins.contains { URL(string: $0).map(Origin.init) == next }
    let isDowngrade = own.scheme == "https" && next.scheme != "https"
    guard isKnown, !isDowngrade, method == .get else { throw .foreignPage(next.text) }
  }

  /// Creates the link of the first page.
  package init(_ url: URL) {
    self.url = url
    isOfOtherOrigin = false
  }

  /// The text with characters that are not valid in a URL percent-encoded: servers write
  /// `page[number]=2`, which not every version of `URL` accepts.
  private static func escaped(_ text: String) -> String {
    var isQuery = false
    var result: [UInt8] = []
    for byte in text.utf8 {
      if byte == UInt8(ascii: "?") { isQuery = true }
      let isBracket = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
      if byte > 0x20, byte < 0x7F, !unsafe.contains(byte), !(isBracket && isQuery) {
        result.append(byte)
      } else {
        PercentEncoding.append(byte, to: &result)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let unsafe = Set("\"<>\\^`{|}".utf8)
}
