import Foundation
import SwiftSyncRuntime
import TestHelpers
import Testing

/// References to one of several entities: a note is about a card or a pin, a badge always has one of them.
@Suite struct TaggedReferenceTests {
  private func apply(
    _ payload: String, to entity: String, _ store: SyncStore
  ) async throws -> ApplyReport {
    var options = ApplyOptions()
    options.missingRows = .keep
    return try await store.apply(.data(Data(payload.utf8)), as: entity, options: options)
  }

  private func notes(_ store: SyncStore) async throws -> [Int: NoteSubject?] {
    let notes = try await store.fetch(Note.all)
    return Dictionary(uniqueKeysWithValues: notes.map { ($0.id, $0.subject) })
  }

  @Test func readsCasesFromPayload() async throws {
    let database = try Database()
    let store = try await database.open(BoardSchema.self)
    let payload = """
      [{"id": 1, "subject_type": "card", "subject_id": 5}, {"id": 2, "subject_type": "pin", "subject_id": 5},
       {"id": 3, "subject_type": "poem", "subject_id": 7}, {"id": 4}]
      """
    let report = try await apply(payload, to: "Note", store)
    #expect(report.unresolvedReferences == 2)
    #expect(
      try await notes(store) == [
        1: .card(5), 2: .pin(5), 3: .unknown(type: "poem", id: "7"), 4: nil,
      ])
  }

  @Test func setsCase() async throws {
    let database = try Database()
    let store = try await database.open(BoardSchema.self)
    try await store.insert(Card(id: 1))
    var note = Note(id: 1)
    note.subject = .card(1)
    try await store.insert(note)
    #expect(note.subjectType == "card" && note.subjectID == 1)
    try await store.update(Note.self, id: 1, Note.Patch(subjectType: .value("pin")))
    #expect(try await notes(store) == [1: .pin(1)])
    note.subject = .unknown(type: "poem", id: "12")
    #expect(note.subjectType == "poem" && note.subjectID == 12)
    note.subject = .unknown(type: "poem", id: "twelve")
    #expect(note.subjectType == "poem" && note.subjectID == .other("twelve"))
    note.subject = nil
    #expect(note.subjectType == nil && note.subjectID == nil)
    var badge = Badge(id: 1, ownerType: "card", ownerID: 1)
    badge.owner = .pin(2)
    #expect(badge.owner == .pin(2) && badge.ownerType == "pin")
  }

  /// Ids of unknown rows that do not have the targets' type: a text, and texts that SQLite would convert to
  /// numbers.
  private static let otherIDs = ["p-9", "007", "1.50", "18446744073709551616", ""]

  @Test func keepsAnyIDOfUnknownType() async throws {
    let database = try Database()
    let store = try await database.open(BoardSchema.self)
    let rows = Self.otherIDs.enumerated().map {
      #"{"id": \#($0), "subject_type": "poem", "subject_id": "\#($1)"}"#
    }
    let report = try await apply("[\(rows.joined(separator: ","))]", to: "Note", store)
    #expect(report.inserted == 5 && report.unresolvedReferences == 0)
    let notes = try await store.fetch(Note.order(\.id))
    #expect(notes.map(\.subject) == Self.otherIDs.map { .unknown(type: "poem", id: $0) })
    #expect(notes.map(\.subjectID) == Self.otherIDs.map { .other($0) })
    #expect(try await store.fetch(Note.where { $0.subjectID == .other("007") }).map(\.id) == [1])
    #expect(
      try await store.fetch(Note.where { $0.subjectID.isIn([.other("p-9"), .other("1.50"), 5]) })
        .map(\.id).sorted() == [0, 2])
    // Saving a row as it was fetched does not change it.
    try await store.transaction { for note in notes { try $0.put(note) } }
    #expect(try await store.fetch(Note.order(\.id)) == notes)
    #expect(try await apply("[\(rows.joined(separator: ","))]", to: "Note", store).unchanged == 5)
  }

  @Test func writesReferencesToUnknownTypes() async throws {
    let database = try Database()
    let store = try await database.open(BoardSchema.self)
    for (id, text) in Self.otherIDs.enumerated() {
      var note = Note(id: id)
      note.subject = .unknown(type: "poem", id: text)
      try await store.insert(note)
      try await store.insert(Badge(id: id, ownerType: "card", ownerID: 1))
      try await store.update(
        Badge.self, id: id, Badge.Patch(ownerType: .value("poem"), ownerID: .value(.other(text))))
    }
    let subjects = try await store.fetch(Note.order(\.id)).map(\.subject)
    #expect(subjects == Self.otherIDs.map { .unknown(type: "poem", id: $0) })
    let owners = try await store.fetch(Badge.order(\.id)).map(\.owner)
    #expect(owners == Self.otherIDs.map { .unknown(type: "poem", id: $0) })
    // A text that is an identity of the targets' type is converted to that type.
    try await store.insert(Note(id: 9, subjectType: "poem", subjectID: .other("12")))
    let note = try #require(try await store.fetch(Note.self, id: 9))
    #expect(note.subjectID == 12 && note.subject == .unknown(type: "poem", id: "12"))
    #expect(try await store.fetch(Note.where { $0.subjectID == 12 }).map(\.id) == [9])
    let exported = try await store.export(Note.self)
    let applied = try await apply(String(decoding: exported, as: UTF8.self), to: "Note", store)
    #expect(applied.unchanged == 6 && applied.rejectedCount == 0)
  }

  @Test func codesReferencesToUnknownTypes() throws {
    for id in Self.otherIDs {
      let text = #"{"id":1,"subject_id":"\#(id)","subject_type":"poem","text":"a"}"#
      let note = try JSONDecoder().decode(Note.self, from: Data(text.utf8))
      #expect(note.subject == .unknown(type: "poem", id: id))
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      #expect(String(decoding: try encoder.encode(note), as: UTF8.self) == text)
      let patch = try JSONDecoder().decode(Note.Patch.self, from: Data(text.utf8))
      #expect(patch.subjectID == .value(.other(id)))
    }
    for text in [
      #"{"id":1,"subject_type":"card","subject_id":"p-9"}"#, #"{"id":1,"subject_id":"p-9"}"#,
    ] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(Note.self, from: Data(text.utf8))
      }
    }
  }

  @Test func inverseIsList() async throws {
    let database = try Database()
    let store = try await database.open(BoardSchema.self)
    _ = try await apply(
      #"[{"id": 1, "notes": [{"id": 2, "text": "b"}, {"id": 1}]}]"#, to: "Card", store)
    try await store.insert(Note(id: 3, subjectType: "pin", subjectID: 1))
    let card = Card(id: 1)
    #expect(try await card.notes(in: store).map(\.id) == [1, 2])
    try await store.update(Card.self, id: 1, Card.Patch(noteIDs: .value([2, 3])))
    #expect(try await notes(store) == [1: nil, 2: .card(1), 3: .card(1)])
  }

  @Test func deletionAffectsOnlyRowsWithMatchingTag() async throws {
    let database = try Database()
    let store = try await database.open(BoardSchema.self)
    try await store.insert(Card(id: 1))
    try await store.insert(Pin(id: 1))
    for (id, type) in [(1, "card"), (2, "pin"), (3, "poem")] {
      try await store.insert(Note(id: id, subjectType: type, subjectID: 1))
      try await store.insert(Badge(id: id, ownerType: type, ownerID: 1))
    }
    try await store.delete(Card.self, id: 1)
    #expect(
      try await notes(store) == [1: nil, 2: .pin(1), 3: .unknown(type: "poem", id: "1")])
    #expect(try await store.fetch(Badge.all).map(\.id).sorted() == [2, 3])
  }
}
