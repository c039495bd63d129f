import SwiftSyncFoundation
import SwiftSyncValues

/// Passes the bytes of an export on, in chunks or as a whole.
final class ExportOutput {
  /// Enough to make a piece worth a system call, and little enough to stay in the processor's cache
  /// and in memory that need not be asked of the system for each piece.
  private static let pieceSize = 64 << 10

  private let sink: ((Data) throws -> Void)?
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0
  /// Why the sink takes no more; what is written then is dropped.
  private(set) var failure: (any Error)?

  /// Without a sink all bytes are kept for `data`.
  init(to sink: ((Data) throws -> Void)? = nil) {
    self.sink = sink
    capacity = sink == nil ? 4_096 : Self.pieceSize + (16 << 10)
    start = .allocate(capacity: capacity)
  }

  deinit {
    start.deallocate()
  }

  /// What was written and not given to a sink.
  var data: Data { Data(bytes: start, count: count) }

  /// Gives a piece to the sink if there is enough for one.
  @inline(__always)
  func flushPiece() {
    if count >= Self.pieceSize, sink != nil { flush() }
  }

  /// Gives all that is there to the sink.
  func flush() {
    guard let sink, count > 0 else { return }
    let piece = data
    count = 0
    guard failure == nil else { return }
    do { try sink(piece) } catch { failure = error }
  }

  /// The place for at least `room` more bytes; `advance` says how many were written.
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

  /// Appends what stands at some places of another output; neither has a sink.
  func append(_ other: ExportOutput, _ bytes: Range<Int>) {
    append(JSONSlice(other.start + bytes.lowerBound, bytes.count))
  }

  /// Takes back what was written from a place on; without a sink.
  func clear(from place: Int) {
    count = min(place, count)
  }

  /// Takes the end of an object back so that members can follow; `false` if no object ends here.
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
