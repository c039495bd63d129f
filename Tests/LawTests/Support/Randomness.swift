import TestHelpers

typealias Randomness = SeededRandom

extension SeededRandom {
  /// Adjacent seeds give unrelated numbers.
  init(seed: Int) {
    self.init(UInt64(bitPattern: Int64(seed)) &* 0xd134_2543_de82_ef95 &+ 0x2545_f491_4f6c_dd1d)
  }
}
