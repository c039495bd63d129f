import SwiftSyncValues
import SyncGenCommandLine
import SyncGenDiagnostics

/// The part of a JSON text that is in memory.
final class JSONWindow {
  /// The number of bytes that are loaded before a value is read in parts.
  static let pieceSize = 1 << 20
  /// The maximum size of a string or number.
  private static let valueLimit = 256 << 20

  private let reader: FileReader
  private var buffer: UnsafeMutableRawBufferPointer
  private var start = 0
  private var end = 0
  private var offset = 0
  private var isAtEnd = false
  /// The line of `start`, counted from 1; columns are counted in characters.
  private var line = 1
  private var column = 1

  init(_ reader: FileReader) {
    self.reader = reader
    buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceSize, alignment: 8)
  }

  deinit {
    buffer.deallocate()
  }

  /// Returns the next byte that is not white space, without consuming it; `nil` at the end.
  func peek() throws -> UInt8? {
    while true {
      var blanks = 0
      while start + blanks < end, Self.isBlank(buffer[start + blanks]) { blanks += 1 }
      pass(blanks)
      if start < end { return buffer[start] }
      if isAtEnd { return nil }
      try load()
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Consumes a byte, which must come next.
  func pass(_ byte: UInt8) throws {
    guard try peek() == byte else { throw unexpected() }
    pass(1)
  }

  func passByteOrderMark() throws {
    try load()
    if buffer[start..<end].starts(with: [0xEF, 0xBB, 0xBF]) {
      start += 3
      offset += 3
    }
  }

  /// Reads a value with `read` and consumes it.
  ///
  /// - Parameter isBounded: Whether a value larger than a piece is not consumed, so that the caller
  ///   can read its parts. In that case, the result is `nil`.
  /// - Parameter read: Called again if the text in memory ends too early.
  func read<Result>(
    depth: Int, isBounded: Bool = false, _ read: (inout JSONScanner) throws(JSONError) -> Result
  ) throws -> Result? {
    while true {
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[start..<end])
      var scanner = JSONScanner(
        bytes.bindMemory(to: UInt8.self), baseOffset: offset, isFinal: isAtEnd)
      scanner.depth = depth
      do throws(JSONError) {
        let result = try read(&scanner)
        pass(scanner.position)
        return result
      } catch {
        guard error.reason == .incomplete else { throw failure(error) }
      }
      if isBounded, end - start >= Self.pieceSize { return nil }
      guard end - start < Self.valueLimit else {
        throw failure("a value is larger than \(Self.valueLimit >> 20) MiB")
      }
      try load()
    }
  }

  private func pass(_ count: Int) {
    advancePlace(by: count)
    start += count
    offset += count
  }

  /// Specialized for this buffer, since it processes each byte of all sources.
  private func advancePlace(by count: Int) {
    for byte in UnsafeRawBufferPointer(rebasing: buffer[start..<start + count]) {
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
  }

  /// Loads more, into the consumed part of the buffer if that is large enough.
  private func load() throws {
    let rest = end - start
    let target =
      rest > buffer.count / 2
      ? UnsafeMutableRawBufferPointer.allocate(byteCount: buffer.count * 2, alignment: 8) : buffer
    if rest > 0, let base = target.baseAddress, let source = buffer.baseAddress {
      base.copyMemory(from: source + start, byteCount: rest)
    }
    if target.baseAddress != buffer.baseAddress {
      buffer.deallocate()
      buffer = target
    }
    start = 0
    end = rest
    while end < buffer.count, !isAtEnd {
      let count = try reader.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[end...]))
      end += count
      isAtEnd = count == 0
    }
  }

  // MARK: Failures

  func unexpected() -> ImportFailure {
    failure(start < end ? "unexpected character in JSON" : "the JSON ends in the middle of a value")
  }

  func failure(_ message: String) -> ImportFailure {
    ImportFailure(at: "\(reader.path):\(line):\(column)", message, .invalidJSON)
  }

  private func failure(_ error: JSONError) -> ImportFailure {
    advancePlace(by: min(end - start, max(0, error.offset - offset)))
    return failure(error.message)
  }
}
