import SyncGenDiagnostics
import SyncGenYAML
import Testing

@Suite struct YAMLFormatterTests {
  private func format(_ text: String) throws -> String {
    try #require(try FormattedText(text)).text
  }

  private func refusal(of text: String) throws -> String {
    let refusal = #expect(throws: YAMLFormatter.Refusal.self) { try FormattedText(text) }
    return refusal.map { "\($0.span.line):\($0.span.column)" } ?? ""
  }

  @Test func indentsByTwoBlanks() throws {
    let text = """
      entities:
          Item:
              attributes:
                    id:   int
              indexes:
              - [ id,title ]
              -   on: [title]
                  unique:  true
      """
    #expect(
      try format(text) == """
        entities:
          Item:
            attributes:
              id: int
            indexes:
              - [id, title]
              - on: [title]
                unique: true

        """)
  }

  @Test func keepsCommentsInPlace() throws {
    let text = """
      # About the file.


      # About the version.
      swiftsync: 1   # the language
      entities: # people
          # About Item.
          Item:
              id: int    # a
              title: string # aligned
              # The end of Item.

          # About Other.
      #  About Other, at the margin.
          Other: { a: b } # after

      # The end.
      """
    #expect(
      try format(text) == """
        # About the file.

        # About the version.
        swiftsync: 1   # the language
        entities: # people
          # About Item.
          Item:
            id: int    # a
            title: string # aligned
            # The end of Item.

          # About Other.
          #  About Other, at the margin.
          Other: { a: b } # after

        # The end.

        """)
  }

  @Test func keepsCommentsOfSeveralLinesAligned() throws {
    let text = """
      a:
          b: 1    # one
                  # two
              # not below it
          c: {d: 2}  # three
                     # four
      """
    #expect(
      try format(text) == """
        a:
          b: 1    # one
                  # two
          # not below it
          c: { d: 2 } # three
                      # four

        """)
  }

  /// In the formatted text, the second comment continues the first one.
  @Test func keepsBlankBelowCommentsAfterDash() throws {
    let text = """
      items:
        -   -   # one
              # two

              title: string
        -   -   # three
              # four

              # five
              - int
        -   -   # six
              # seven

              # eight
              text
      """
    let formatted = """
      items:
        - - # one
            # two

            title: string
        - - # three
            # four

            # five
            - int
        - - # six
            # seven

            # eight
            text

      """
    #expect(try format(text) == formatted)
    #expect(try format(formatted) == formatted)
  }

  @Test func movesCommentNextToChangedText() throws {
    #expect(try format("a: {b: c}    # why\n") == "a: { b: c } # why\n")
  }

  @Test func joinsWhatFitsOnALine() throws {
    let text = """
      cases: [
        one,
        two,
      ]
      value: {
        a: 1, 'b': 'it''s', c: 'say "x"' }
      empty: { }
      """
    #expect(
      try format(text) == """
        cases: [one, two]
        value: { a: 1, "b": "it's", c: 'say "x"' }
        empty: {}

        """)
  }

  @Test func breaksWhatDoesNotFit() throws {
    let word = String(repeating: "x", count: 40)
    let fitting = "a: { b: \(word), c: \(word.dropLast(2)), d: xx }"
    #expect(fitting.count == 100)
    #expect(try format(fitting + " # a comment does not count\n").split(separator: "\n").count == 1)
    #expect(
      try format("a: { b: \(word), c: { e: \(word) }, d: [xx] }") == """
        a:
          b: \(word)
          c: { e: \(word) }
          d: [xx]

        """)
    #expect(
      try format("[\(word), { a: \(word), b }, \(word)]\n") == """
        - \(word)
        - { a: \(word), b }
        - \(word)

        """)
  }

  @Test func breaksBracesWithComments() throws {
    let text = """
      a: { # first
        b: 1, # second
        # third
        c: [x, # fourth
            y]
        # fifth
      } # sixth
      """
    #expect(
      try format(text) == """
        a: # first
          b: 1 # second
          # third
          c:
            - x # fourth
            - y
          # fifth
          # sixth

        """)
  }

  @Test func keepsScalarsOfSeveralLines() throws {
    let text = """
      a:
          doc: one
              two

              three
          sql: |   # statements
              SELECT 1;

                SELECT 2;


          text: "a \\
                 b"
          kept: >-
           folded
           text
      """
    #expect(
      try format(text) == """
        a:
          doc: one
            two

            three
          sql: |   # statements
            SELECT 1;

              SELECT 2;

          text: "a \\
            b"
          kept: >-
            folded
            text

        """)
  }

  @Test func keepsAnchors() throws {
    let text = """
      traits:
          stamps: &stamps   # shared
              a: date
          more: &more {b: int}
      x: [*stamps, *more]
      """
    #expect(
      try format(text) == """
        traits:
          stamps: &stamps   # shared
            a: date
          more: &more { b: int }
        x: [*stamps, *more]

        """)
  }

  @Test func keepsMarkersAndLineEnds() throws {
    #expect(
      try format("\u{FEFF}%YAML 1.1\r\n---\r\na: 1\r\n\r\n\r\nb: 2\r\n...") == """
        %YAML 1.1
        ---
        a: 1

        b: 2
        ...

        """)
  }

  @Test func writesJSONInLines() throws {
    let long = String(repeating: "y", count: 90)
    #expect(
      try format("{\"a\":1,\"b\":\"\\ud83d\\ude80 \(long)\"}") == """
        "a": 1
        "b": "\\U0001F680 \(long)"

        """)
  }

  @Test func refusesWhatItCannotLayOut() throws {
    // A key of several lines, and a comment that has no place.
    #expect(try refusal(of: "a: 1\n? b\n  c\n: 2\n") == "2:3")
    #expect(try refusal(of: "a: { # nothing\n }\n") == "1:4")
  }

  @Test func reportsInvalidFiles() throws {
    var bag = DiagnosticBag()
    let file = SourceFile(path: "a.yaml", bytes: Array("a: [1\n".utf8))
    #expect(try YAMLFormatter.format(file, into: &bag) == nil)
    #expect(bag.diagnostics.map(\.code) == [.invalidYAML])
  }
}
