import Foundation
import Programs
import Testing

/// Produces each question of `docs/when-something-is-wrong.md`, and finds its cause with the
/// commands of the page.
@Suite struct TroublePageTests {
  private let page: MarkdownPage
  private let workspace: Workspace

  private static let schema = """
    swiftsync: 1
    entities:
      Note:
        attributes:
          id: uuid = new
          title: string
          updatedAt: { type: date, direction: pull }
        sync: { clock: updatedAt, push: true }

    """

  init() async throws {
    page = try MarkdownPage("docs/when-something-is-wrong.md")
    workspace = try Workspace()
    try workspace.write("Schemas/Notes.yaml", Self.schema)
    try workspace.write("notes.json", Self.rows(3))
    let outcome = try await workspace.run("apply", "notes.json", "--database", "app.sqlite")
    #expect(outcome.output == "Note: 3 inserted, 0 updated, 0 unchanged, 0 deleted\n")
  }

  private static func rows(
    _ count: Int, key: String = "id", clock: String = "2026-11-30T09:00:00Z", more: String = ""
  ) -> String {
    let rows = (1...count).map { number in
      #"{ "\#(key)": "00000000-0000-4000-8000-00000000000\#(number)", "title": "Note \#(number)","#
        + #" "updated_at": "\#(clock)"\#(more) }"#
    }
    return "[\(rows.joined(separator: ", "))]\n"
  }

  /// The text of a section.
  private func section(_ title: String) throws -> String {
    let rest = try #require(page.text.components(separatedBy: "\n## \(title)\n").dropFirst().first)
    return rest.components(separatedBy: "\n## ")[0]
  }

  /// Runs the commands of a section, and compares what they print with the block that follows.
  private func runCommands(of title: String) async throws {
    let text = try section(title)
    let commands = try #require(Self.block("sh", in: text)).split(separator: "\n")
    var printed = ""
    for command in commands { printed += try await output(of: String(command)) }
    #expect(try printed == #require(Self.block("text", in: text)))
  }

  private static func block(_ language: String, in text: String) -> String? {
    text.components(separatedBy: "```\(language)\n").dropFirst().first?
      .components(separatedBy: "```").first
  }

  /// What a command prints: the tool, or the shell of SQLite.
  private func output(of command: String) async throws -> String {
    if command.hasPrefix("sqlite3 ") {
      let parts = command.components(separatedBy: "\"")
      let database = parts[0].split(separator: " ")[1]
      return try workspace.rows(of: String(database), parts[1]).map { row in
        row.map { $0 == "NULL" ? "" : $0 }.joined(separator: "|") + "\n"
      }.joined()
    }
    let words = command.split(separator: " ").map(String.init)
    #expect(words[0] == "swiftsync-gen")
    return try await workspace.run(Array(words.dropFirst())).output
  }

  /// Whether a section contains a text, wherever its lines end.
  private func expect(_ title: String, shows text: String) throws {
    let words = try section(title).split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    #expect(words.contains(text), "\(title) does not show '\(text)'")
  }

  @Test func checksAndTries() async throws {
    let commands = try #require(Self.block("sh", in: page.text)).split(separator: "\n")
    let printed = try await [output(of: String(commands[0])), output(of: String(commands[1]))]
    #expect(printed[0] == "3 rows, 0 rejected\n")
    #expect(printed[1] == "Note: 0 inserted, 0 updated, 3 unchanged, 0 deleted\n")
  }

  @Test func findsIncompleteList() async throws {
    try workspace.write("page.json", Self.rows(1))
    try await runCommands(of: "My rows disappeared")
    let outcome = try await workspace.run(
      "apply", "page.json", "--entity", "Note", "--database", "app.sqlite", "--missing-rows",
      "delete", "--deletion-limit", "1")
    let message = "2 rows would be deleted and the limit is 1, so nothing was changed"
    #expect(outcome.errors == "swiftsync-gen: error: \(message)\n")
    try expect("My rows disappeared", shows: message)
  }

