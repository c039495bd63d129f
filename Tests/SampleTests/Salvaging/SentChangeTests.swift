import Foundation
@_spi(Generated) import SwiftSyncRuntime
import Testing

/// Changes that an earlier push has sent, and temporary ids, in a database that starts over.
@Suite struct SentChangeTests {
  private func startOver(_ database: Database) async throws -> DeskSample {
    try OtherProgram(at: database).run(
      "UPDATE swiftsync_schema SET version = 2, fingerprint = 'x'; PRAGMA user_version = 2")
    let folder = database.url.deletingLastPathComponent().appendingPathComponent("replaced")
    let store = try await SyncStore(
      DeskSchema.self,
      .init(
        location: .url(database.url),
        whenUnreadable: .startOver(keeping: folder, including: [.newer]), log: .none)
    ).opened()
    #expect(store.replacedDatabase?.salvage?.rejected == [])
    await store.close()
    return try await DeskSample(database)
  }

  /// A creation without a response may have arrived: it stays one that is not simply sent again.
  @Test func keepsWhatIsKnownAboutCreations() async throws {
    let sample = try await DeskSample()
    let area = Area(name: "Hall")
    try await sample.store.insert(area)
    try await sample.store.insert(Ticket(title: "Lamp", areaID: area.id))
    await sample.store.close()
    try OtherProgram(at: sample.database).run(
      """
      UPDATE swiftsync_changes SET sent_revision = 1, sent_operation = 'insert', sent_fields = ',',
        attempts = 2 WHERE entity = 'Area';
      INSERT INTO swiftsync_requests (sequence, revision, fields, path, body, key, sent_at,
        failures, is_uncertain)
      SELECT sequence, 1, ',', '/areas', '{}', 'k-1', '2026-03-02T09:00:00.000Z', 1, 1
      FROM swiftsync_changes WHERE entity = 'Area';
      UPDATE swiftsync_changes SET sequence = sequence + 40;
      UPDATE swiftsync_requests SET sequence = sequence + 40;
      INSERT INTO swiftsync_etags VALUES ('Area', \(area.id), 'W/"1"'), ('Area', 77, 'W/"7"')
      """)
    let changes = """
      SELECT entity, id, operation, fields, revision, sent_revision, sent_operation, sent_fields,
        attempts FROM swiftsync_changes ORDER BY sequence
      """
    let requests = """
      SELECT c.entity, r.path, r.body, r.key, r.sent_at, r.failures, r.is_uncertain
      FROM swiftsync_requests r JOIN swiftsync_changes c USING (sequence)
      """
    let before = try (sample.rows(changes), sample.rows(requests))
    let new = try await startOver(sample.database)
    #expect(try new.rows(changes) == before.0)
    #expect(try new.rows(requests) == before.1 && before.1.count == 1)
    #expect(try new.rows("SELECT etag FROM swiftsync_etags") == [#"W/"1""#])
  }

  /// An id that the server has replaced is never used for another row, and still finds its row.
  @Test func keepsTemporaryIDs() async throws {
    let sample = try await DeskSample()
    let area = Area(name: "Hall")
    try await sample.store.insert(area)
    try await sample.store.replaceTemporaryID(of: Area.self, area.id, with: 5)
    try await sample.store.insert(Ticket(title: "Lamp", areaID: 5))
    await sample.store.close()
    let query = "SELECT entity, id, new_id FROM swiftsync_temporary ORDER BY entity, id"
    let before = try sample.rows(query)
    let new = try await startOver(sample.database)
    #expect(try new.rows(query) == before && before.count == 2)
    // The ticket's area, too.
    #expect(try await new.store.fetch(Area.self, id: area.id)?.name == "Hall")
    await #expect(throws: SyncError.self) {
      try await new.store.insert(Area(id: area.id, name: "Attic"))
    }
  }
}
