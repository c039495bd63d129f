import CSQLite
import Foundation
import Social
import Testing

@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

/// Rows found by full-text search.
@Suite(.timeLimit(.minutes(5))) struct SearchTests {
  private let database: Database
  private let store: SyncStore

  init() async throws {
    database = try Database()
    store = try await database.open(SocialSchema.self)
    try await store.insert([
      status("1", "Call the printer about the ink"),
      status("2", "Printing presses: a call for help", warning: "Ink, PRINT & printers"),
      status("3", "Café crème", filters: ["red fox", "blue whale"]),
      status(
        "4", "Nothing", translation: Translation(language: "en", content: "A quick brown fox")),
    ])
  }

  private func status(
    _ id: String, _ content: String, warning: String? = nil, filters: [String] = [],
    translation: Translation? = nil
  ) -> Status {
    Status(
      id: id, content: content, contentWarning: warning, translation: translation,
      filterTitles: filters, createdAt: Date(timeIntervalSince1970: 0), accountID: "a")
  }

  private func found(_ text: String) async throws -> [String] {
    try await store.fetch(Status.search(text)).map(\.id).sorted()
  }

  @Test(
    arguments: [
      ("call", ["1", "2"]), ("CALL ink", ["1", "2"]), ("prin", []), ("prin*", ["1", "2"]),
      ("prin* about", ["1"]), ("\"call the\"", ["1"]), ("\"the call\"", []),
      ("\"call the prin\"*", ["1"]), ("cafe CREME", ["3"]), ("fox", ["3", "4"]),
      ("\"red fox\"", ["3"]), ("quick fox", ["4"]), ("call NOT ink", []), ("call OR fox", []),
      ("content:call", []), ("& call", ["1", "2"]), ("-", []), ("*", ["1", "2", "3", "4"]),
      ("  ", ["1", "2", "3", "4"]), ("", ["1", "2", "3", "4"]), ("\"", ["1", "2", "3", "4"]),
      ("ink\"call the", ["1"]),
    ] as [(String, [String])]) func findsWords(_ text: String, _ ids: [String]) async throws
  {
    #expect(try await found(text) == ids, "\(text)")
  }

  @Test func sortsByRelevance() async throws {
    try await store.insert([
      status("5", "ink and much else that is not about it, so that it counts less than elsewhere"),
      status("6", "ink ink"),
    ])
    let ranked = try await store.fetch(Status.search("ink")).map(\.id)
    #expect(ranked.first == "6" && Set(ranked) == ["1", "2", "5", "6"])
    let sorted = Status.search("ink").order(\.id.descending)
    #expect(try await store.fetch(sorted).map(\.id) == ["6", "5", "2", "1"])
    #expect(try await store.fetch(sorted.after(status("5", ""))).map(\.id) == ["2", "1"])
    let other = Status.order(\.id).search("ink")
    #expect(try await store.fetch(other).map(\.id) == ["1", "2", "5", "6"])
  }

  @Test func composesWithOtherClauses() async throws {
    let query = Status.search("call")
    #expect(try await store.count(query) == 2)
    #expect(try await store.fetch(query.where { $0.contentWarning.isNil }).map(\.id) == ["1"])
    #expect(try await store.fetch(query.search("about")).map(\.id) == ["1"])
    // Columns of the index do not make a column name of the table ambiguous.
    let long = query.where { _ in .sql("length(content) > ?", 30) }
    #expect(try await store.fetch(long).map(\.id) == ["2"])
    let page = query.order(\.id).limit(1).offset(1)
    #expect(try await store.fetch(page).map(\.id) == ["2"])
    let sections = try await store.fetch(query.sectioned { $0.contentWarning })
    #expect(sections.map(\.key) == [nil, "Ink, PRINT & printers"])
    let including = try await store.fetch(query.including { $0.account })
    #expect(including.count == 2 && including.allSatisfy { $0.related == nil })
    let counts = try await store.fetch(
      query.group { $0.language }.select { ($0.language, $0.count) })
    #expect(counts.map(\.1) == [2])
    let inner = Status.where { $0.id.isIn(query.select { $0.id }) }
    #expect(try await store.fetch(inner).map(\.id) == ["1", "2"])
    #expect(query == Status.search(" call ") && query != Status.search("calls"))
  }

  @Test func updatesAndDeletesFoundRows() async throws {
    let query = Status.search("call").where { $0.language.isNil }
    let patch = StatusPatch(content: .value("No call"), language: .value("en"))
    #expect(try await store.update(query, patch) == 2)
    #expect(try await found("call") == ["1", "2"])
    #expect(try await found("presses") == [])
    #expect(try await store.delete(Status.search("no call")) == 2)
    #expect(try await found("call") == [])
  }

  @Test func selectsSnippets() async throws {
    let query = Status.search("prin* ink").select {
      ($0.id, $0.content.highlighted, $0.contentWarning.snippet(words: 2))
    }
    let rows = try await store.fetch(query).sorted { $0.0 < $1.0 }
    #expect(
      rows[0].1.parts == [
        .init("Call the "), .init("printer", isMatch: true), .init(" about the "),
        .init("ink", isMatch: true),
      ])
    #expect(rows[0].2 == Snippet([]))
    #expect(
      rows[1].1.parts == [.init("Printing", isMatch: true), .init(" presses: a call for help")])
    #expect(rows[1].2.parts.filter(\.isMatch).count >= 1 && rows[1].2.text.contains("…"))
    let lists = Status.search("fox").select {
      ($0.id, $0.filterTitles.highlighted, $0.translation.content.snippet())
    }
    let others = try await store.fetch(lists).sorted { $0.0 < $1.0 }
    #expect(
      others[0].1.parts == [
        .init("red "), .init("fox", isMatch: true), .init("\nblue whale"),
      ])
    #expect(others[1].2.parts == [.init("A quick brown "), .init("fox", isMatch: true)])
    // An empty search field.
    let all = try await store.fetch(Status.search("").select { $0.content.snippet() })
    #expect(all.map(\.text).contains("Nothing"))
  }

  @Test func rejectsInvalidSearches() async throws {
    await #expect(
      throws: SyncError.invalidOption(
        "a query for 'Status' selects a snippet of a member that is not under 'search'")
    ) { try await store.fetch(Status.search("ink").select { $0.id.highlighted }) }
    await #expect(
      throws: SyncError.invalidOption(
        "a query for 'Status' uses a snippet outside the values that it selects")
    ) {
      try await store.fetch(Status.search("ink").where { $0.content.highlighted == $0.language })
    }
    await #expect(
      throws: SyncError.invalidOption(
        "a query in the order of relevance cannot begin after a row; use an offset, or state an order"
      )
    ) { try await store.fetch(Status.search("ink").after(status("1", ""))) }
  }

  /// A search that only reads ids depends on the words of all rows.
  @Test func observesSearch() async throws {
    let query = WatchedQuery(Status.search("ink").select { $0.id })
    var values = store.values(of: query).makeAsyncIterator()
    #expect(try await values.next()?.sorted() == ["1", "2"])
    let mailbox = values.mailbox
    let next = Task { [values] in
      var values = values
      return try await values.next()
    }
    try await store.update(Status.self, id: "3", StatusPatch(isFavorite: .value(true)))
    while !mailbox.isIdle { await Task.yield() }
    #expect(query.count.value == 1)
    try await store.update(Status.self, id: "3", StatusPatch(content: .value("Ink!")))
    #expect(try await next.value?.sorted() == ["1", "2", "3"])
  }

  /// The documents are read first, and their rows are looked up.
  @Test func queryPlanStartsWithSearchIndex() throws {
    let connection = try Connection(path: ":memory:", mode: .readWrite)
    try connection.execute(SocialSchema.ddl)
    var sql = try QuerySQL(
      Status.search("ink").where { $0.accountID == "a" }.limit(20), SocialSchema.metadata)
    let statement = try connection.statement("EXPLAIN QUERY PLAN \(try sql.rows())")
    var steps: [String] = []
    while try statement.step() { steps.append(statement.text(3) ?? "") }
    #expect(
      steps.map { String($0.prefix(28)) } == [
        "SCAN statuses_search VIRTUAL", "SEARCH statuses_search_rows ",
        "SEARCH statuses USING INDEX ",
        "USE TEMP B-TREE FOR ORDER BY",
      ], "\(steps)")
  }

  // MARK: - Other programs

  @Test func survivesVacuumAndReplace() async throws {
    let program = try OtherProgram(at: database)
    try program.run("DELETE FROM statuses WHERE id = '1'")
    try program.run("VACUUM")
    #expect(try await found("call") == ["2"])
    try program.run(
      "REPLACE INTO statuses (id, content, created_at, account_id) "
        + "SELECT id, 'A paper jam', created_at, account_id FROM statuses WHERE id = '2'")
    #expect(try await found("call") == [])
    #expect(try await found("paper jam") == ["2"])
    try program.run("UPDATE OR REPLACE statuses SET id = '3' WHERE id = '2'")
    #expect(try await found("paper jam") == ["3"])
    #expect(try await found("cafe") == [])
    #expect(try program.rows("SELECT count(*) FROM statuses_search_rows") == ["2"])
  }

  /// A text that is not JSON, which only other programs write, has no words in the index.
  @Test func toleratesInvalidJSON() throws {
    let program = try OtherProgram(at: database)
    try program.run("UPDATE statuses SET filter_titles = 'red', translation = 'x' WHERE id = '3'")
    #expect(
      try program.rows("SELECT count(*) FROM statuses_search('cafe')") == ["1"])
  }

  /// Another program may have filled the tables without triggers.
  @Test func rebuildsIndexAfterReplacingTriggers() async throws {
    await store.close()
    let program = try OtherProgram(at: database)
    try program.run(
      "DROP TRIGGER swiftsync_statuses_search_update; "
        + "UPDATE statuses SET content = 'Unseen' WHERE id = '1'; DELETE FROM statuses_search WHERE rowid = 2"
    )
    let again = try await database.open(SocialSchema.self)
    #expect(try await again.fetch(Status.search("unseen")).map(\.id) == ["1"])
    #expect(try await again.fetch(Status.search("presses")).map(\.id) == ["2"])
    try program.run("INSERT INTO statuses_search (statuses_search) VALUES ('integrity-check')")
  }

  @Test func reportsMissingFullTextSearch() throws {
    let program = try OtherProgram(at: database)
    let names: [String] = ["json_each", "json_tree"]
    let modules: [UnsafeMutablePointer<CChar>?] = names.map { strdup($0) }
    defer { for name in modules { free(name) } }
    var kept: [UnsafePointer<CChar>?] = modules.map { $0.map { UnsafePointer($0) } }
    kept.append(nil)
    sqlite3_drop_modules(program.handle, &kept)
    do {
      try SyncStore.transaction(SocialSchema.self, on: program.handle) { _ in }
      Issue.record("no error was thrown")
    } catch let error as SyncError {
      #expect(error == .missingFullTextSearch(entity: "Account"))
      #expect(
        error.description
          == "the search of 'Account' needs FTS5, which this build of SQLite lacks; "
          + "link an SQLite that is built with SQLITE_ENABLE_FTS5")
    }
  }
}