  /// A row with a kept tombstone counts as updated, and is still in the database.
  @Test func findsSoftDeletedRow() async throws {
    let tombstone = ", tombstone: { attribute: deletedAt, soft-delete: true } }"
    try workspace.write(
      "Schemas/Notes.yaml",
      Self.schema.replacingOccurrences(of: "push: true }", with: "push: true\(tombstone)")
        .replacingOccurrences(
          of: "    sync:", with: "      deletedAt: { type: date?, direction: pull }\n    sync:"))
    let more = #", "deleted_at": "2026-11-30T09:30:00Z""#
    try workspace.write("deleted.json", Self.rows(1, clock: "2026-11-30T09:30:00Z", more: more))
    for (file, shown) in [("notes.json", "3 inserted, 0"), ("deleted.json", "0 inserted, 1")] {
      let outcome = try await workspace.run(
        "apply", file, "--entity", "Note", "--database", "new.sqlite")
      #expect(outcome.output == "Note: \(shown) updated, 0 unchanged, 0 deleted\n")
    }
    #expect(try workspace.rows(of: "new.sqlite", "SELECT count(*) FROM notes") == [["3"]])
    try expect("My rows disappeared", shows: "`updated` counts them")
  }

  @Test func findsOlderClock() async throws {
    try workspace.write("older.json", Self.rows(3, clock: "2026-11-30T08:00:00Z"))
    try await runCommands(of: "Every row is stale")
  }

  /// Without `push: true` and `touch: true`, the clock of an inserted row counts as the server's.
  @Test func findsClockOfDevice() async throws {
    try workspace.write(
      "Schemas/Notes.yaml", Self.schema.replacingOccurrences(of: ", push: true", with: ""))
    try await workspace.run("apply", "notes.json", "--database", "new.sqlite")
    let insert = """
      INSERT INTO notes (id, title, updated_at)
      VALUES ('00000000-0000-4000-8000-000000000004', 'Mine', '2027-01-01T00:00:00.000000Z')
      """
    #expect(try workspace.execute(insert, on: "new.sqlite") == nil)
    try workspace.write("four.json", Self.rows(4))
    let outcome = try await workspace.run(
      "apply", "four.json", "--entity", "Note", "--database", "new.sqlite")
    #expect(outcome.output == "Note: 0 inserted, 0 updated, 3 unchanged, 0 deleted, 1 stale\n")
  }

  @Test func findsRenamedKey() async throws {
    try workspace.write("renamed.json", Self.rows(2, key: "noteId"))
    try await runCommands(of: "Every row is rejected")
    let outcome = try await workspace.run(
      "apply", "renamed.json", "--entity", "Note", "--database", "app.sqlite")
    let message = "every row of the payload was rejected, so nothing was changed"
    #expect(outcome.status == 1)
    #expect(outcome.errors == "swiftsync-gen: error: \(message)\n")
    try expect("Every row is rejected", shows: message)
    // The remedy that the page states
    try workspace.write(
      "Schemas/Notes.yaml",
      Self.schema.replacingOccurrences(
        of: "id: uuid = new", with: "id: { type: uuid, remote: noteId }"))
    try expect("Every row is rejected", shows: "`id: { type: uuid, remote: noteId }`")
    let fixed = try await workspace.run("check-payload", "renamed.json", "--entity", "Note")
    #expect(fixed == Outcome(0, output: "2 rows, 0 rejected\n"))
  }

  @Test func findsWrappedRows() async throws {
    try workspace.write("wrapped.json", "{ \"data\": \(Self.rows(2)) }")
    let outcome = try await workspace.run("check-payload", "wrapped.json", "--entity", "Note")
    let message = "the rows may be under 'data' (--root data)"
    #expect(outcome.output.contains(message))
    try expect("Every row is rejected", shows: message)
  }

  @Test func findsQueuedEdit() async throws {
    let edit = "UPDATE notes SET title = 'Milk' WHERE title = 'Note 1'"
    #expect(try workspace.execute(edit, on: "app.sqlite") == nil)
    try await runCommands(of: "Nothing is pushed")
  }

  /// Without `push: true`, an edit is not recorded.
  @Test func findsEmptyQueue() async throws {
    try workspace.write(
      "Schemas/Notes.yaml", Self.schema.replacingOccurrences(of: ", push: true", with: ""))
    try await workspace.run("apply", "notes.json", "--database", "new.sqlite")
    #expect(try workspace.execute("UPDATE notes SET title = 'Milk'", on: "new.sqlite") == nil)
    #expect(try workspace.rows(of: "new.sqlite", "SELECT * FROM swiftsync_changes").isEmpty)
  }

  @Test func findsEditedFile() async throws {
    #expect(try await workspace.run("generate").status == 0)
    let file = "Generated/Notes/Note.swift"
    try workspace.write(file, try workspace.read(file) + "// mine\n")
    try workspace.write("Generated/Notes/Note+Title.swift", "// mine\n")
    try await runCommands(of: "May I edit generated code?")
    #expect(try await workspace.run("generate").status == 0)
    #expect(try !workspace.read(file).contains("// mine"))
    #expect(workspace.exists("Generated/Notes/Note+Title.swift"))
  }
}
