import SwiftSyncFoundation

/// The words of errors.
package enum ErrorText {
  /// A message of lower case without a full stop as a sentence.
  package static func sentence(_ text: String) -> String {
    let start = text.prefix(1).uppercased() + text.dropFirst()
    guard let last = text.last, !".!?…".contains(last) else { return start }
    return start + "."
  }

  /// What happened, and after a semicolon what to do.
  static func joined(_ summary: String, _ advice: String?) -> String {
    advice.map { "\(summary); \($0)" } ?? summary
  }

  /// An error of any type as people may read it.
  static func words(of error: any Error) -> String {
    if let text = (error as? any LocalizedError)?.errorDescription { return text }
    #if canImport(Darwin)
      // Errors of the system, e.g. `URLError`, have words only there.
      if error is any CustomNSError || type(of: error) is NSError.Type {
        return error.localizedDescription
      }
    #endif
    return String(describing: error)
  }
}
