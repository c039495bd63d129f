import TestHelpers

typealias RandomSource = SeededRandom

extension SeededRandom {
  init(seed: Int) {
    self.init(UInt64(bitPattern: Int64(seed)) &* 0x9E37_79B9_7F4A_7C15)
  }
}
