import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncStore
import SwiftSyncValues

/// Some rows of a response as a list, read from the body without copying it as a whole.
final class ResponseRows: ByteStream {
  let file: String? = nil
  /// The positions of the rows in the body.
  private let texts: [Range<Int>]
  private let body: Data
  /// The next piece of the list: each row begins with a bracket or a comma; the last piece is the
  /// closing bracket.
  private var piece = 0
  /// The number of bytes of the piece that were read.
  private var offset = 0

  init(_ texts: [Range<Int>], in body: Data) {
    self.texts = texts
    self.body = body
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var count = 0
    while count < buffer.count, piece <= texts.count {
      count += copy(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
    }
    return count
  }

  /// Copies the rest of a piece, or as much as fits.
  private func copy(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let text = piece < texts.count ? texts[piece] : 0..<0
    var count = 0
    if offset == 0 {
      buffer[0] = separator
      count = 1
    }
    let first = body.startIndex + text.lowerBound + offset + count - 1
    let bytes = min(text.count - (offset + count - 1), buffer.count - count)
    body.copyBytes(
      to: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]), from: first..<first + bytes)
    count += bytes
    offset += count
    if offset == text.count + 1 { (piece, offset) = (piece + 1, 0) }
    return count
  }

  private var separator: UInt8 {
    if piece == texts.count { return UInt8(ascii: "]") }
    return piece == 0 ? UInt8(ascii: "[") : UInt8(ascii: ",")
  }

  /// The bytes are valid JSON: the response was read before.
  func position(of offset: Int) -> TextPosition? { nil }
}
