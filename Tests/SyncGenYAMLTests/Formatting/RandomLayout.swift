import TestHelpers

/// A random document, written with a random layout.
struct RandomLayout {
  private(set) var lines: [String] = []
  /// The comments in their order.
  private(set) var comments: [String] = []
  private var random: SeededRandom
  private var count = 0

  var text: String { lines.joined(separator: "\n") + (lines.count.isMultiple(of: 2) ? "\n" : "") }

  init(seed: Int) {
    random = SeededRandom(UInt64(seed))
    addMapping(indentation: 0, depth: 0)
    addGap(indentation: 0)
  }

  // MARK: Blocks

  private mutating func addMapping(indentation: Int, depth: Int) {
    for _ in 0...random.below(4) {
      addGap(indentation: indentation)
      let key = blanks(indentation) + name() + ":" + blanks(random.pick([1, 1, 1, 3]))
      addValue(after: key, indentation: indentation, depth: depth, isKey: true)
    }
  }

  private mutating func addList(indentation: Int, depth: Int) {
    for _ in 0...random.below(3) {
      addGap(indentation: indentation)
      addValue(
        after: blanks(indentation) + "-" + blanks(random.pick([1, 1, 3])),
        indentation: indentation, depth: depth, isKey: false)
    }
  }

  private mutating func addValue(
    after start: String, indentation: Int, depth: Int, isKey: Bool
  ) {
    let inner = indentation + random.number(1...5)
    switch random.below(depth > 3 ? 6 : 10) {
    case 0...2: add(start + scalar(), mayEnd: true)
    case 3: add(start + flow(depth: depth), mayEnd: true)
    case 4: addBrackets(after: start, indentation: inner)
    case 5: addBlockScalar(after: start, indentation: inner)
    case 6 where isKey:
      add(start, mayEnd: true)
      addList(indentation: random.chance(50) ? indentation : inner, depth: depth + 1)
    case 6, 7:
      add(start, mayEnd: true)
      addMapping(indentation: inner, depth: depth + 1)
    case 8:
      add(start, mayEnd: true)
      addList(indentation: inner, depth: depth + 1)
    default: add(start, mayEnd: true)
    }
  }

  private mutating func addBlockScalar(after start: String, indentation: Int) {
    add(start + random.pick(["|", ">", "|-", ">-"]), mayEnd: true)
    for line in 0...random.below(3) {
      if line > 0, random.chance(30) { lines.append("") }
      let more = line > 0 && random.chance(30) ? 2 : 0
      lines.append(
        blanks(indentation + more) + random.pick(["SELECT 1;", "a: b # no comment", "- c"]))
    }
    // It ends the scalar, whatever follows.
    addComment(indentation: 0)
  }

  /// Brackets or braces over several lines, with comments.
  private mutating func addBrackets(after start: String, indentation: Int) {
    let isList = random.chance(50)
    add(start + (isList ? "[" : "{"), mayEnd: true)
    for _ in 0...random.below(3) {
      if random.chance(20) { addComment(indentation: indentation + random.below(4)) }
      let key = isList ? "" : name() + ": "
      add(
        blanks(indentation) + key + (random.chance(70) ? scalar() : flow(depth: 3)) + ",",
        mayEnd: true)
    }
    if random.chance(20) { addComment(indentation: indentation) }
    add(blanks(indentation) + (isList ? "]" : "}"), mayEnd: true)
  }

  private mutating func addGap(indentation: Int) {
    for _ in 0..<random.pick([0, 0, 0, 1, 2]) {
      if random.chance(40) {
        lines.append(blanks(random.below(4)))
      } else {
        addComment(indentation: random.chance(70) ? indentation : random.below(9))
      }
    }
  }

  private mutating func addComment(indentation: Int) {
    lines.append(blanks(indentation) + comment())
  }

  /// Adds a line, perhaps with a comment.
  private mutating func add(_ line: String, mayEnd: Bool) {
    guard mayEnd, random.chance(25) else { return lines.append(line) }
    lines.append(line + blanks(random.number(1...4)) + comment())
  }

  private mutating func comment() -> String {
    count += 1
    let text =
      random.pick(["# ", "#", "## "]) + "c\(count) \(random.pick(["it's", "a: b", "{ x", "é"]))"
    comments.append(text)
    return text
  }

  // MARK: In one line

  private mutating func flow(depth: Int) -> String {
    let blank = blanks(random.below(2))
    let parts = (0..<random.below(depth > 3 ? 2 : 6)).map { _ -> String in
      let value = depth > 5 || random.chance(70) ? scalar() : flow(depth: depth + 1)
      return value
    }
    if random.chance(50) { return "[" + blank + parts.joined(separator: "," + blank) + blank + "]" }
    let pairs = parts.map { "\(name()): \($0)" }
    return "{" + blank + pairs.joined(separator: "," + blank) + blank + "}"
  }

  private mutating func name() -> String {
    count += 1
    return random.pick(["key", "a-b", "Entity"]) + "\(count)"
  }

  private mutating func scalar() -> String {
    random.pick([
      "int", "no", "012", "a b c", "uuid = new", "'it''s'", "'plain'", "\"[string] = []\"",
      "\"a \\\" b\"", "'x \"y\" z'", "'# no comment'", "/path/x-y", "~", "x#y", "größe",
      String(repeating: "long ", count: 12) + "end",
    ])
  }

  private func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
}
