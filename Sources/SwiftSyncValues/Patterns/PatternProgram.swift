/// A pattern as an automaton.
struct PatternProgram: Sendable {
  enum Instruction: Sendable {
    case consume(CharacterSet, next: Int)
    case either(Int, Int)
    case require(PatternAssertion, next: Int)
    /// The remaining text matches a program, or does not.
    case follow(Int, isNegative: Bool, next: Int)
    case accept
  }

  /// The instructions. The first one is the start.
  var instructions: [Instruction] = []
  /// The programs of the lookaheads.
  var lookaheads: [PatternProgram] = []

  /// Whether a part of the text matches.
  func isFound(in text: [UInt32]) -> Bool {
    PatternRun(self, text).isFound()
  }
}

/// One search: the set of states that the automaton is in after each character.
private struct PatternRun {
  private let program: PatternProgram
  private let text: [UInt32]
  /// The positions at which each lookahead matches.
  private let lookaheads: [[Bool]]
  private var states: [Int] = []
  /// The states that `enter` has not examined yet.
  private var waiting: [Int] = []
  /// The position at which each state was last entered, so that each is at most once in a set.
  private var entered: [Int]

  init(_ program: PatternProgram, _ text: [UInt32]) {
    self.program = program
    self.text = text
    lookaheads = program.lookaheads.map { PatternRun($0, text).matchingPositions() }
    entered = Array(repeating: -1, count: program.instructions.count)
  }

  consuming func isFound() -> Bool {
    for position in 0...text.count {
      if enter(0, at: position) { return true }
      guard position < text.count else { return false }
      let before = states
      states.removeAll(keepingCapacity: true)
      for state in before {
        guard case .consume(let set, let next) = program.instructions[state],
          set.contains(text[position])
        else { continue }
        if enter(next, at: position + 1) { return true }
      }
    }
    return false
  }

  /// Enters a state, and the states that are reached from it without a character.
  ///
  /// - Returns: Whether the pattern has matched.
  private mutating func enter(_ first: Int, at position: Int) -> Bool {
    waiting.removeAll(keepingCapacity: true)
    waiting.append(first)
    while let state = waiting.popLast() {
      guard entered[state] != position else { continue }
      entered[state] = position
      switch program.instructions[state] {
      case .consume: states.append(state)
      case .either(let one, let other):
        waiting.append(other)
        waiting.append(one)
      case .accept: return true
      case .require, .follow:
        if let next = next(after: state, at: position) { waiting.append(next) }
      }
    }
    return false
  }

  /// The state after an assertion that holds.
  private func next(after state: Int, at position: Int) -> Int? {
    switch program.instructions[state] {
    case .require(let assertion, let next): assertion.holds(at: position, of: text) ? next : nil
    case .follow(let program, let isNegative, let next):
      lookaheads[program][position] != isNegative ? next : nil
    default: nil
    }
  }

  /// The positions at which a match begins, found from the end of the text: the end can be reached
  /// from a state if it can be reached from one of its successors.
  private func matchingPositions() -> [Bool] {
    var positions = Array(repeating: false, count: text.count + 1)
    var later = Array(repeating: false, count: program.instructions.count)
    for position in stride(from: text.count, through: 0, by: -1) {
      var now = Array(repeating: false, count: later.count)
      // A transition may end at an earlier state, which then must be examined again.
      var hasChanged = true
      while hasChanged {
        hasChanged = false
        for state in now.indices.reversed() where !now[state] {
          now[state] = leads(state, at: position, now, later)
          hasChanged = hasChanged || now[state]
        }
      }
      positions[position] = now[0]
      later = now
    }
    return positions
  }

  private func leads(_ state: Int, at position: Int, _ now: [Bool], _ later: [Bool]) -> Bool {
    switch program.instructions[state] {
    case .accept: true
    case .either(let one, let other): now[one] || now[other]
    case .consume(let set, let next):
      position < text.count && later[next] && set.contains(text[position])
    case .require, .follow: next(after: state, at: position).map { now[$0] } ?? false
    }
  }
}
