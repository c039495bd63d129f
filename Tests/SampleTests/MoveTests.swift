import Foundation
@_spi(Generated) import SwiftSyncRuntime
import TestHelpers
import Testing
import Tracker

/// Moves within lists that are ordered by an attribute of their rows.
@Suite struct MoveTests {
  private func store(_ database: Database, cards: [Card]) async throws -> SyncStore {
    let store = try await database.open(BoardSchema.self)
    for card in cards { try await store.insert(card) }
    return store
  }

  /// The ids of a board's cards, in the order in which its list is read.
  private func order(_ store: SyncStore, of board: Int? = 1) async throws -> [Int] {
    try await store.fetch(Card.all).filter { $0.boardID == board }
      .sorted { ($0.rank, $0.id) < ($1.rank, $1.id) }.map(\.id)
  }

  private func ranks(_ store: SyncStore) async throws -> [Int: Double] {
    let cards = try await store.fetch(Card.all)
    return Dictionary(uniqueKeysWithValues: cards.map { ($0.id, $0.rank) })
  }

  @Test func moveWritesOneRow() async throws {
    let database = try Database()
    let cards = (1...4).map { Card(id: $0, rank: Double($0), boardID: 1) }
    let store = try await store(database, cards: cards)
    try await store.move(Card.self, id: 4, after: 1, in: .board)
    #expect(try await ranks(store) == [1: 1, 2: 2, 3: 3, 4: 1.5])
    try await store.move(Card.self, id: 3, after: nil, in: .board)
    #expect(try await ranks(store) == [1: 1, 2: 2, 3: 0, 4: 1.5])
    try await store.move(Card.self, id: 1, after: 2, in: .board)
    #expect(try await ranks(store) == [1: 3, 2: 2, 3: 0, 4: 1.5])
    #expect(try await order(store) == [3, 4, 2, 1])
  }

  @Test func moveToSamePositionWritesNothing() async throws {
    let database = try Database()
    let cards = (1...3).map { Card(id: $0, rank: 7, boardID: 1) }
    let store = try await store(database, cards: cards)
    try await store.move(Card.self, id: 2, after: 1, in: .board)
    try await store.move(Card.self, id: 1, after: nil, in: .board)
    #expect(try await ranks(store) == [1: 7, 2: 7, 3: 7])
  }

  /// Rows that were never moved have the default value, and are ordered by their identities.
  @Test func renumbersWhenPositionsAreEqual() async throws {
    let database = try Database()
    let cards = (1...4).map { Card(id: $0, boardID: 1) } + [Card(id: 9, boardID: 2)]
    let store = try await store(database, cards: cards)
    try await store.move(Card.self, id: 4, after: 1, in: .board)
    #expect(try await ranks(store) == [1: 1, 4: 2, 2: 3, 3: 4, 9: 0])
  }

  @Test func renumbersWhenPositionsRunOut() async throws {
    let database = try Database()
    let cards = (1...3).map { Card(id: $0, rank: Double($0), boardID: 1) }
    let store = try await store(database, cards: cards)
    var model = [1, 2, 3]
    for _ in 0..<300 {
      let moved = model.removeLast()
      model.insert(moved, at: 1)
      try await store.move(Card.self, id: moved, after: model[0], in: .board)
      #expect(try await order(store) == model)
    }
  }

  @Test(arguments: [
    [-Double.greatestFiniteMagnitude, .greatestFiniteMagnitude, 0],
    [.greatestFiniteMagnitude, .greatestFiniteMagnitude, .greatestFiniteMagnitude],
    [0, .leastNonzeroMagnitude, 1], [-1e300, 1e17, 1e17], [-0.0, 0, 0],
  ])
  func extremePositionsKeepRequestedOrder(_ values: [Double]) async throws {
    for (id, other) in [(1, 2), (1, 3), (2, 3), (3, 1), (3, 2), (2, 1), (1, 0), (2, 0), (3, 0)] {
      let database = try Database()
      let cards = values.enumerated().map { Card(id: $0 + 1, rank: $1, boardID: 1) }
      let store = try await store(database, cards: cards)
      var model = try await order(store).filter { $0 != id }
      try await store.move(Card.self, id: id, after: other == 0 ? nil : other, in: .board)
      model.insert(id, at: (model.firstIndex(of: other) ?? -1) + 1)
      #expect(try await order(store) == model)
    }
  }

