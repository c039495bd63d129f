import SyncGenDiagnostics
import SyncGenYAML
import Testing

@Suite struct YAMLReaderTests {
  private func read(_ text: String) -> (node: YAMLNode?, codes: [String]) {
    var bag = DiagnosticBag()
    let node = YAMLReader.read(bytes: Array(text.utf8), path: "a.yaml", into: &bag)
    return (node, bag.diagnostics.map(\.code.rawValue))
  }

  private func pairs(_ node: YAMLNode?) throws -> [YAMLPair] {
    guard case .mapping(let pairs) = try #require(node).content else { return [] }
    return pairs
  }

  private func place(_ span: SourceSpan) -> [Int] {
    [span.line, span.column, span.endLine, span.endColumn]
  }

  @Test func recordsPositionOfEachNode() throws {
    let (node, codes) = read("a: é😀\nlist:\n  - one\n  - { b: 'two' }\n")
    #expect(codes == [])
    let pairs = try pairs(node)
    #expect(place(pairs[0].keySpan) == [1, 1, 1, 2])
    #expect(place(pairs[0].value.span) == [1, 4, 1, 6])
    #expect(place(pairs[1].value.span) == [3, 3, 4, 17])
    guard case .sequence(let items) = pairs[1].value.content else { return }
    #expect(place(items[1].span) == [4, 5, 4, 17])
    #expect(try self.pairs(items[1])[0].value.content == .scalar(YAMLScalar("two", isPlain: false)))
  }

  @Test func keepsScalarsAsText() throws {
    let node = read("{ on: no, null: ~, 012: 1_000, yes: 1.0 }").node
    let texts = try pairs(node).flatMap { pair -> [String] in
      guard case .scalar(let scalar) = pair.value.content else { return [] }
      return [pair.key, scalar.text]
    }
    #expect(texts == ["on", "no", "null", "~", "012", "1_000", "yes", "1.0"])
  }

