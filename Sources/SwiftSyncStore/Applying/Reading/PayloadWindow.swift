import SwiftSyncValues

/// The part of a JSON text that is in memory: the text that is being read and loaded text after it.
final class PayloadWindow {
  private static let pieceSize = 256 << 10

  private let stream: any ByteStream
  private let valueLimit: Int
  private var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 0, alignment: 8)
  private var start = 0
  private var end = 0
  private var isAtEnd = false
  /// The position of the buffer's start in a stream that cannot be read again.
  private var firstPosition = TextPosition()
  private var mark: (offset: Int, position: TextPosition)?
  /// The offset of `start` in the payload.
  private(set) var offset = 0

  /// - Parameter valueLimit: The maximum size in bytes of one value in memory, which bounds the
  ///   buffer.
  init(_ stream: any ByteStream, valueLimit: Int) {
    self.stream = stream
    self.valueLimit = valueLimit
  }

  deinit {
    buffer.deallocate()
  }

  var file: String? { stream.file }

  /// Whether the name of the file says that each line is an object of a list.
  var hasLines: Bool {
    guard let name = stream.file?.lowercased() else { return false }
    return name.hasSuffix(".ndjson") || name.hasSuffix(".jsonl")
  }

  /// Runs `read` on the remaining text and skips what it has read.
  ///
  /// If the text in memory ends too early, more is loaded and `read` starts again, so its side
  /// effects must be repeatable.
  func scan<Result>(
    depth: Int, _ read: (inout JSONScanner) throws(JSONError) -> Result
  ) throws(PayloadFailure) -> Result {
    while true {
      var scanner = makeScanner(depth: depth)
      let result: Result
      do {
        result = try read(&scanner)
      } catch {
        guard error.reason == .incomplete else { throw .text(error) }
        passBlanks()
        try checkSize(end - start + 1)
        do { try load() } catch { throw .source(error) }
        continue
      }
      if scanner.position > valueLimit {
        let end = offset + scanner.position
        passBlanks()
        try checkSize(end - offset)
        pass(end - offset)
      } else {
        pass(scanner.position)
      }
      return result
    }
  }

  private func checkSize(_ size: Int) throws(PayloadFailure) {
    guard size > valueLimit else { return }
    throw .tooLarge(limit: valueLimit, offset: offset)
  }

  /// The line and column of an offset.
  func position(of offset: Int) throws(SyncError) -> TextPosition {
    if let position = try stream.position(of: offset) { return position }
    if let mark, mark.offset == offset { return mark.position }
    var position = firstPosition
    position.advance(over: buffer[..<max(0, start + offset - self.offset)])
    return position
  }

  /// Remembers the position where the text continues, in case there is an error there. The earlier
  /// text of a stream that cannot be read again is lost by then.
  func markOffset() throws(SyncError) {
    guard stream.isVolatile else { return }
    // From the last mark if it is still in memory. Otherwise, each row would count all lines before
    // it.
    guard let mark, mark.offset >= offset - start else {
      return self.mark = (offset, try position(of: offset))
    }
    var position = mark.position
    position.advance(over: buffer[(start + mark.offset - offset)..<start])
    self.mark = (offset, position)
  }

  private func makeScanner(depth: Int) -> JSONScanner {
    let bytes = UnsafeRawBufferPointer(rebasing: buffer[start..<end])
    var scanner = JSONScanner(
      bytes.bindMemory(to: UInt8.self), baseOffset: offset, isFinal: isAtEnd)
    scanner.depth = depth
    return scanner
  }

  /// Skips the white space that comes next, of any length.
  private func passBlanks() {
    let blanks = buffer[start..<end].prefix { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    pass(blanks.count)
  }

  private func pass(_ count: Int) {
    start += count
    offset += count
  }

  /// Loads more text, into the skipped part of the buffer if that is large enough.
  private func load() throws(SyncError) {
    let rest = end - start
    if stream.isVolatile { firstPosition.advance(over: buffer[..<start]) }
    if rest > buffer.count / 2 || buffer.count == 0 {
      let size = max(Self.pieceSize, buffer.count * 2)
      let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 8)
      larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[start..<end]))
      buffer.deallocate()
      buffer = larger
    } else if start > 0 {
      let target = UnsafeMutableRawBufferPointer(rebasing: buffer[..<rest])
      target.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[start..<end]))
    }
    start = 0
    end = rest
    while end < buffer.count, !isAtEnd {
      let room = UnsafeMutableRawBufferPointer(rebasing: buffer[end...])
      let count = try stream.read(into: room)
      end += count
      isAtEnd = count == 0
    }
  }
}

/// The reason why a payload could not be read further.
enum PayloadFailure: Error {
  case text(JSONError)
  case source(SyncError)
  /// The text is JSON, but there are no rows where they are expected.
  case noRows(reason: String, offset: Int, path: String = "")
  /// The value at the offset has at least `limit` bytes, and it must be in memory as a whole.
  case tooLarge(limit: Int, offset: Int)
}
