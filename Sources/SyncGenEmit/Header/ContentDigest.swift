/// A number that stands for bytes: equal bytes have equal digests, others almost never.
///
/// It tells that something changed, not that no one meant it to look unchanged; in return it is
/// quick. The same on every system, since it is written into files.
struct ContentDigest: Hashable, Sendable {
  /// How many hexadecimal digits the text has.
  static let width = 16

  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ bytes: some Collection<UInt8>) {
    // The length, too, so that bytes cannot move from one part to the next unnoticed.
    mix(UInt64(bytes.count))
    let isDone: Void? = bytes.withContiguousStorageIfAvailable { buffer in
      let whole = UnsafeRawBufferPointer(buffer)
      let end = whole.count & ~7
      for offset in stride(from: 0, to: end, by: 8) {
        mix(UInt64(littleEndian: whole.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      }
      for offset in end..<whole.count { mix(UInt64(whole[offset])) }
    }
    if isDone == nil { add(Array(bytes)) }
  }

  private mutating func mix(_ word: UInt64) {
    state = (state ^ word) &* 0x9E37_79B9_7F4A_7C15
    state ^= state >> 32
  }

  /// Hexadecimal digits, always as many.
  var text: String {
    let digits = String(state, radix: 16)
    return String(repeating: "0", count: Self.width - digits.count) + digits
  }
}
