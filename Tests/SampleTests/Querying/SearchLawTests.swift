import Foundation
import Social
import TestHelpers
import Testing

import SwiftSyncRuntime
@testable import SwiftSyncStore

/// For any writes and any search, the result is the same as in plain Swift. `LAW_SEEDS=2000` tries more.
@Suite(.timeLimit(.minutes(30))) struct SearchLawTests {
  private static let usualSeeds = 12

  @Test func searchesMatchSwift() async throws {
    for seed in StatedSeeds.seeds(usually: Self.usualSeeds) {
      var run = try await SearchRun(seed: UInt64(seed))
      for _ in 0..<12 {
        try run.write()
        try await run.compare()
      }
      try run.check()
    }
  }

  /// FTS5 accepts every text that a user may type.
  @Test func acceptsAnySearchText() async throws {
    let database = try Database()
    let store = try await database.open(SocialSchema.self)
    var random = SeededRandom(1)
    let pieces = [
      "\"", "*", "(", ")", ":", "^", "-", "+", "{", "}", ",", ".", "'", "\0", " ", "\n", "AND",
      "OR",
      "NOT", "NEAR", "NEAR(", "content", "statuses_search", "é", "\u{301}", "\u{feff}", "漢字", "👩‍👧",

      "a", "\\", ";", "--", "/*", "?1",
    ]
    for _ in 0..<600 {
      let text = (0..<random.below(9)).map { _ in random.pick(pieces) }.joined()
      _ = try await store.fetch(Status.search(text))
      _ = try await store.count(Social.Account.search(text))
    }
    let long = Array(repeating: "word \"a b\"* ", count: 2_000).joined()
    #expect(try await store.fetch(Status.search(long)) == [])
  }
}

/// A store, and the contents of its statuses.
private struct SearchRun {
  private struct Row {
    var content: String
    var warning: String?
    var filters: [String]

    var texts: [String] { [content] + [warning].compactMap { $0 } + filters }
  }

  private static let words = ["ink", "inks", "Call", "calling", "Fox", "x1"]

  private let seed: UInt64
  private let database: Database
  private let store: SyncStore
  private let program: OtherProgram
  private var random: SeededRandom
  private var rows: [Int: Row] = [:]

  init(seed: UInt64) async throws {
    self.seed = seed
    database = try Database()
    store = try await database.open(SocialSchema.self)
    program = try OtherProgram(at: database)
    random = SeededRandom(seed)
  }

  private mutating func text() -> String {
    (0..<random.below(4)).map { _ in random.pick(Self.words) }
      .joined(separator: random.pick([" ", ", ", "-"]))
  }

  /// Executes statements of another program in one transaction, which may be rolled back.
  mutating func write() throws {
    let before = rows
    try program.run("BEGIN")
    for _ in 0..<(1 + random.below(6)) { try program.run(statement()) }
    let isKept = random.below(5) > 0
    try program.run(isKept ? "COMMIT" : "ROLLBACK")
    if !isKept { rows = before }
  }

  private mutating func statement() -> String {
    let id = random.below(8)
    let content = text()
    switch random.below(10) {
    case 0: return insert(id, "REPLACE", content)
    case 1: return insert(id, "INSERT OR IGNORE", content)
    case 2, 3: return insert(id, "INSERT OR REPLACE", content)
    case 4:
      rows[id] = nil
      return "DELETE FROM statuses WHERE id = \(id)"
    case 5:
      rows[id]?.content = content
      return "UPDATE statuses SET content = '\(content)', language = 'de' WHERE id = \(id)"
    case 6:
      for id in rows.keys { rows[id]?.warning = content }
      return "UPDATE statuses SET content_warning = '\(content)'"
    case 7:
      let other = random.below(8)
      if let row = rows[id], id != other {
        rows[id] = nil
        rows[other] = row
      }
      return "UPDATE OR REPLACE statuses SET id = '\(other)' WHERE id = '\(id)'"
    case 8:
      rows = rows.filter { $0.key > 5 }
      return "DELETE FROM statuses WHERE id <= '5'"
    default: return insert(id, "INSERT OR REPLACE", content)
    }
  }

  private mutating func insert(_ id: Int, _ verb: String, _ content: String) -> String {
    let filters = random.below(2) == 0 ? [] : [text(), text()]
    if !(verb.hasSuffix("IGNORE") && rows[id] != nil) {
      rows[id] = Row(content: content, warning: nil, filters: filters)
    }
    let list = filters.map { "\"\($0)\"" }.joined(separator: ",")
    return "\(verb) INTO statuses (id, content, filter_titles, created_at, account_id) "
      + "VALUES ('\(id)', '\(content)', '[\(list)]', '2026-01-01T00:00:00.000000Z', 'a')"
  }

  mutating func compare() async throws {
    for _ in 0..<3 {
      let wanted = (0..<(1 + random.below(2))).map { _ in
        Wanted(word: random.pick(Self.words), isPrefix: random.below(3) == 0)
      }
      let text = wanted.map(\.text).joined(separator: " ")
      let found = try await store.fetch(Status.search(text)).map(\.id).sorted()
      let expected = rows.filter { Self.matches($0.value, wanted) }.keys.map { "\($0)" }.sorted()
      #expect(found == expected, "seed \(seed): \(text)")
    }
  }

  private struct Wanted {
    let word: String
    let isPrefix: Bool

    var stem: String { isPrefix ? String(word.prefix(3)) : word }
    var text: String { isPrefix ? "\(stem)*" : stem }
  }

  private static func matches(_ row: Row, _ wanted: [Wanted]) -> Bool {
    let words = row.texts.flatMap { text in
      text.lowercased().split { $0 == " " || $0 == "," || $0 == "-" }.map(String.init)
    }
    return wanted.allSatisfy { wanted in
      let stem = wanted.stem.lowercased()
      return words.contains { wanted.isPrefix ? $0.hasPrefix(stem) : $0 == stem }
    }
  }

  /// FTS5's own check, and a check that there is one document for each row.
  func check() throws {
    try program.run("INSERT INTO statuses_search (statuses_search) VALUES ('integrity-check')")
    let counts = try program.rows(
      "SELECT (SELECT count(*) FROM statuses_search), (SELECT count(*) FROM statuses_search_rows)")
    #expect(counts == ["\(rows.count)|\(rows.count)"], "seed \(seed)")
  }
}
