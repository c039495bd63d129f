import SyncGenEmit
import Testing

@Suite struct LineWrapperTests {
  private let long = String(repeating: "x", count: 60)

  @Test func keepsLinesThatFit() {
    let line = "  let a = f(" + String(repeating: "x", count: 87) + ")"
    #expect(LineWrapper.wrap(line) == line)
  }

  @Test func putsParametersOnSeparateLines() {
    let code = "  init(first: Int = f(1, 2), \(long): [String: Int] = [:], last: Int) {"
    #expect(
      LineWrapper.wrap(code) == """
          init(
            first: Int = f(1, 2),
            \(long): [String: Int] = [:],
            last: Int
          ) {
        """)
  }

  @Test func breaksNestedBracketsWhereNeeded() {
    let code = "let a = B(c: [\"\(long)\", \"\(long)\"], d: [\"a,\\\"]\"], e: \"\(long)\")"
    #expect(
      LineWrapper.wrap(code) == """
        let a = B(
          c: [
            "\(long)",
            "\(long)",
          ],
          d: ["a,\\"]"],
          e: "\(long)"
        )
        """)
  }

  @Test func loneElementHasNoTrailingComma() {
    let element = "\"\(long)\(long)\""
    #expect(LineWrapper.wrap("let a = [\(element)]") == "let a = [\n  \(element)\n]")
  }

  @Test func breaksAssignmentsAfterEqualsSign() {
    #expect(LineWrapper.wrap("  self.\(long) = \(long)") == "  self.\(long) =\n    \(long)")
  }

  /// The formatter adds a comma after the last element before it measures the line.
  @Test func breaksListsThatFitOnlyWithoutComma() {
    let line = "  let a: [T] = [b, " + String(repeating: "x", count: 80) + "]"
    #expect(LineWrapper.wrap(line).hasPrefix("  let a: [T] = [\n    b,\n"))
    let two = "  f([b, " + String(repeating: "x", count: 77) + "], to: [c, d])"
    #expect(two.utf8.count == 99)
    #expect(LineWrapper.wrap(two).hasPrefix("  f(\n"))
    let type = "  let a: B<C, [" + String(repeating: "x", count: 84) + "]"
    #expect(LineWrapper.wrap(type) == type)
    let argument = "let a: B<[C.\(long)]> = .f(\(long))"
    #expect(LineWrapper.wrap(argument).hasPrefix("let a: B<[C.\(long)]> = .f(\n"))
  }

  @Test func breaksGuardsBeforeElse() {
    #expect(
      LineWrapper.wrap("  guard let a = \(long), let b = \(long) else { return nil }") == """
          guard let a = \(long),
            let b = \(long)
          else { return nil }
        """)
    #expect(
      LineWrapper.wrap("  guard let a = b else { throw f(\"\(long)\", c, d, e, f) }") == """
          guard let a = b else {
            throw f("\(long)", c, d, e, f)
          }
        """)
    let open = "guard let a = \(long), let b = \(long) else {"
    #expect(LineWrapper.wrap(open).hasSuffix("\n  let b = \(long)\nelse {"))
  }

  @Test func breaksBeforeOperators() {
    #expect(
      LineWrapper.wrap("  a.\(long) + b.\(long) + c") == """
          a.\(long)
            + b.\(long)
            + c
        """)
    #expect(
      LineWrapper.wrap("  self.a = try f(\"x + y\") ?? B(c: \"\(long)\", d: \"\(long)\")") == """
          self.a =
            try f("x + y")
            ?? B(
              c: "\(long)",
              d: "\(long)"
            )
        """)
  }

  @Test func keepsStringsInInterpolations() {
    let code = "let a = f(\"\\(b[\"c, d\"])\", \(long), \(long))"
    #expect(
      LineWrapper.wrap(code) == """
        let a = f(
          "\\(b["c, d"])",
          \(long),
          \(long)
        )
        """)
  }

  @Test func keepsCommentsAndStringLiterals() {
    let code = "/// \(long) \(long)\nlet a = \"\"\"\n  f(\(long), \(long))\n  \"\"\"\n"
    #expect(LineWrapper.wrap(code) == code)
    let wrapped = LineWrapper.wrap(code + "f(\(long), \(long))")
    #expect(wrapped == code + "f(\n  \(long),\n  \(long)\n)")
  }

  @Test func fillsDocumentationComments() {
    let words = Array(repeating: "lorem", count: 30).joined(separator: " ")
    let comment = CommentWrapper.comment("One.\n\n- \(words)\n\n", mark: "///", indentation: 2)
    let lines = comment.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.prefix(2) == ["/// One.", "  ///"])
    #expect(lines.allSatisfy { $0.count <= 100 && !$0.hasSuffix(" ") })
    #expect(lines.count == 4)
  }
}
