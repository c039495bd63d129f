import Foundation
import SwiftSyncRuntime
import Testing

/// One-to-one relationships: a pin has a card or none; a lid always has one and is deleted with it.
@Suite struct OneToOneTests {
  private func store(_ database: Database) async throws -> SyncStore {
    let store = try await database.open(BoardSchema.self)
    for id in 1...3 { try await store.insert(Card(id: id)) }
    for id in 1...3 { try await store.insert(Pin(id: id, cardID: id == 3 ? nil : id)) }
    try await store.insert(Lid(id: 1, cardID: 1))
    try await store.insert(Lid(id: 2, cardID: 2))
    return store
  }

  private func pins(_ store: SyncStore) async throws -> [Int?] {
    try await store.fetch(Pin.all).map(\.cardID)
  }

  private func apply(
    _ payload: String, to entity: String, _ store: SyncStore
  ) async throws -> ApplyReport {
    var options = ApplyOptions()
    options.missingRows = .keep
    return try await store.apply(
      .data(Data(payload.utf8)), as: entity, options: options)
  }

  // MARK: - The store

  @Test func insertTakesOverLink() async throws {
    let database = try Database()
    let store = try await store(database)
    try await store.insert(Pin(id: 4, cardID: 1))
    #expect(try await pins(store) == [nil, 2, nil, 1])
  }

  @Test func updateMovesLink() async throws {
    let database = try Database()
    let store = try await store(database)
    try await store.update(Pin.self, id: 3, Pin.Patch(cardID: .value(2)))
    #expect(try await pins(store) == [1, nil, 2])
    try await store.update(Pin.self, id: 3, Pin.Patch(cardID: .null))
    #expect(try await pins(store) == [1, nil, nil])
  }

  @Test func inverseSideMovesLink() async throws {
    let database = try Database()
    let store = try await store(database)
    try await store.update(Card.self, id: 3, Card.Patch(pinID: .value(1)))
    #expect(try await pins(store) == [3, 2, nil])
    try await store.update(Card.self, id: 3, Card.Patch(pinID: .value(2)))
    #expect(try await pins(store) == [nil, 3, nil])
    try await store.update(Card.self, id: 3, Card.Patch(pinID: .null))
    #expect(try await pins(store) == [nil, nil, nil])
  }

  /// A lid requires a card, so the replaced lid is deleted.
  @Test func inverseSideReplacesRequiredRow() async throws {
    let database = try Database()
    let store = try await store(database)
    try await store.update(Card.self, id: 1, Card.Patch(lidID: .value(2)))
    #expect(try await store.fetch(Lid.all) == [Lid(id: 2, cardID: 1)])
    try await store.update(Card.self, id: 3, Card.Patch(lidID: .value(2)))
    #expect(try await store.fetch(Lid.all) == [Lid(id: 2, cardID: 3)])
    try await store.update(Card.self, id: 3, Card.Patch(lidID: .null))
    #expect(try await store.fetch(Lid.all).isEmpty)
  }

  @Test func insertRejectsTakenRequiredLink() async throws {
    let database = try Database()
    let store = try await store(database)
    await #expect {
      try await store.insert(Lid(id: 3, cardID: 1))
    } throws: { error in
      guard case .database(let failure) = error as? SyncError else { return false }
      return failure.entity == "Lid" && failure.code == 2_067
    }
    await #expect(throws: SyncError.self) {
      try await store.update(Lid.self, id: 2, Lid.Patch(cardID: .value(1)))
    }
    #expect(try await store.fetch(Lid.all).map(\.cardID) == [1, 2])
  }

  @Test func deletionCascadesOrNullifies() async throws {
    let database = try Database()
    let store = try await store(database)
    try await store.delete(Card.self, id: 1)
    #expect(try await pins(store) == [nil, 2, nil])
    #expect(try await store.fetch(Lid.all).map(\.id) == [2])
    try await store.delete(Pin.self, id: 2)
    try await store.delete(Lid.self, id: 2)
    #expect(try await store.fetch(Card.all).map(\.id) == [2, 3])
  }

  // MARK: - Payloads

  @Test func payloadReplacesRequiredRow() async throws {
    let database = try Database()
    let store = try await store(database)
    // From the side without a column: the card's former lid is deleted, because of `cascade`.
    let report = try await apply(#"[{"id": 1, "lid": {"id": 2}}]"#, to: "Card", store)
    #expect(report.unchanged == 1)
    #expect(report.related["Lid"] == .of(updated: 1, deleted: 1))
    #expect(try await store.fetch(Lid.all) == [Lid(id: 2, cardID: 1)])
  }

  @Test func nullDeletesRequiredRow() async throws {
    let database = try Database()
    let store = try await store(database)
    let report = try await apply(#"[{"id": 1, "lid": null, "pin": null}]"#, to: "Card", store)
    #expect(report.related == ["Lid": .of(deleted: 1), "Pin": .of(updated: 1)])
    #expect(try await store.fetch(Lid.all).map(\.id) == [2])
    #expect(try await pins(store) == [nil, 2, nil])
  }

  @Test func rowsSwapRequiredLinks() async throws {
    let database = try Database()
    let store = try await store(database)
    let report = try await apply(
      #"[{"id": 1, "card_id": 2}, {"id": 2, "card": {"id": 1}}]"#, to: "Lid", store)
    #expect(report.updated == 2 && report.rejectedCount == 0)
    #expect(try await store.fetch(Lid.all).map(\.cardID) == [2, 1])
    let again = try await apply(
      #"[{"id": 1, "lid_id": 1}, {"id": 2, "lid_id": 2}]"#, to: "Card", store)
    #expect(again.rejectedCount == 0)
    #expect(again.related["Lid"] == .of(updated: 2))
    #expect(try await store.fetch(Lid.all).map(\.cardID) == [1, 2])
  }

  @Test func laterRowIsLinkedByID() async throws {
    let database = try Database()
    let store = try await store(database)
    let report = try await apply(#"[{"id": 3, "pin_id": 9, "lid_id": 9}]"#, to: "Card", store)
    #expect(report.unresolvedReferences == 2)
    _ = try await apply(#"[{"id": 9}]"#, to: "Pin", store)
    _ = try await apply(#"[{"id": 9}]"#, to: "Lid", store)
    #expect(try await pins(store) == [1, 2, nil, 3])
    #expect(try await store.fetch(Lid.self, id: 9)?.cardID == 3)
  }

  @Test func payloadReportsTakenRequiredLink() async throws {
    let database = try Database()
    let store = try await store(database)
    let report = try await apply(
      #"[{"id": 3, "card_id": 1}, {"id": 2, "card_id": 2}]"#, to: "Lid", store)
    #expect(report.rejected.map(\.rule) == [.uniqueConflict])
    #expect(report.unchanged == 1)
    #expect(try await store.fetch(Lid.all).map(\.cardID) == [1, 2])
  }
}
