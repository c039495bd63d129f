import Foundation
import Testing

enum MergedText {
  /// Expects that all lines of a schema remain, in their order; a mapping in braces may have more
  /// members.
  static func expectLines(of schema: String, in text: String) throws {
    var merged = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    for line in schema.split(separator: "\n", omittingEmptySubsequences: false) {
      let start = line.trimmingCharacters(in: .init(charactersIn: "}, "))
      let found = merged.firstIndex { $0.trimmingCharacters(in: .whitespaces).hasPrefix(start) }
      let index = try #require(found, "\(line) is gone")
      merged = merged[(index + 1)...]
    }
  }
}
