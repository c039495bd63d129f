import SwiftSyncValues
import SyncGenDiagnostics

/// The format of frozen files. A file states its format, so that the keywords of the language may
/// change later.
enum FrozenFormat {
  /// The only format so far.
  static let newest = 1

  /// Returns the seal of a file: the SHA-256 of its bytes without white space outside strings, where
  /// the value of `seal` is the empty string.
  ///
  /// Line ends and indentation are not part of the content; everything else is.
  ///
  /// - Parameter stated: The value of `seal` in the file.
  static func seal(of bytes: some Sequence<UInt8>, stated: String) -> String {
    let compact = withoutLayout(bytes)
    let member = Array("\"seal\":\"\(stated)\"".utf8)
    guard let range = compact.firstRange(of: member) else { return SHA256.hexDigest(of: compact) }
    let blank = Array("\"seal\":\"\"".utf8)
    return SHA256.hexDigest(
      of: compact[..<range.lowerBound] + blank + compact[range.upperBound...])
  }

  static func withoutLayout(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var isInString = false
    var isEscaped = false
    for byte in bytes {
      if isInString {
        result.append(byte)
        isInString = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      } else if ![0x20, 0x09, 0x0A, 0x0D].contains(byte) {
        result.append(byte)
        isInString = byte == UInt8(ascii: "\"")
      }
    }
    return result
  }
}
