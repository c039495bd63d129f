/// Reproducible pseudorandom numbers from a seed, so that a failure can be repeated (SplitMix64,
/// Steele et al. 2014).
package struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  package init(_ seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }

  /// Returns `true` with a probability of `percent`.
  package mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &self) < percent
  }

  /// Returns `true` with the probability `share`.
  package mutating func chance(share: Double) -> Bool {
    Double.random(in: 0..<1, using: &self) < share
  }

  /// Returns `true` once in `times` calls, on average.
  package mutating func once(in times: Int) -> Bool { below(times) == 0 }

  package mutating func below(_ limit: Int) -> Int {
    Int.random(in: 0..<max(1, limit), using: &self)
  }

  package mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  package mutating func number(in range: Range<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  /// A random choice; there must be at least one.
  package mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
    choices[Int.random(in: 0..<choices.count, using: &self)]
  }

  /// A random choice; `nil` if there are none.
  package mutating func element<Choice>(of choices: [Choice]) -> Choice? {
    choices.randomElement(using: &self)
  }
}
