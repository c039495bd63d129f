import Foundation
@_spi(Generated) import SwiftSyncRuntime
import SwiftSyncTestSupport
import Testing

/// The `localizedDescription` of the errors that apps receive.
@Suite struct LocalizedErrorTests {
  private struct Offline: Error {}
  private struct Refused: LocalizedError {
    let errorDescription: String? = "The coupon is used up."
  }

  private static let full = SyncError.DatabaseFailure(
    code: 13, message: "database or disk is full", sql: "INSERT INTO tasks VALUES (?1)",
    entity: "Todo")

  private static let storeErrors: [(SyncError, String, String?)] = [
    (
      SyncError.database(full),
      "SQLite error 13: database or disk is full, while working on 'Todo'.",
      "The disk is full; nothing was changed; free some space and try again."
    ),
    (.closed, "The store is closed.", "Open another one."),
    (.suspended, "The store is suspended.", "Resume it first."),
    (.opening, "The store is still being opened.", "Try again in a moment."),
    (
      .noStore, "The view's environment has no store.",
      "Add '.syncStore(store)' to the view."
    ),
    (.unsentChanges(count: 1), "1 change has not been sent.", "Sync first, or discard them."),
    (.unsentChanges(count: 3), "3 changes have not been sent.", "Sync first, or discard them."),
    (
      .protectedDatabase(path: "/a.sqlite"),
      "The database /a.sqlite cannot be read: the system protects it while the device is locked.",
      "Unlock the device and try again."
    ),
    (.unknownRelation("owner", entity: "Todo"), "'Todo' has no to-one relationship 'owner'.", nil),
    (
      .newerDatabase(path: "/a.sqlite", version: 7, newest: 5),
      "The database /a.sqlite cannot be used: it has schema version 7, but only versions up to 5 are supported.",
      "Update the app."
    ),
    (
      .unmigratedDatabase(path: "/a.sqlite", version: 4, newest: 5),
      "The database /a.sqlite cannot be used: it has schema version 4, and a store with the role 'extension' does not migrate it to version 5.",
      "Open the app once."
    ),
    (
      .otherVersion(path: "/a.sqlite", version: 2, fingerprint: "6d9aae967536", difference: "x"),
      "The database /a.sqlite cannot be used: another version 2 (6d9aae96…) created it: a revert, a branch or an unfrozen build; x.",
      "If that version 2 was released, restore it and make the change in a new version; otherwise delete the database, or open it with 'whenUnreadable: .startOver(keeping: folder, including: [.otherVersion])'."
    ),
    (
      .interruptedPayload(SyncError.PayloadInterruption(Refused())),
      "The payload ended early, so nothing was changed. The coupon is used up.", "Try again."
    ),
    (
      .missingColumn("title", entity: "Todo"),
      "The query does not return the column 'title' of 'Todo'.",
      "Select the column 'title' in the query."
    ),
    (
      .ambiguousParent("Person", entity: "Todo", relations: ["assignee", "author"]),
      "'Todo' has several to-one relationships to 'Person' (assignee, author); name one.",
      "Name the relationship: .assignee(id)."
    ),
    (
      .ambiguousParent("Post", entity: "Like", relations: ["subject.Post", "source.Post"]),
      "'Like' has several to-one relationships to 'Post' (subject.Post, source.Post); name one.",
      "Name the relationship: .subject(post: id)."
    ),
    (
      .migrationFailed(
        SyncError.MigrationFailure(
          path: "/a.sqlite", schema: "Tracker", version: 2, nextVersion: 3,
          reason: "a title is missing")),
      "The database remains at version 2 of 'Tracker': the migration to version 3 failed: a title is missing.",
      nil
    ),
  ]

  @Test(arguments: storeErrors)
  func describesStoreErrors(error: SyncError, description: String, suggestion: String?) {
    #expect((error as any Error).localizedDescription == description)
    #expect(error.recoverySuggestion == suggestion)
  }

  private static let requestErrors: [(APIError, String, String?)] = [
    (
      APIError.status(response(404)), "The server responded with status 404.", nil
    ),
    (.status(response(401)), "The server responded with status 401.", "Sign in again."),
    (.status(response(503)), "The server responded with status 503.", "Try again later."),
    (
      .transportFailed(APIError.TransportFailure(Refused())),
      "The server did not respond: The coupon is used up.", "Check the connection and try again."
    ),
    (
      .transportFailed(APIError.TransportFailure(Offline())),
      "The server did not respond: Offline().",
      "Check the connection and try again."
    ),
    (
      .contentType(response(200)), "The server responded with 'text/html' instead of JSON.",
      "Check the connection and try again."
    ),
    (
      .undecodableBody(response(200), reason: "'id' is missing"),
      "The server's response cannot be read: 'id' is missing.", nil
    ),
    (.store(.closed), "The store is closed.", "Open another one."),
    (.cancelled, "The task was cancelled.", nil),
  ]

  @Test(arguments: requestErrors)
  func describesRequestErrors(error: APIError, description: String, suggestion: String?) {
    #expect((error as any Error).localizedDescription == description)
    #expect(error.recoverySuggestion == suggestion)
  }

  private static func response(_ status: Int) -> HTTP.ResponseSummary {
    HTTP.ResponseSummary(
      HTTP.Response(
        status: status, headers: ["Content-Type": "text/html"], body: Data("<p>secret".utf8)))
  }

  /// `description` contains the advice, and the statement of a database error.
  @Test func descriptionIncludesSuggestion() {
    #expect(
      SyncError.database(Self.full).description
        == "SQLite error 13: database or disk is full, while working on 'Todo' "
        + "(INSERT INTO tasks VALUES (?1)); the disk is full; nothing was changed; "
        + "free some space and try again")
    #expect(SyncError.closed.description == "the store is closed; open another one")
    #expect(
      SyncError.changedIdentity(entity: "Todo", identity: "1").description
        == "a patch for 'Todo' 1 has the identity of another row; the identity of a row cannot change; "
        + "insert a row with the new identity and delete this one")
  }

  @Test func describesTestSupportErrors() async throws {
    let transport = RecordingTransport()
    let url = try #require(URL(string: "https://api.example.com/tasks"))
    do {
      _ = try await transport.send(HTTP.Request(.patch, url))
      Issue.record("a response that was not stated")
    } catch {
      #expect(error.localizedDescription.hasPrefix("No response was added for "))
      #expect(
        (error as? any LocalizedError)?.recoverySuggestion
          == #"Add a response: transport.respond(to: .patch, "/tasks", json: "…")."#)
    }
  }
}