  @Test(arguments: [1, 2, 3, 4]) func randomMovesMatchArray(_ seed: UInt64) async throws {
    var generator = SeededRandom(seed)
    let database = try Database()
    let count = Int(seed) * 7
    let cards = (1...count).map { Card(id: $0, rank: Double($0 % 3), boardID: 1) }
    let store = try await store(database, cards: cards)
    var model = try await order(store)
    for step in 0..<1_000 {
      let moved = model.remove(at: Int.random(in: 0..<count, using: &generator))
      // Mostly near the start, where the gaps are used up first.
      let place = min(
        Int.random(in: 0..<count, using: &generator), Int.random(in: 0..<count, using: &generator))
      let other = place == 0 ? nil : model[place - 1]
      model.insert(moved, at: place)
      try await store.move(Card.self, id: moved, after: other, in: .board)
      if step % 8 == 0 { #expect(try await order(store) == model) }
    }
    #expect(try await order(store) == model)
  }

  /// Each list is ordered by its own attribute. Null sorts first, and no number sorts before it.
  @Test func ordersRowsInSeveralLists() async throws {
    let database = try Database()
    let store = try await store(
      database,
      cards: [
        Card(id: 1, weight: nil, boardID: 1, ownerID: 5), Card(id: 2, weight: 4, ownerID: 5),
        Card(id: 3, rank: 1, weight: nil, boardID: 1, ownerID: 5),
      ])
    try await store.move(Card.self, id: 2, after: 1, in: .owner)
    let cards = try await store.fetch(Card.all)
    #expect(cards.map(\.weight) == [1, 2, 3])
    #expect(cards.map(\.rank) == [0, 0, 1])
  }

  @Test func rowsWithoutParentFormList() async throws {
    let database = try Database()
    let store = try await store(
      database, cards: [Card(id: 1), Card(id: 2), Card(id: 3, boardID: 1)])
    try await store.move(Card.self, id: 1, after: 2, in: .board)
    #expect(try await order(store, of: nil) == [2, 1])
  }

  @Test func movesRowsScopedByParent() async throws {
    let database = try Database()
    let store = try await database.open(BoardSchema.self)
    for number in 1...3 {
      for board in 1...2 { try await store.insert(Slot(number: number, boardID: board)) }
    }
    let last = Slot.Identity(boardID: 2, number: 3)
    let first = Slot.Identity(boardID: 2, number: 1)
    try await store.move(Slot.self, id: last, after: first, in: .board)
    let slots = try await store.fetch(Slot.all)
    #expect(slots.map(\.rank) == [0, 0, 0, 1, 3, 2])
  }

  @Test func rejectsInvalidMoves() async throws {
    let database = try Database()
    let cards = [Card(id: 1, boardID: 1), Card(id: 2, boardID: 2), Card(id: 3)]
    let store = try await store(database, cards: cards)
    await #expect(throws: SyncError.movedAfterItself(entity: "Card", identity: "1")) {
      try await store.move(Card.self, id: 1, after: 1, in: .board)
    }
    for other in [2, 3] {
      await #expect(
        throws: SyncError.movedAcrossLists(entity: "Card", identity: "1", after: "\(other)")
      ) {
        try await store.move(Card.self, id: 1, after: other, in: .board)
      }
    }
    await #expect(throws: SyncError.unknownRow("8", entity: "Card")) {
      try await store.move(Card.self, id: 8, after: 1, in: .board)
    }
    await #expect(throws: SyncError.unknownRow("9", entity: "Card")) {
      try await store.move(Card.self, id: 1, after: 9, in: .board)
    }
    await #expect(throws: SyncError.unknownRelation("pin", entity: "Card")) {
      try await store.move(Card.self, id: 1, after: nil, in: OrderedList("pin"))
    }
  }

  @Test func movesTaskOfTracker() async throws {
    let database = try Database()
    let store = try await database.open(TrackerSchema.self)
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
    try await store.move(Todo.self, id: TrackerIDs.task(3), after: nil, in: .project)
    let tasks = try await store.fetch(Todo.all).sorted { $0.sortIndex < $1.sortIndex }
    #expect(tasks.first?.id == TrackerIDs.task(3))
  }

  // MARK: - Lists that are shown

  /// What `Array.move(fromOffsets:toOffset:)` of SwiftUI makes of a list.
  private func moved(_ ids: [Int], _ source: IndexSet, _ destination: Int) -> [Int] {
    let before = ids.indices.filter { $0 < destination && !source.contains($0) }
    let after = ids.indices.filter { $0 >= destination && !source.contains($0) }
    return (before + source + after).map { ids[$0] }
  }

  @Test func movesByOffsetsAsSwiftUIDoes() async throws {
    let database = try Database()
    let cards = (1...5).map { Card(id: $0, rank: Double($0), boardID: 1) }
    let store = try await store(database, cards: cards)
    var random = SeededRandom(7)
    var model = [1, 2, 3, 4, 5]
    for _ in 0..<60 {
      let source = IndexSet((0..<5).filter { _ in random.chance(40) })
      let destination = random.below(6)
      let shown = try await store.fetch(Card.order(\.rank))
      #expect(shown.map(\.id) == model)
      model = moved(model, source, destination)
      try await store.move(shown, fromOffsets: source, toOffset: destination, in: .board)
      #expect(try await order(store) == model)
    }
  }

  @Test func movesByRowAndInTransactions() async throws {
    let database = try Database()
    let cards = (1...4).map { Card(id: $0, rank: Double($0), boardID: 1) }
    let store = try await store(database, cards: cards)
    try await store.move(cards[3], after: cards[0], in: .board)
    #expect(try await order(store) == [1, 4, 2, 3])
    try await store.move(cards[2], after: nil, in: .board)
    #expect(try await order(store) == [3, 1, 4, 2])
    try await store.transaction { transaction in
      let shown = try transaction.fetch(Card.order(\.rank))
      try transaction.move(shown[1...], fromOffsets: [0, 2], toOffset: 2, in: .board)
      try transaction.delete(shown, atOffsets: [0])
    }
    #expect(try await order(store) == [4, 1, 2])
  }

  @Test func offsetsBeyondTheListWriteNothing() async throws {
    let database = try Database()
    let cards = (1...3).map { Card(id: $0, rank: Double($0), boardID: 1) }
    let store = try await store(database, cards: cards)
    let error = SyncError.invalidOption("offset 3: the list has 3 rows")
    await #expect(throws: error) { try await store.delete(cards, atOffsets: [0, 3]) }
    await #expect(throws: error) {
      try await store.move(cards, fromOffsets: [3], toOffset: 0, in: .board)
    }
    await #expect(throws: SyncError.invalidOption("offset 4: the list has 3 rows")) {
      try await store.move(cards, fromOffsets: [0], toOffset: 4, in: .board)
    }
    await #expect(throws: SyncError.unknownRow("9", entity: "Card")) {
      try await store.move(
        cards + [Card(id: 9)], fromOffsets: [0, 3], toOffset: 2, in: .board)
    }
    #expect(try await order(store) == [1, 2, 3])
    #expect(try await store.delete(cards, atOffsets: [0, 2]) == 2)
    #expect(try await store.delete(cards, atOffsets: [0, 1]) == 1)
    #expect(try await order(store) == [])
  }
}