  @Test func proposesQuotesForOptionalLists() throws {
    let text = "a: [string]?\nb: { type: [string: x]?, to: [{ c: d? }]? }\ne: [f]\ng: 'h]?'\n"
    var bag = DiagnosticBag()
    let node = YAMLReader.read(bytes: Array(text.utf8), path: "a.yaml", into: &bag)
    #expect(bag.diagnostics.map(\.code) == [.invalidYAML, .invalidYAML, .invalidYAML])
    #expect(
      bag.diagnostics.map(\.fixIt?.replacement) == ["\"[string]?\"", "\"[string: x]?\"", nil])
    #expect(
      bag.diagnostics.map { place($0.span) } == [[1, 4, 1, 13], [2, 12, 2, 24], [2, 30, 2, 42]])
    #expect(try pairs(node).map(\.key) == ["a", "b", "e", "g"])
  }

  /// The rest of the mapping is read as if the quotation marks were there.
  @Test func proposesQuotesForDefaultsThatAreCut() throws {
    let text = "a: { b: string = \"x, y\", c: d }\ne: string = \"f #g\" # h\n"
    var bag = DiagnosticBag()
    let node = YAMLReader.read(bytes: Array(text.utf8), path: "a.yaml", into: &bag)
    #expect(bag.diagnostics.map(\.code) == [.invalidYAML, .invalidYAML])
    #expect(
      bag.diagnostics.map(\.fixIt?.replacement) == [
        "'string = \"x, y\"'", "'string = \"f #g\"'",
      ])
    #expect(bag.diagnostics.map { place($0.span) } == [[1, 9, 1, 24], [2, 4, 2, 19]])
    let pairs = try pairs(node)
    #expect(try self.pairs(pairs[0].value).map(\.key) == ["b", "c"])
    #expect(
      pairs[1].value.content == .scalar(YAMLScalar("string = \"f #g\"", isPlain: false)))
  }

  @Test(arguments: [
    ("a: [b] = []", "[b] = []"), ("a: [b]? = []", "[b]? = []"),
    ("a: { b: json = {} }", "json = {}"),
    ("a: b = \"c: d\"", "b = \"c: d\""),
  ])
  func proposesQuotesForDefaultsThatYAMLRefuses(_ text: String, _ value: String) throws {
    var bag = DiagnosticBag()
    #expect(YAMLReader.read(bytes: Array(text.utf8), path: "a.yaml", into: &bag) == nil)
    #expect(bag.diagnostics.map(\.code) == [.invalidYAML])
    #expect(bag.diagnostics.first?.fixIt?.replacement == YAMLText.quoted(value))
  }

  /// Other formats may contain such text.
  @Test func acceptsTextLikeDefaultsInPlainYAML() {
    var bag = DiagnosticBag()
    let text = "a: b = \"c #d\"\n"
    #expect(
      YAMLReader.read(bytes: Array(text.utf8), path: "a.yaml", isPlainYAML: true, into: &bag) != nil
    )
    #expect(bag.diagnostics == [])
  }

  /// JSON escapes characters beyond U+FFFF as two surrogates.
  @Test func combinesSurrogatePairs() throws {
    let (node, codes) = read(
      #"{"a": "x \ud83d\ude80\uD83D\uDE80", "b": "\\ud83d\\ude80", "\ud83d\ude80": [true, -1.5e3, "é"],"#
        + "\n" + #" plain: '\ud83d\ude80', c: "\ud83d\ude80" }"#)
    #expect(codes == [])
    let pairs = try pairs(node)
    #expect(pairs.map(\.key) == ["a", "b", "🚀", "plain", "c"])
    let texts = pairs.map { pair in
      if case .scalar(let scalar) = pair.value.content { scalar.text } else { "" }
    }
    #expect(texts == ["x 🚀🚀", #"\ud83d\ude80"#, "", #"\ud83d\ude80"#, "🚀"])
    #expect(place(pairs[0].value.span) == [1, 7, 1, 35])
    #expect(place(pairs[1].keySpan) == [1, 37, 1, 40])
    #expect(place(pairs[2].keySpan) == [1, 60, 1, 74])
    #expect(place(pairs[2].value.span) == [1, 76, 1, 95])
    #expect(place(pairs[4].value.span) == [2, 28, 2, 42])
  }

  @Test(arguments: [
    (#"a: "\ud83d""#, 7), (#"a: "\ud83d\u0041""#, 7), (#"a: "\ude80\ud83d""#, 7),
    (#"a: "\ud83d\ude80 \ud83d""#, 20),
  ])
  func rejectsUnpairedSurrogates(_ text: String, _ column: Int) {
    var bag = DiagnosticBag()
    #expect(YAMLReader.read(bytes: Array(text.utf8), path: "a.yaml", into: &bag) == nil)
    #expect(
      bag.diagnostics.map(\.message) == ["invalid YAML: this escape does not stand for a character"]
    )
    #expect(bag.diagnostics.map(\.span.column) == [column])
  }

  /// Outside of JSON, each text with surrogates requires another pass.
  @Test func limitsPassesForSurrogates() {
    func lines(_ count: Int) -> String {
      (0..<count).map { "k\($0): \"\\ud83d\\ude80\"\n" }.joined()
    }
    #expect(read(lines(256)).codes == [])
    #expect(read(lines(257)).codes == ["invalid-yaml"])
    let json = "[" + (0..<5000).map { _ in #""\ud83d\ude80""# }.joined(separator: ", ") + "]"
    #expect(read(json).codes == [])
  }

  @Test func resolvesAliases() throws {
    let pairs = try pairs(read("a: &x [1, 2]\nb: *x\n").node)
    #expect(pairs[0].value.content == pairs[1].value.content)
    #expect(pairs[1].value.span.line == 1)
  }

  @Test(arguments: [
    ("", "empty-file"), ("# only\n", "empty-file"), ("a: 1\na: 2", "duplicate-key"),
    ("a: 1\n---\nb: 2", "multiple-documents"), ("[a]: b", "invalid-key"),
    ("a: *b", "unknown-anchor"),
    ("&a [*a]", "unknown-anchor"), ("a: !x b", "unsupported-tag"), ("a: [", "invalid-yaml"),
    ("\ta: b", "invalid-yaml"), ("a: \u{0}", "invalid-yaml"), ("a: 'b", "invalid-yaml"),
    ("%YAML 9.9\n---\na: b", "invalid-yaml"), ("a: b]?", ""), ("a: [b]?", "invalid-yaml"),
    (String(repeating: "[", count: 100_000), "nesting-too-deep"),
    (String(repeating: "[a]? ", count: 1_000), "invalid-yaml"),
  ])
  func reportsInvalidDocuments(_ text: String, _ code: String) {
    #expect(read(text).codes == (code.isEmpty ? [] : [code]))
  }

  @Test(arguments: [
    [0xFF], [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
    [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0x80],
  ])
  func findsInvalidUTF8(_ wrong: [UInt8]) {
    var bag = DiagnosticBag()
    let bytes = Array("a: é\r\nb: ü".utf8) + wrong
    #expect(YAMLReader.read(bytes: bytes, path: "a.yaml", into: &bag) == nil)
    #expect(bag.diagnostics.map(\.code) == [.invalidUTF8])
    #expect(bag.diagnostics.map { [$0.span.line, $0.span.column] } == [[2, 5]])
  }

  @Test func findsDuplicateAmongManyKeys() throws {
    let text = (0..<100).map { "k\($0): \($0)\n" }.joined() + "k50: again\n"
    let (node, codes) = read(text)
    #expect(codes == ["duplicate-key"])
    #expect(try pairs(node).count == 100)
  }

  @Test func limitsAliases() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for index in 1...9 {
      let aliases = Array(repeating: "*a\(index - 1)", count: 10).joined(separator: ", ")
      text += "a\(index): &a\(index) [\(aliases)]\n"
    }
    #expect(read(text).codes == ["alias-limit"])
  }
}
