/// A digest of bytes: equal bytes have equal digests, others almost never.
///
/// It detects changes, but not deliberate forgery; in return it is fast. It is the same on every
/// system, since it is written into files.
package struct ContentDigest: Hashable, Sendable {
  /// The number of hexadecimal digits of the text.
  package static let width = 16

  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  /// The text of the digest of a whole file.
  package static func text(of bytes: [UInt8]) -> String {
    var digest = ContentDigest()
    digest.add(bytes)
    return digest.text
  }

  package mutating func add(_ bytes: some Collection<UInt8>) {
    let isDone: Void? = bytes.withContiguousStorageIfAvailable { buffer in
      let whole = UnsafeRawBufferPointer(buffer)
      // The length is included, so that bytes cannot move from one part to the next unnoticed.
      mix(UInt64(whole.count))
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

  /// A fixed number of hexadecimal digits.
  package var text: String {
    let digits = String(state, radix: 16)
    return String(repeating: "0", count: Self.width - digits.count) + digits
  }
}
