import Foundation
import SwiftSyncRuntime
import TestHelpers
import Testing

/// Related rows through references to one of several entities and through identities of several parts.
@Suite struct IncludingTests {
  private let database: Database

  init() throws {
    database = try Database()
  }

  /// A pin with the same id has its own note, and other notes do not refer to a card.
  @Test func includesListsOfTaggedReferences() async throws {
    let store = try await database.open(BoardSchema.self)
    for id in 1...3 { try await store.insert(Card(id: id)) }
    try await store.insert(Pin(id: 1))
    let subjects: [NoteSubject?] = [
      .card(2), .card(1), .pin(1), .card(1), nil, .unknown(type: "poem", id: "1"),
    ]
    for (index, subject) in subjects.enumerated() {
      var note = Note(id: index + 1, text: index == 3 ? "x" : "")
      note.subject = subject
      try await store.insert(note)
    }
    let cards = Card.order(\.id.descending)
    let found = try await store.fetch(cards.including { $0.notes })
    #expect(found.map(\.row.id) == [3, 2, 1])
    #expect(found.map { $0.related.map(\.id) } == [[], [1], [2, 4]])
    for card in found { #expect(try await card.row.notes(in: store) == card.related) }
    let page = try await store.fetch(cards.limit(1).offset(1).including { ($0.notes, $0.pin) })
    #expect(page.map { $0.related.0.map(\.id) } == [[1]] && page[0].related.1 == nil)
    let about = Card.where { $0.notes.contains { $0.text == "x" } }
    #expect(try await store.fetch(about.including { $0.notes }).map(\.row.id) == [1])
    #expect(try await store.fetch(Card.where { $0.notes.isEmpty }).map(\.id) == [3])
    #expect(try await store.fetch(Card.where { $0.notes.count > 1 }).map(\.id) == [1])
  }

  @Test func observesListsOfTaggedReferences() async throws {
    let store = try await database.open(BoardSchema.self)
    try await store.insert(Card(id: 1))
    try await store.insert(Note(id: 1, subjectType: "pin", subjectID: 1))
    var values = store.values(of: Card.including { $0.notes }).makeAsyncIterator()
    #expect(try await values.next()?.map { $0.related.map(\.id) } == [[]])
    try await store.update(Note.self, id: 1, Note.Patch(subjectType: .value("card")))
    #expect(try await values.next()?.map { $0.related.map(\.id) } == [[1]])
  }

  @Test func includesRowsWithCompositeIdentities() async throws {
    let store = try await database.open(DeskSchema.self)
    let areas = """
      [{"id": 1, "name": "a", "stages": [{"number": 2, "text": "a2"}, {"number": 1, "text": "a1"}]},
       {"id": 2, "name": "b", "stages": [{"number": 1, "text": "b1"}]}, {"id": 3, "name": "c"}]
      """
    _ = try await store.apply(.data(Data(areas.utf8)), as: "Area")
    let ids = try (0..<4).map {
      try #require(UUID(uuidString: "00000000-0000-0000-0000-00000000000\($0)"))
    }
    for (id, stage) in zip(ids, [(1, 2), (2, 1), (1, 3), (nil, 1)] as [(Int?, Int?)]) {
      try await store.insert(
        Remark(id: id, text: "\(id)", stageAreaID: stage.0, stageNumber: stage.1))
    }
    let remarks = try await store.fetch(Remark.including { $0.stage })
    #expect(remarks.map(\.related?.text) == ["a2", "b1", nil, nil])
    for remark in remarks { #expect(try await remark.row.stage(in: store) == remark.related) }
    let last = try await store.fetch(
      Remark.order(\.id.descending).limit(2).offset(2).including { $0.stage })
    #expect(last.map(\.related?.text) == ["b1", "a2"])
    let stages = try await store.fetch(Area.including { $0.stages })
    #expect(stages.map { $0.related.map(\.text) } == [["a1", "a2"], ["b1"], []])
    #expect(
      try await store.fetch(Stage.including { $0.area }).map(\.related?.name) == ["a", "a", "b"])
    #expect(try await store.fetch(Remark.where { $0.stage.text == "b1" }).map(\.id) == [ids[1]])
    #expect(try await store.fetch(Remark.where { $0.stage.area.name == "a" }).map(\.id) == [ids[0]])
    #expect(
      try await store.fetch(Remark.order(\.stage.text.descending)).map(\.id)
        == [ids[1], ids[0], ids[2], ids[3]])
  }

  /// A list in a join table with two columns for each member.
  @Test func includesMembersWithCompositeIdentities() async throws {
    let store = try await database.open(DeskSchema.self)
    let keywords = """
      [{"id": "k", "name": "", "stages": [{"area_id": 1, "number": 2, "text": "a2"},
        {"area_id": 2, "number": 1, "text": "b1"}]},
       {"id": "l", "name": "", "stages": [{"area_id": 1, "number": 2, "text": "a2"}]}, {"id": "m", "name": ""}]
      """
    var options = ApplyOptions()
    options.missingRows = .keep
    _ = try await store.apply(.data(Data(keywords.utf8)), as: "Keyword", options: options)
    let found = try await store.fetch(Keyword.including { ($0.stages, $0.areas) })
    #expect(found.map { $0.related.0.map(\.text) } == [["a2", "b1"], ["a2"], []])
    for keyword in found {
      #expect(try await keyword.row.stages(in: store) == keyword.related.0)
    }
    let b = Keyword.where { $0.stages.contains { $0.text == "b1" } }
    #expect(try await store.fetch(b).map(\.id) == ["k"])
    #expect(try await store.fetch(Keyword.where { $0.stages.count == 1 }).map(\.id) == ["l"])
  }

