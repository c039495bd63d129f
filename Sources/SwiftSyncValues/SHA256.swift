/// SHA-256 (FIPS 180-4, section 6.2).
///
/// Implemented here because the tool must not load Foundation or a cryptography library to start.
package struct SHA256 {
  private static let blockLength = 64

  private var state: SIMD8<UInt32> = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
    0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]

  private init() {}

  /// The digest of the bytes as 64 lowercase hexadecimal digits.
  package static func hexDigest(of bytes: [UInt8]) -> String {
    var hash = SHA256()
    let whole = bytes.count - bytes.count % blockLength
    hash.process(bytes[..<whole])
    hash.process(bytes[whole...] + padding(forLength: bytes.count))
    return hash.state.indices.map { hexadecimal(hash.state[$0]) }.joined()
  }

  private static func hexadecimal(_ word: UInt32) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }

  /// The padding: one set bit, zeros up to the last 8 bytes of a block, and the length in bits.
  private static func padding(forLength length: Int) -> [UInt8] {
    let zeros = (119 - length % blockLength) % blockLength
    let bits = UInt64(length) * 8
    let suffix = (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }
    return [0x80] + [UInt8](repeating: 0, count: zeros) + suffix
  }

  /// Processes whole blocks.
  private mutating func process(_ blocks: ArraySlice<UInt8>) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
      blocks.withUnsafeBytes { bytes in
        for start in stride(from: 0, to: bytes.count, by: Self.blockLength) {
          Self.fill(schedule, from: bytes, at: start)
          state &+= rounds(over: schedule)
        }
      }
    }
  }

  /// Computes the message schedule of one block.
  private static func fill(
    _ schedule: UnsafeMutableBufferPointer<UInt32>, from bytes: UnsafeRawBufferPointer,
    at start: Int
  ) {
    for index in 0..<16 {
      let word = bytes.loadUnaligned(fromByteOffset: start + 4 * index, as: UInt32.self)
      schedule[index] = UInt32(bigEndian: word)
    }
    for index in 16..<64 {
      let (early, late) = (schedule[index - 15], schedule[index - 2])
      // Rotated by 7 and 18, and by 17 and 19.
      let first = (early.rotated(by: 11) ^ early).rotated(by: 7) ^ (early >> 3)
      let second = (late.rotated(by: 2) ^ late).rotated(by: 17) ^ (late >> 10)
      schedule[index] = schedule[index - 16] &+ first &+ schedule[index - 7] &+ second
    }
    for index in 0..<64 { schedule[index] &+= constants[index] }
  }

  /// The words after the rounds of a block. Each round shifts all of them by one, and after eight
  /// rounds each is in its place again.
  private func rounds(over schedule: UnsafeMutableBufferPointer<UInt32>) -> SIMD8<UInt32> {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for start in stride(from: 0, to: 64, by: 8) {
      Self.round(a, b, c, &d, e, f, g, &h, schedule[start])
      Self.round(h, a, b, &c, d, e, f, &g, schedule[start + 1])
      Self.round(g, h, a, &b, c, d, e, &f, schedule[start + 2])
      Self.round(f, g, h, &a, b, c, d, &e, schedule[start + 3])
      Self.round(e, f, g, &h, a, b, c, &d, schedule[start + 4])
      Self.round(d, e, f, &g, h, a, b, &c, schedule[start + 5])
      Self.round(c, d, e, &f, g, h, a, &b, schedule[start + 6])
      Self.round(b, c, d, &e, f, g, h, &a, schedule[start + 7])
    }
    return SIMD8(a, b, c, d, e, f, g, h)
  }

  /// - Parameter input: The sum of a word of the schedule and the round's constant.
  private static func round(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32,
    _ e: UInt32, _ f: UInt32, _ g: UInt32, _ h: inout UInt32, _ input: UInt32
  ) {
    // Rotated by 6, 11 and 25, each on top of the previous one.
    let sumE = ((e.rotated(by: 14) ^ e).rotated(by: 5) ^ e).rotated(by: 6)
    let choice = g ^ (e & (f ^ g))
    let first = h &+ sumE &+ choice &+ input
    // The same with 2, 13 and 22.
    let sumA = ((a.rotated(by: 9) ^ a).rotated(by: 11) ^ a).rotated(by: 2)
    let majority = (a & b) | (c & (a | b))
    d &+= first
    h = first &+ sumA &+ majority
  }

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1,
    0x923f_82a4, 0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3,
    0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786,
    0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147,
    0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13,
    0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a,
    0x5b9c_ca4f, 0x682e_6ff3, 0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208,
    0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}

extension UInt32 {
  /// The word rotated to the right.
  fileprivate func rotated(by bits: UInt32) -> UInt32 {
    self >> bits | self << (32 - bits)
  }
}
