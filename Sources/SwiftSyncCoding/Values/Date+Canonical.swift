import SwiftSyncFoundation
import SwiftSyncValues

extension Date {
  /// Creates the date that the runtime's own tables store as text, or returns `nil` for `nil`.
  package init?(canonical text: String?) {
    guard var text,
      let microseconds = text.withUTF8({ DateText.microseconds(JSONSlice($0)) })
    else { return nil }
    self.init(timeIntervalSince1970: Double(microseconds) / 1_000_000)
  }
}