  /// Lists of rows whose identity has two parts: by references and in join tables, on both sides of them.
  @Test func includesListsOfParentsWithCompositeIDs() async throws {
    let store = try await database.open(BoardSchema.self)
    try await fillCells(store)
    let cells = Cell.order(\.row, \.column.descending)
    let found = try await store.fetch(cells.including { ($0.pieces, $0.tags, $0.covers) })
    #expect(found.map { [$0.row.row, $0.row.column] } == [[1, 2], [1, 1], [2, 2], [2, 1]])
    #expect(found.map { $0.related.0.map(\.id) } == [[1, 3], [2], [], [4]])
    #expect(found.map { $0.related.1.map(\.id) } == [[7, 8], [], [8], [7]])
    #expect(found.map { $0.related.2.map(\.id) } == [[], [4], [1, 4], [1]])
    for cell in found {
      #expect(try await cell.row.pieces(in: store) == cell.related.0)
      #expect(try await cell.row.tags(in: store) == cell.related.1)
      #expect(try await cell.row.covers(in: store) == cell.related.2)
    }
    let three = try await store.fetch(Cell.including { ($0.pieces, $0.tags, $0.covers) })
    #expect(three.map { [$0.row.row, $0.row.column] } == [[1, 1], [1, 2], [2, 1], [2, 2]])
    #expect(three.map { $0.related.2.map(\.id) } == [[4], [], [1], [1, 4]])
    let four = try await store.fetch(
      Cell.including { ($0.covers, $0.pieces, $0.tags, $0.pieces) })
    #expect(four.map(\.related.0) == three.map(\.related.2))
    #expect(four.map(\.related.1) == three.map(\.related.0))
    #expect(four.map(\.related.2) == three.map(\.related.1))
    #expect(four.map(\.related.3) == three.map(\.related.0))
    let second = try await store.fetch(cells.limit(1).offset(3).including { ($0.tags, $0.pieces) })
    #expect(second.map { $0.related.0.map(\.id) } == [[7]])
    #expect(second.map { $0.related.1.map(\.id) } == [[4]])
  }

  @Test func filtersListsOfParentsWithCompositeIDs() async throws {
    let store = try await database.open(BoardSchema.self)
    try await fillCells(store)
    func places(_ query: Query<Cell>) async throws -> [[Int]] {
      try await store.fetch(query).map { [$0.row, $0.column] }
    }
    #expect(try await places(Cell.where { $0.pieces.contains { $0.id == 3 } }) == [[1, 2]])
    #expect(try await places(Cell.where { $0.pieces.isEmpty }) == [[2, 2]])
    #expect(try await places(Cell.where { $0.pieces.count > 1 }) == [[1, 2]])
    #expect(
      try await places(Cell.where { $0.tags.contains { $0.text == "seven" } }) == [
        [1, 2], [2, 1],
      ])
    #expect(
      try await places(Cell.where { !$0.tags.contains { $0.id == 8 } }) == [[1, 1], [2, 1]])
    #expect(
      try await places(Cell.where { $0.tags.count { $0.id > 7 } == 1 }) == [[1, 2], [2, 2]])
    #expect(
      try await places(Cell.where { $0.covers.contains { $0.id == 1 } }) == [[2, 1], [2, 2]])
    #expect(try await places(Cell.where { $0.covers.isEmpty }) == [[1, 2]])
    let onCovered = Piece.where { $0.covered.contains { $0.row == 1 && $0.column == 1 } }
    #expect(try await store.fetch(onCovered).map(\.id) == [4])
    #expect(try await store.fetch(Piece.where { $0.cell.tags.isEmpty }).map(\.id) == [2])
  }

  /// Four cells, pieces on and over them, and their tags. Both parts of identities use the same numbers.
  private func fillCells(_ store: SyncStore) async throws {
    try await store.insert([Tag(id: 7, text: "seven"), Tag(id: 8, text: "eight")])
    for id in 1...4 { try await store.insert(Piece(id: id)) }
    let cells = """
      [{"row": 1, "column": 1, "piece_ids": [2], "cover_ids": [4]},
       {"row": 1, "column": 2, "piece_ids": [1, 3], "tag_ids": [8, 7]},
       {"row": 2, "column": 1, "piece_ids": [4], "tag_ids": [7], "cover_ids": [1]},
       {"row": 2, "column": 2, "tag_ids": [8], "cover_ids": [4, 1]}]
      """
    let report = try await store.apply(.data(Data(cells.utf8)), as: "Cell")
    #expect(report.inserted == 4 && report.unknownKeys.isEmpty)
  }

  /// Identities that are equal texts in Swift are two rows.
  @Test func distinguishesIdentitiesByBytes() async throws {
    let store = try await database.open(JournalSchema.self)
    try await store.insert(Article(id: 1, title: ""))
    for id in ["\u{E9}", "e\u{301}"] { try await store.insert(Topic(id: id)) }
    try await store.update(Article.self, id: 1, Article.Patch(topicIDs: .value(["e\u{301}"])))
    let found = try await store.fetch(Article.including { $0.topics })
    #expect(found.map { $0.related.map { Array($0.id.utf8) } } == [[Array("e\u{301}".utf8)]])
  }
}
