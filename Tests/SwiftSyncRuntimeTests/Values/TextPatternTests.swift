import Foundation
import SwiftSyncValues
import TestHelpers
import Testing

/// Regular expressions in schemas.
@Suite struct TextPatternTests {
  @Test(arguments: [
    ("", "", true), ("", "a", true), ("a", "bab", true), ("^a", "ba", false), ("a$", "ab", false),
    ("^#[0-9a-f]{6}$", "#00ff7a", true), ("^#[0-9a-f]{6}$", "#00FF7A", false),
    ("^#[0-9a-f]{6}$", "#00ff7a\n", false), ("^a|b$", "cb", true), ("^(a|b)$", "cb", false),
    ("^(?:ab)+$", "ababab", true), ("^(?:ab)+$", "aba", false), ("^a{2,3}$", "aaaa", false),
    ("^a{2,}?$", "aaaa", true), ("^a{0}$", "", true), ("^.$", "\u{1F600}", true),
    ("^.$", "\n", false),
    (#"^\d\D\w\W\s\S$"#, "1a_- x", true), (#"^[\w-]+$"#, "a-b_c", true),
    (#"^[^\s]+$"#, "a b", false),
    (#"^[]$"#, "a", false), (#"^[^]$"#, "\n", true), (#"\bcat\b"#, "a cat!", true),
    (#"\bcat\b"#, "concat", false), (#"\Bcat"#, "concat", true),
    (#"^\u00e4\x41\u{1F600}$"#, "äA😀", true),
    (#"^\ud83d\ude00$"#, "😀", true), (#"^\p{Lu}\P{Lu}$"#, "Äa", true),
    (#"^[\p{L}\d]+$"#, "ñ9", true),
    (#"^[^\p{L}]+$"#, "9a", false), ("^(?!tmp-)[a-z-]+$", "tmp-x", false),
    ("^(?!tmp-)[a-z-]+$", "tap-x", true),
    (#"^(?=.*\d)(?=.*[a-z]).{3,}$"#, "ab1", true), (#"^(?=.*\d)(?=.*[a-z]).{3,}$"#, "abc", false),
    ("^(?<year>[0-9]{4})$", "2026", true), (#"^[\b]$"#, "\u{8}", true),
    (#"^\/\.\-\_$"#, "/.-_", true),
    ("^(a*)*$", "aaab", false), ("^(a?){3}b$", "aab", true), ("^((){9}){9}a$", "a", true),
  ])
  func matchesText(_ pattern: String, _ text: String, _ isFound: Bool) throws {
    #expect(try TextPattern(pattern).matches(text) == isFound)
  }

  @Test(arguments: [
    ("(a", 0, "'(' without ')'"), ("a)", 1, "')' without '('"), ("[a", 0, "'[' without ']'"),
    ("a**", 2, "nothing to repeat"), ("*a", 0, "nothing to repeat"),
    ("a{2,1}", 1, "the bounds are in the wrong order"),
    ("[z-a]", 1, "the range is in the wrong order"),
    (#"[\d-z]"#, 1, "the ends of a range are single characters"),
    (#"(a)\1"#, 3, "backreferences are not supported"),
    ("(?<=a)b", 0, "lookbehind is not supported"),
    ("a{", 1, #"write '\{' for the character '{'"#), ("}", 0, #"write '\}' for the character '}'"#),
    (#"\y"#, 0, #"unknown escape '\y'"#), ("a\\", 1, #"'\' at the end"#),
    ("^*", 0, "an assertion cannot be repeated"),
    (#"\p{Latin}"#, 0, "unknown category 'Latin'; write a short name such as 'L' or 'Lu'"),
    (#"\u12"#, 0, "expected 4 hexadecimal digits"), ("(?i)a", 0, "unknown kind of group"),
    ("a{10001}", 1, "more than 10000 repetitions"),
    ("(a{9999}){9}", 0, "the pattern has more than 20000 states"),
  ])
  func rejectsInvalidPatterns(_ pattern: String, _ offset: Int, _ message: String) {
    let problem = #expect(throws: PatternProblem.self) { try TextPattern(pattern) }
    #expect(
      problem?.offset == offset && problem?.message == message, "\(String(describing: problem))")
  }

  /// Escapes that only older schemas may have, because a JSON Schema with them is invalid.
  @Test(arguments: [
    (#"a\-b"#, 1, #"write '-' instead of '\-'"#), (#"\_"#, 0, #"write '_' instead of '\_'"#),
    (#"[a\@]"#, 2, #"write '@' instead of '\@'"#), (#"\é"#, 0, #"write 'é' instead of '\é'"#),
  ])
  func refusesNeedlessEscapes(_ pattern: String, _ offset: Int, _ message: String) {
    let problem = #expect(throws: PatternProblem.self) { try TextPattern.check(pattern) }
    #expect(
      problem?.offset == offset && problem?.message == message, "\(String(describing: problem))")
  }

  @Test(arguments: [#"[\w\-]\^\$\\\.\*\+\?\(\)\[\]\{\}\|\/"#, #"\cA\0\t\x41\p{L}\u{41}[\b]"#])
  func acceptsNecessaryEscapes(_ pattern: String) throws {
    try TextPattern.check(pattern)
  }

  /// The model is ICU's regular expressions, for the common part of the syntax.
  @Test func agreesWithNSRegularExpression() throws {
    var random = SeededRandom(7)
    for _ in 0..<3_000 {
      let source = expression(3, &random)
      let model = try NSRegularExpression(pattern: source)
      let pattern = try TextPattern(source)
      for _ in 0..<10 {
        let text = String((0..<random.below(7)).map { _ in random.pick(Array("ab1 \n")) })
        let range = NSRange(text.startIndex..., in: text)
        let isFound = model.firstMatch(in: text, range: range) != nil
        #expect(pattern.matches(text) == isFound, "\(source) in \(text.debugDescription)")
      }
    }
  }

  private func expression(_ depth: Int, _ random: inout SeededRandom) -> String {
    let atoms = ["a", "b", "1", ".", "[ab]", "[^a]", #"\d"#, #"\w"#, #"\s"#, #"\b"#, "^", #"\S"#]
    guard depth > 0 else { return random.pick(atoms) }
    let one = expression(depth - 1, &random)
    let other = expression(depth - 1, &random)
    switch random.below(8) {
    case 0: return "(\(one)|\(other))"
    case 1: return "(?:\(one))*"
    case 2: return "(?:\(one))+\(other)"
    case 3: return "(?:\(one)){1,2}\(other)"
    case 4: return "(?=\(one))\(other)"
    case 5: return "(?!\(one))\(other)"
    default: return one + other
    }
  }

  /// Patterns for which backtracking engines take exponential time.
  @Test(arguments: ["^(a+)+$", "^(a|aa)+$", "^(a|a?)+$", "^(?=(a+)+$)b"])
  func avoidsCatastrophicBacktracking(_ source: String) throws {
    let text = String(repeating: "a", count: 20_000) + "!"
    #expect(try !TextPattern(source).matches(text))
  }

  /// Any text is either a pattern or rejected.
  @Test func acceptsOrRejectsAnyPattern() {
    var random = SeededRandom(11)
    let parts = Array(#"ab1()[]{}|*+?.^$\\dwsbup{L}x-,:=!<>k0"#)
    for _ in 0..<20_000 {
      let source = String((0..<random.below(12)).map { _ in random.pick(parts) })
      guard let pattern = try? TextPattern(source) else { continue }
      _ = pattern.matches("ab1-a")
    }
  }
}
