public import Foundation

extension URL {
  /// The URL of a server that a test states or starts. A text that is no URL results in one to which
  /// no request can be sent.
  public static func server(_ text: String) -> URL {
    URL(string: text) ?? URL(fileURLWithPath: text)
  }
}
