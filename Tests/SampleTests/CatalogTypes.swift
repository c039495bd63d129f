import Foundation
import SwiftSyncRuntime

/// Text in lower case without spaces at its ends. A value that can be created without `init(stored:)`.
struct Code: StoredScalar {
  struct Empty: Error {}

  let stored: String

  init(stored: String) throws {
    let text = stored.trimmingCharacters(in: .whitespaces).lowercased()
    guard !text.isEmpty, text != "none" else { throw Empty() }
    self.stored = text
  }

  init(raw: String) { stored = raw }
}

/// A whole number of tens.
struct Step: StoredScalar {
  let stored: Int

  init(stored: Int) { self.stored = stored - stored % 10 }
}

/// A time without its seconds.
struct Minute: StoredScalar {
  let stored: Date

  init(stored: Date) {
    self.stored = Date(
      timeIntervalSince1970: (stored.timeIntervalSince1970 / 60).rounded(.down) * 60)
  }
}

/// Text without spaces at its ends in which `&amp;` stands for `&`: a type that changes `&amp;amp;`
/// twice.
struct Unescaped: StoredScalar {
  let stored: String

  init(stored: String) {
    self.stored = stored.replacingOccurrences(of: "&amp;", with: "&")
      .trimmingCharacters(in: .whitespaces)
  }
}
