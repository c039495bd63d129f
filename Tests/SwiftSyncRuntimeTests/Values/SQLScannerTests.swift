import SwiftSyncValues
import Testing

@Suite struct SQLScannerTests {
  private func tokens(_ sql: String) -> [String] {
    SQLToken.tokens(of: sql).map { token in
      "\(token.kind) \(token.text)" + (token.isClosed ? "" : " (open)")
    }
  }

  @Test func readsWordsNumbersAndSigns() {
    #expect(
      tokens("a1 >= 1.5e-3 || .5<>$x") == [
        "word a1", "sign >=", "number 1.5e-3", "sign ||", "number .5", "sign <>", "word $x",
      ])
    #expect(tokens("j ->> 'a' -> 2") == ["word j", "sign ->>", "text a", "sign ->", "number 2"])
  }

  @Test func readsQuotedNamesAndStrings() {
    #expect(
      tokens(#"'it''s' "a""b" `c``d` [e"f] x'0a'"#) == [
        "text it's", "name a\"b", "name c`d", "name e\"f", "blob 0a",
      ])
    #expect(tokens("[a]]") == ["name a", "sign ]"])
    #expect(tokens("''") == ["text "])
  }

  @Test func readsComments() {
    #expect(
      tokens("a -- b\n/* c */ d") == ["word a", "comment -- b", "comment /* c */", "word d"])
  }

  @Test func skipsByteOrderMarks() {
    #expect(tokens("\u{FEFF}BEGIN") == ["word BEGIN"])
  }

  @Test(arguments: [
    ("'a", "text a (open)"), ("\"a\"\"", "name a\" (open)"), ("[a", "name a (open)"),
    ("x'0", "blob 0 (open)"), ("/* a", "comment /* a (open)"),
  ])
  func marksWhatIsNotClosed(_ sql: String, _ token: String) {
    #expect(tokens(sql) == [token])
  }

  @Test func findsNamesWithoutStringsAndComments() {
    #expect(
      SQLToken.names(in: "SELECT \"Unit Price\" * 2 -- price\nFROM [t] WHERE a = 'b'")
        == ["select", "unit price", "from", "t", "where", "a"])
  }

  @Test func readsStatementsThatCreateIndexes() {
    func read(_ sql: String) -> [String?] {
      let statement = SQLStatement(sql)
      return [
        statement.createsUniqueIndex ? "unique" : nil, statement.indexCondition.map(statement.text),
      ]
    }
    #expect(read("CREATE UNIQUE INDEX i ON t (a, f(b))") == ["unique", nil])
    #expect(
      read("create unique index \"i (\" on t(a)where b > ')' -- c\n AND d;")
        == ["unique", "b > ')' AND d"])
    #expect(read("CREATE INDEX i ON t (a) WHERE (b)") == [nil, "(b)"])
    #expect(read("CREATE UNIQUE INDEX") == [nil, nil])
  }
}
