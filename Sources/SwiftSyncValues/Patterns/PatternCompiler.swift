/// Compiles the parts of a pattern to an automaton.
struct PatternCompiler {
  /// The maximum number of states of a pattern: `[0-9]{1000}` has a thousand.
  private static let mostStates = 20_000

  private var program = PatternProgram()

  static func compile(_ node: PatternNode) throws(PatternProblem) -> PatternProgram {
    var compiler = PatternCompiler()
    try compiler.add(node)
    try compiler.add(.accept)
    return compiler.program
  }

  /// The next state.
  private var end: Int { program.instructions.count }

  private mutating func add(
    _ instruction: PatternProgram.Instruction
  ) throws(PatternProblem) {
    guard end < Self.mostStates else {
      throw PatternProblem(
        offset: 0, message: "the pattern has more than \(Self.mostStates) states")
    }
    program.instructions.append(instruction)
  }

  private mutating func add(_ node: PatternNode) throws(PatternProblem) {
    switch node {
    case .characters(let set): try add(.consume(set, next: end + 1))
    case .sequence(let parts): for part in parts { try add(part) }
    case .alternatives(let branches): try add(branches[...])
    case .repeated(let part, let low, let high): try add(part, from: low, to: high)
    case .assertion(let assertion): try add(.require(assertion, next: end + 1))
    case .lookahead(let node, let isNegative):
      program.lookaheads.append(try Self.compile(node))
      let number = program.lookaheads.count - 1
      try add(.follow(number, isNegative: isNegative, next: end + 1))
    }
  }

  private mutating func add(_ branches: ArraySlice<PatternNode>) throws(PatternProblem) {
    guard let first = branches.first else { return }
    guard branches.count > 1 else { return try add(first) }
    let choice = end
    try add(.accept)
    try add(first)
    let jump = end
    try add(.accept)
    program.instructions[choice] = .either(choice + 1, end)
    try add(branches.dropFirst())
    program.instructions[jump] = .either(end, end)
  }

  private mutating func add(
    _ part: PatternNode, from low: Int, to high: Int?
  ) throws(PatternProblem) {
    let start = end
    for _ in 0..<low {
      try add(part)
      // Nothing, repeated any number of times, is nothing.
      if end == start { return }
    }
    guard let high else { return try addLoop(part) }
    var choices: [Int] = []
    for _ in low..<high {
      choices.append(end)
      try add(.accept)
      try add(part)
    }
    for choice in choices { program.instructions[choice] = .either(choice + 1, end) }
  }

  private mutating func addLoop(_ part: PatternNode) throws(PatternProblem) {
    let choice = end
    try add(.accept)
    try add(part)
    try add(.either(choice, choice))
    program.instructions[choice] = .either(choice + 1, end)
  }
}
