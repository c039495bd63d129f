import SwiftSyncFoundation
import SwiftSyncValues

/// Passes on the bytes of an export, in chunks or as a whole.
final class ExportOutput {
  /// Large enough to make a piece worth a system call, and small enough to remain in the
  /// processor's cache and in memory that need not be requested from the system for each piece.
  private static let pieceSize = 64 << 10

  private let sink: ((Data) throws -> Void)?
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0
  /// The error with which the sink refused further data. Later output is dropped.
  private(set) var failure: (any Error)?

  /// Creates an output. Without a sink, all bytes are kept for `data`.
  init(to sink: ((Data) throws -> Void)? = nil) {
    self.sink = sink
    capacity = sink == nil ? 4_096 : Self.pieceSize + (16 << 10)
    start = .allocate(capacity: capacity)
  }

  deinit {
    start.deallocate()
  }

  /// The output that was not passed to a sink.
  var data: Data { Data(bytes: start, count: count) }

  /// Passes a piece to the sink if there is enough data for one.
  @inline(__always)
  func flushPiece() {
    if count >= Self.pieceSize, sink != nil { flush() }
  }

  /// Passes all remaining data to the sink.
  func flush() {
    guard let sink, count > 0 else { return }
    let piece = data
    count = 0
    guard failure == nil else { return }
    do { try sink(piece) } catch { failure = error }
  }

  /// Returns memory for at least `room` more bytes; `advance` reports how many were written.
  @inline(__always)
  func reserve(_ room: Int) -> UnsafeMutablePointer<UInt8> {
    if room > capacity - count { grow(room) }
    return start + count
  }

  @inline(__always)
  func advance(_ written: Int) {
    count += written
  }

  @inline(__always)
  func append(_ byte: UInt8) {
    reserve(1)[0] = byte
    count += 1
  }

  @inline(__always)
  func append(_ slice: JSONSlice) {
    reserve(slice.count).update(from: slice.start, count: slice.count)
    count += slice.count
  }

  /// Appends a range of another output's bytes. Neither output has a sink.
  func append(_ other: ExportOutput, _ bytes: Range<Int>) {
    append(JSONSlice(other.start + bytes.lowerBound, bytes.count))
  }

  /// Removes the output after a position. Only without a sink.
  func clear(from place: Int) {
    count = min(place, count)
  }

  /// Removes the end of an object so that members can follow; returns `false` if no object ends
  /// here.
  func reopenObject() -> Bool {
    guard count > 0, start[count - 1] == UInt8(ascii: "}") else { return false }
    count -= 1
    return true
  }

  func append(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { append(byte) }
  }

  private func grow(_ room: Int) {
    capacity = max(capacity * 2, count + room)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: start, count: count)
    start.deallocate()
    start = larger
  }
}
