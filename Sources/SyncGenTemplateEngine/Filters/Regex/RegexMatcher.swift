/// Matches a program against a string, within a limited number of steps.
struct RegexMatcher {
  /// The error that the pattern needs too many steps for this text.
  struct Exhausted: Error {}

  private struct State {
    var instruction: Int
    var position: Int
    var slots: [Int]
  }

  private let program: RegexProgram
  private let text: [Unicode.Scalar]
  private var stepsLeft: Int

  init(_ program: RegexProgram, _ text: [Unicode.Scalar]) {
    self.program = program
    self.text = text
    stepsLeft = 1_000_000 + 100 * text.count
  }

  /// The positions of the first match at or after `start`: two for each group, -1 if it did not
  /// participate.
  mutating func firstMatch(from start: Int) throws(Exhausted) -> [Int]? {
    let slots = Array(repeating: -1, count: program.slotCount)
    for position in start...text.count {
      let state = State(instruction: 0, position: position, slots: slots)
      if var match = try run(from: state, endingAt: nil) {
        match.slots[0] = position
        match.slots[1] = match.position
        return match.slots
      }
    }
    return nil
  }

  /// Runs up to the next `match` instruction.
  private mutating func run(
    from start: State, endingAt end: Int?
  ) throws(Exhausted) -> State? {
    var state = start
    var alternatives: [State] = []
    while true {
      stepsLeft -= 1
      if stepsLeft < 0 { throw Exhausted() }
      if case .match = program.instructions[state.instruction] {
        if end == nil || end == state.position { return state }
      } else if try step(&state, &alternatives) {
        continue
      }
      guard let alternative = alternatives.popLast() else { return nil }
      state = alternative
    }
  }

  /// Executes one instruction; returns `false` if it does not match.
  private mutating func step(
    _ state: inout State, _ alternatives: inout [State]
  ) throws(Exhausted) -> Bool {
    let current = state.instruction
    state.instruction += 1
    switch program.instructions[current] {
    case .set(let set):
      guard state.position < text.count, set.contains(text[state.position]) else { return false }
      state.position += 1
    case .split(let first, let second):
      var other = state
      other.instruction = second
      alternatives.append(other)
      state.instruction = first
    case .jump(let target): state.instruction = target
    case .save(let slot), .mark(let slot): state.slots[slot] = state.position
    case .requireProgress(let slot): return state.position > state.slots[slot]
    case .assertion(let assertion): return holds(assertion, at: state.position)
    case .backreference(let group, let ignoresCase): return takes(group, ignoresCase, &state)
    case .look(let end, let isBehind, let isNegated):
      let found = try isBehind ? lookBehind(state) : lookAhead(state)
      if let found, !isNegated { state.slots = found.slots }
      state.instruction = end
      return (found != nil) != isNegated
    case .atomic(let end):
      guard let inner = try lookAhead(state) else { return false }
      state = State(instruction: end, position: inner.position, slots: inner.slots)
    case .match: return false
    }
    return true
  }

  private mutating func lookAhead(_ state: State) throws(Exhausted) -> State? {
    try run(from: state, endingAt: nil)
  }

  private mutating func lookBehind(_ state: State) throws(Exhausted) -> State? {
    for position in (0...state.position).reversed() {
      var start = state
      start.position = position
      if let found = try run(from: start, endingAt: state.position) { return found }
    }
    return nil
  }

  /// Matches the text that a group has matched before.
  private func takes(_ group: Int, _ ignoresCase: Bool, _ state: inout State) -> Bool {
    let (start, end) = (state.slots[2 * group], state.slots[2 * group + 1])
    guard start >= 0, end >= start, state.position + end - start <= text.count else { return false }
    for offset in 0..<(end - start) {
      let (left, right) = (text[start + offset], text[state.position + offset])
      let isSame =
        left == right || (ignoresCase && RegexSet(left, ignoresCase: true).contains(right))
      if !isSame { return false }
    }
    state.position += end - start
    return true
  }

  private func holds(_ assertion: RegexNode.Assertion, at position: Int) -> Bool {
    switch assertion {
    case .textStart: position == 0
    case .textEnd: position == text.count
    case .textEndBeforeNewline: position == text.count || isLastLineEnd(position)
    case .lineStart: position == 0 || (position < text.count && isBehindLineEnd(position))
    case .lineEnd: position == text.count || RegexClass.isLineEnd(text[position])
    case .wordBoundary: isWordBoundary(position)
    case .noWordBoundary: !isWordBoundary(position)
    }
  }

  private func isLastLineEnd(_ position: Int) -> Bool {
    if position == text.count - 1 { return RegexClass.isLineEnd(text[position]) }
    return position == text.count - 2 && text[position] == "\r" && text[position + 1] == "\n"
  }

  private func isBehindLineEnd(_ position: Int) -> Bool {
    let previous = text[position - 1]
    return RegexClass.isLineEnd(previous) && !(previous == "\r" && text[position] == "\n")
  }

  private func isWordBoundary(_ position: Int) -> Bool {
    let before = position > 0 && RegexClass.isWord(text[position - 1])
    let after = position < text.count && RegexClass.isWord(text[position])
    return before != after
  }
}
