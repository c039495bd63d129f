import Foundation
import SwiftSyncRuntime
import Testing
import Tracker

/// Values that queries compute, over the sample's rows. They were created at 09:00:00.250 and 14:30
/// on March 2, at 09:30 on March 3 and at 12:00 on March 5, all in UTC.
@Suite struct ExpressionTests {
  private func tasks() async throws -> SyncStore {
    let store = try await SyncStore.inMemory(TrackerSchema.self)
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
    return store
  }

  private func zone(_ name: String) throws -> TimeZone {
    try #require(TimeZone(identifier: name))
  }

  private func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

  // MARK: - Strings

  @Test func ignoresCase() async throws {
    let store = try await SyncStore.inMemory(TrackerSchema.self)
    let names = ["b", "Ä", "A", "ä", "B", "a"]
    for (number, name) in names.enumerated() {
      try await store.insert(Label(slug: "\(number)", name: name))
    }
    let sorted = Label.order { $0.name.lowercased() }.select { $0.name }
    #expect(try await store.fetch(sorted) == ["A", "a", "b", "B", "Ä", "ä"])
    #expect(
      try await store.fetch(Label.where { $0.name.lowercased() == "ä" }.select { $0.slug })
        == ["1", "3"])
    #expect(
      try await store.fetch(Label.where { $0.name.lowercased() != "a" }.select { $0.name })
        == ["b", "Ä", "ä", "B"])
    #expect(
      try await store.fetch(
        Label.group { $0.name.lowercased() }.select { ($0.name.lowercased(), $0.count) }
      ).map { "\($0) \($1)" } == ["a 2", "b 2", "ä 2"])
    let sections = try await store.fetch(Label.all.sectioned { $0.name.lowercased() })
    #expect(sections.map(\.key) == ["a", "b", "ä"])
    #expect(sections.map { $0.rows.map(\.name) } == [["A", "a"], ["b", "B"], ["Ä", "ä"]])
    let page = Label.order { $0.name.lowercased() }.limit(2)
    let first = try await store.fetch(page)
    #expect(try await store.fetch(page.after(first.last)).map(\.name) == ["b", "B"])
  }

  /// A constant is looked up by its forms with ASCII letters in lowercase, of which none may be left
  /// out.
  @Test func findsAllStringsThatBecomeLowercase() async throws {
    let store = try await SyncStore.inMemory(TrackerSchema.self)
    let names = [
      "K", "k", "\u{212A}", "Kiosk", "\u{212A}ios\u{212A}", "É", "é", "E\u{301}", "İ", "i\u{307}",
      "ß", "ẞ", "SS", "Å", "å", "\u{212B}", "Ǆ", "ǅ", "ǆ", "Σ", "σ", "ς", "ÄÖÜÄÖÜ", "äöüäöü",
      "äÖüÄöÜ",
      "a\u{0}B", "\u{FFFD}A", String(repeating: "K", count: 12), "Ω", "\u{2126}", "ω", "",
    ]
    for (number, name) in names.enumerated() {
      try await store.insert(Label(slug: "\(number)", name: name))
    }
    func numbers(_ found: [String]) -> [Int] { found.compactMap { Int($0) }.sorted() }
    for sought in Set(names.map { $0.lowercased() } + names) {
      let expected = names.indices.filter {
        names[$0].lowercased().utf8.elementsEqual(sought.utf8)
      }
      let equal = Label.where { $0.name.lowercased() == sought }.select { $0.slug }
      #expect(numbers(try await store.fetch(equal)) == expected, "\(sought)")
      let listed = Label.where { $0.name.lowercased().isIn([sought, "-"]) }.select { $0.slug }
      #expect(numbers(try await store.fetch(listed)) == expected, "\(sought)")
      let others = Label.where { $0.name.lowercased() != sought }
      #expect(try await store.count(others) == names.count - expected.count, "\(sought)")
    }
  }

  @Test func countsUnicodeScalars() async throws {
    let store = try await SyncStore.inMemory(TrackerSchema.self)
    try await store.insert([
      Label(slug: "a", name: "ab"), Label(slug: "b", name: "é", color: "red"),
      Label(slug: "c", name: "e\u{301}", color: ""),
    ])
    #expect(
      try await store.fetch(Label.select { ($0.name.length, $0.color.length) }).map {
        "\($0) \($1.map(String.init) ?? "nil")"
      } == ["2 nil", "1 3", "2 0"])
    #expect(
      try await store.fetch(Label.order(\.name.length).select { $0.slug }) == ["b", "a", "c"])
    #expect(try await store.fetch(Label.where { $0.color.length > 0 }).map(\.slug) == ["b"])
    #expect(try await store.fetch(Label.where { $0.color.length.isNil }).map(\.slug) == ["a"])
  }

  @Test func testsComputedStrings() async throws {
    let store = try await SyncStore.inMemory(TrackerSchema.self)
    try await store.insert([
      Label(slug: "a", name: "Alpha"), Label(slug: "b", name: "ALPS"),
      Label(slug: "c", name: "Beta"),
    ])
    func slugs(_ condition: (QueriedRow<Label>) -> Condition) async throws -> [String] {
      try await store.fetch(Label.where(condition).select { $0.slug })
    }
    #expect(try await slugs { $0.name.lowercased().hasPrefix("alp") } == ["a", "b"])
    #expect(try await slugs { $0.name.lowercased().hasSuffix("a") } == ["a", "c"])
    #expect(try await slugs { $0.name.lowercased().contains("lph") } == ["a"])
    #expect(try await slugs { !$0.name.lowercased().contains("lp") } == ["c"])
    #expect(try await slugs { $0.name.lowercased().isIn(["alps", "beta"]) } == ["b", "c"])
    #expect(try await slugs { $0.name.lowercased() > "alpha" } == ["b", "c"])
    #expect(try await slugs { $0.name.lowercased() == $0.slug } == [])
  }

  // MARK: - Alternatives

  @Test func takesTheFirstValueThatIsNotNil() async throws {
    let store = try await SyncStore.inMemory(TrackerSchema.self)
    try await store.insert([
      Label(slug: "a", name: "Red", color: nil), Label(slug: "b", name: "Blue", color: "azure"),
    ])
    #expect(try await store.fetch(Label.select { $0.color ?? $0.name }) == ["Red", "azure"])
    #expect(try await store.fetch(Label.select { $0.color ?? "none" }) == ["none", "azure"])
    #expect(
      try await store.fetch(Label.order { ($0.color ?? $0.name).lowercased() }.select { $0.slug })
        == ["b", "a"])
    #expect(
      try await store.fetch(Label.where { ($0.color ?? "none") == "none" }).map(\.slug) == ["a"])
    #expect(
      try await store.fetch(Label.where { ($0.color ?? $0.color).isNil }).map(\.slug) == ["a"])
  }

  @Test func alternativesOfOneTypeAreOptional() async throws {
    let store = try await tasks()
    let texts: [String?] = try await store.fetch(
      Todo.order(\.number).select { $0.details ?? $0.stateLabel })
    #expect(texts == ["Three drafts, then choose.", "Fertig", "Offen", nil])
    let lengths = try await store.fetch(
      Todo.order(\.number).select { $0.stateLabel.length ?? $0.details.length ?? 0 })
    #expect(lengths == [9, 6, 5, 0])
  }

  /// Constants have the stored form of the column, here microseconds.
  @Test func alternativesOfDatesHaveTheirForm() async throws {
    let store = try await tasks()
    let past = try moment("2026-01-01T00:00:00Z")
    let reminders = Todo.order(\.number).select { $0.remindAt ?? past }
    #expect(
      try await store.fetch(reminders) == [try moment("2026-03-20T08:00:00Z"), past, past, past])
    #expect(try await store.fetch(Todo.where { ($0.remindAt ?? past) > past }).map(\.number) == [1])
    await #expect(
      throws: SyncError.invalidOption(
        "a query compares 'Todo.remind_at' with 'Todo.created_at', which are stored in different "
          + "forms")
    ) {
      try await store.fetch(Todo.select { $0.remindAt ?? $0.createdAt })
    }
  }

  // MARK: - Dates

  @Test(arguments: [
    ("GMT", ["2026-03-02", "2026-03-02", "2026-03-03", "2026-03-05"], [9, 14, 9, 12]),
    (
      "America/Los_Angeles", ["2026-03-02", "2026-03-02", "2026-03-03", "2026-03-05"], [1, 6, 1, 4]
    ),
    ("Asia/Kolkata", ["2026-03-02", "2026-03-02", "2026-03-03", "2026-03-05"], [14, 20, 15, 17]),
    (
      "Pacific/Kiritimati", ["2026-03-02", "2026-03-03", "2026-03-03", "2026-03-06"],
      [23, 4, 23, 2]
    ),
  ])
  func daysAndHoursDependOnTheZone(name: String, days: [String], hours: [Int]) async throws {
    let (store, zone) = (try await tasks(), try zone(name))
    let query = Todo.order(\.number).select {
      ($0.createdAt.day(in: zone), $0.createdAt.hour(in: zone))
    }
    let found = try await store.fetch(query)
    #expect(found.map { "\($0.0)" } == days && found.map(\.1) == hours)
  }

  @Test func sectionsByDay() async throws {
    let (store, zone) = (try await tasks(), try zone("Europe/Berlin"))
    let sections = try await store.fetch(
      Todo.order(\.createdAt.descending).sectioned { $0.createdAt.day(in: zone) })
    #expect(
      sections.map(\.key) == [try day("2026-03-02"), try day("2026-03-03"), try day("2026-03-05")])
    #expect(sections.map { $0.rows.map(\.number) } == [[2, 1], [3], [4]])
    let counts = Todo.group { $0.createdAt.day(in: zone) }
      .select { ($0.createdAt.day(in: zone).month, $0.count) }
    #expect(try await store.fetch(counts).map { "\($0) \($1)" } == ["3 2", "3 1", "3 1"])
    let reminders = Todo.all.sectioned { $0.remindAt.day(in: zone) }
    #expect(try await store.fetch(reminders).map(\.key) == [nil, try day("2026-03-20")])
  }

  @Test func comparesDays() async throws {
    let (store, zone) = (try await tasks(), try zone("Pacific/Kiritimati"))
    let second = try day("2026-03-03")
    func numbers(_ condition: (QueriedRow<Todo>) -> Condition) async throws -> [Int?] {
      try await store.fetch(Todo.where(condition).order(\.number)).map(\.number)
    }
    #expect(try await numbers { $0.createdAt.day(in: zone) == second } == [2, 3])
    #expect(try await numbers { $0.createdAt.day(in: zone) != second } == [1, 4])
    #expect(try await numbers { $0.createdAt.day(in: zone) > second } == [4])
    #expect(try await numbers { $0.createdAt.day(in: zone).isIn(second...second) } == [2, 3])
    #expect(try await numbers { $0.createdAt.hour(in: zone).isIn(0..<5) } == [2, 4])
    #expect(try await numbers { $0.createdAt.day() < .today() } == [1, 2, 3, 4])
    #expect(try await numbers { $0.createdAt.day() == .today() } == [])
    #expect(try await numbers { $0.remindAt.day(in: zone).isNil } == [2, 3, 4])
    #expect(try await numbers { $0.createdAt.year() == 2026 } == [1, 2, 3, 4])
    #expect(try await numbers { $0.dueOn.year == 2026 && $0.dueOn.month == 4 } == [3])
    #expect(try await numbers { $0.parent.createdAt.day(in: zone) == second } == [])
  }

  /// The clocks in Berlin go from 2:00 to 3:00 at 01:00 UTC on March 29, and back on October 25.
  @Test(arguments: [
    ("2026-03-29T00:59:59Z", 1), ("2026-03-29T01:00:00Z", 3), ("2026-10-25T00:30:00Z", 2),
    ("2026-10-25T01:30:00Z", 2), ("1969-12-31T23:59:59Z", 0), ("1900-01-01T00:00:00Z", 1),
  ])
  func hoursFollowTheClock(date: String, hour: Int) async throws {
    let (store, zone) = (try await stroke(at: moment(date)), try zone("Europe/Berlin"))
    #expect(try await store.fetch(Stroke.select { $0.at.hour(in: zone) }) == [hour])
    #expect(try await store.fetch(Stroke.select { $0.seen.hour(in: zone) }) == [hour])
  }

  private func stroke(at date: Date) async throws -> SyncStore {
    let store = try await SyncStore.inMemory(PaintSchema.self)
    try await store.insert(Stroke(id: 1, token: UUID(), at: date, seen: date, mixed: nil))
    return store
  }

  /// Columns of whole seconds, and of seconds since 2001.
  @Test func readsDatesInSeconds() async throws {
    let store = try await stroke(at: moment("2000-12-31T23:30:00Z"))
    let zone = try zone("Asia/Kolkata")
    let parts = try await store.fetch(
      Stroke.select { ($0.at.day(in: zone), $0.at.year(in: zone), $0.seen.day(in: zone)) })
    #expect(parts.map(\.0) == [try day("2001-01-01")] && parts.map(\.1) == [2001])
    #expect(parts.map(\.2) == [try day("2001-01-01")])
    #expect(
      try await store.fetch(Stroke.where { $0.seen.day(in: .gmt) == $0.at.day(in: .gmt) }).count
        == 1)
    let later = try moment("2020-01-01T00:00:00Z")
    #expect(
      try await store.fetch(Stroke.select { $0.seen ?? later }) == [moment("2000-12-31T23:30:00Z")])
  }

  @Test func refusesValuesThatTheGroupsDoNotHave() async throws {
    let store = try await tasks()
    await #expect(
      throws: SyncError.invalidOption(
        "a query for groups of 'Todo' uses a column that the rows are not grouped by")
    ) {
      try await store.fetch(Todo.group { $0.state }.select { $0.title.lowercased() })
    }
  }
}
