import SyncGenTemplateEngine
import Testing

/// `replace` with `"regex"` behaves like Foundation's regular expressions.
struct RegexTests {
  static let replacements: [(text: String, pattern: String, template: String, result: String)] = [
    ("abc", "(b)", "<$5>", "a<>c"),
    ("abc", "(b)", "<$12>", "a<b2>c"),
    ("axb", "x*", "-", "-a--b-"),
    ("a\nb\n", "$", "#", "a\nb#\n#"),
    ("aXbx", "x", "\\$1", "aXb$1"),
    ("abc", "b", "$", "a$c"),
    ("abc", "(?<n>b)", "${n}!", "a${n}!c"),
    ("aaa", "a{2}", "x", "xa"),
    ("tel", "(?i)E", "3", "t3l"),
    ("ab", "a(?i)B|C", "x", "x"),
    ("ABab", "(?i:a)b", "x", "ABx"),
    ("abc", "[]b]", "x", "axc"),
    ("a]b", "[^]]", "x", "x]x"),
    ("a-b", "[a-]", "x", "xxb"),
    ("aabb", "(a)\\1|b+?", "x", "xxx"),
    ("foobar foo", "foo(?!bar)", "x", "foobar x"),
    ("a1 b2", "(?<=b)\\d", "x", "a1 bx"),
    ("été 42", "\\w+", "x", "x x"),
    ("one two", "\\bt", "T", "one Two"),
    ("a\nb", "(?m)^", "> ", "> a\n> b"),
    ("aab", "a++a|b", "x", "aax"),
    ("AbC", "\\p{Lu}", "_", "_b_"),
    ("a.b", "\\Q.\\E", "-", "a-b"),
    ("x1y", "[[:digit:]\\u0078]", "", "y"),
    ("", "a?", "x", "x"),
    ("aaa", "(a*)*", "x", "xx"),
  ]

  @Test(arguments: replacements)
  func replace(_ text: String, _ pattern: String, _ template: String, _ result: String) {
    let context = TemplateDictionary([
      "s": .string(text), "p": .string(pattern), "t": .string(template),
    ])
    #expect(
      render(Array("{{ s|replace:p,t,\"regex\" }}".utf8), .dictionary(context)) == .text(result))
  }

  static let invalid = [
    "(", ")", "[", "*a", "a{2,1}", "a{9999}", "\\", "\\y", "(?z)", "[b-a]", "\\p{Nope}", "\\2(a)",
    "(?<n", "((((((((((((((((((((((((((((((((((a))))))))))))))))))))))))))))))))))",
    "((a{900}){900}){900}",
  ]

  @Test(arguments: invalid)
  func invalidPattern(_ pattern: String) {
    let context = TemplateDictionary(["p": .string(pattern)])
    let rendered = render(
      Array("{{ \"a\"|replace:p,\"\",\"regex\" }}".utf8), .dictionary(context))
    guard case .errors(let lines) = rendered else {
      Issue.record("'\(pattern)' is accepted")
      return
    }
    #expect(lines.first?.contains("has an invalid regular expression") == true)
  }

  @Test func rejectsCatastrophicBacktracking() throws {
    let text = String(repeating: "a", count: 40) + "b"
    #expect(
      try render("{{ \"\(text)\"|replace:\"^(a+)+$\",\"\",\"regex\" }}")
        == .errors([
          "main.stencil:1:48: error: filter 'replace' takes too long for this string [template-filter]"
        ]))
  }
}
