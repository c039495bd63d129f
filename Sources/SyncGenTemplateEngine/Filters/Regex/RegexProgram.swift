/// A regular expression as instructions for a backtracking matcher.
struct RegexProgram {
  enum Instruction {
    case set(RegexSet)
    /// Continues at the first position, and at the second one if that fails.
    case split(Int, Int)
    case jump(Int)
    case save(Int)
    case assertion(RegexNode.Assertion)
    case backreference(Int, ignoresCase: Bool)
    /// Runs the instructions up to `end` separately.
    case look(end: Int, isBehind: Bool, isNegated: Bool)
    case atomic(end: Int)
    /// Remembers the start of an iteration of a loop.
    case mark(Int)
    /// Fails if the iteration that began at the mark has consumed nothing.
    case requireProgress(Int)
    case match
  }

  private static let maximumSize = 20_000

  private(set) var instructions: [Instruction] = []
  /// The start and end of each group, beginning with the whole match, followed by the marks of
  /// loops.
  private(set) var slotCount: Int
  let groupCount: Int
  let groupNames: [String: Int]

  init(_ pattern: String) throws(RegexParser.Problem) {
    var parser = RegexParser(pattern)
    let node = try parser.parse()
    groupCount = parser.groupCount
    groupNames = parser.groupNames
    slotCount = 2 * (parser.groupCount + 1)
    try emit(node)
    instructions.append(.match)
  }

  private mutating func append(_ instruction: Instruction) throws(RegexParser.Problem) {
    guard instructions.count < Self.maximumSize else {
      throw RegexParser.Problem(message: "the expression is too large")
    }
    instructions.append(instruction)
  }

  private mutating func emit(_ node: RegexNode) throws(RegexParser.Problem) {
    switch node {
    case .empty: break
    case .set(let set): try append(.set(set))
    case .sequence(let nodes): for node in nodes { try emit(node) }
    case .alternatives(let branches): try emit(alternatives: branches)
    case .repetition(let node, let min, let max, .possessive):
      try emit(.atomic(.repetition(node, min: min, max: max, .greedy)))
    case .repetition(let node, let min, let max, let greed):
      try emit(node, min: min, max: max, isLazy: greed == .lazy)
    case .group(let node, let index):
      try append(.save(2 * index))
      try emit(node)
      try append(.save(2 * index + 1))
    case .atomic(let node): try emitAlone(node) { .atomic(end: $0) }
    case .assertion(let assertion): try append(.assertion(assertion))
    case .look(let node, let isBehind, let isNegated):
      try emitAlone(node) { .look(end: $0, isBehind: isBehind, isNegated: isNegated) }
    case .backreference(let group, let ignoresCase):
      if group > groupCount { throw RegexParser.Problem(message: "there is no group \(group)") }
      try append(.backreference(group, ignoresCase: ignoresCase))
    }
  }

  /// Emits a node that is matched separately, after an instruction that knows its end.
  private mutating func emitAlone(
    _ node: RegexNode, _ instruction: (Int) -> Instruction
  ) throws(RegexParser.Problem) {
    let start = instructions.count
    try append(.match)
    try emit(node)
    try append(.match)
    instructions[start] = instruction(instructions.count)
  }

  private mutating func emit(alternatives branches: [RegexNode]) throws(RegexParser.Problem) {
    var exits: [Int] = []
    for branch in branches.dropLast() {
      let split = instructions.count
      try append(.match)
      try emit(branch)
      exits.append(instructions.count)
      try append(.match)
      instructions[split] = .split(split + 1, instructions.count)
    }
    if let last = branches.last { try emit(last) }
    for exit in exits { instructions[exit] = .jump(instructions.count) }
  }

  private mutating func emit(
    _ node: RegexNode, min: Int, max: Int?, isLazy: Bool
  ) throws(RegexParser.Problem) {
    for _ in 0..<min { try emit(node) }
    guard let max else { return try emitLoop(node, isLazy: isLazy) }
    var splits: [Int] = []
    for _ in min..<max {
      splits.append(instructions.count)
      try append(.match)
      try emit(node)
    }
    for split in splits { instructions[split] = fork(split, isLazy: isLazy) }
  }

  private mutating func emitLoop(_ node: RegexNode, isLazy: Bool) throws(RegexParser.Problem) {
    let mark = slotCount
    slotCount += 1
    let split = instructions.count
    try append(.match)
    try append(.mark(mark))
    try emit(node)
    try append(.requireProgress(mark))
    try append(.jump(split))
    instructions[split] = fork(split, isLazy: isLazy)
  }

  /// A choice between the instructions after the split and those after everything emitted so far.
  private func fork(_ split: Int, isLazy: Bool) -> Instruction {
    isLazy ? .split(instructions.count, split + 1) : .split(split + 1, instructions.count)
  }
}
