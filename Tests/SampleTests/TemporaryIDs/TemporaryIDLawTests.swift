import Foundation
import SwiftSyncRuntime
import SwiftSyncTestSupport
import TestHelpers
import Testing

/// Whatever happens in whatever order, each row exists once, under its old id and its new one, and its references
/// lead to the same rows. `LAW_SEEDS=2000` tries more.
@Suite struct TemporaryIDLawTests {
  private static let usualSeeds = 40

  @Test(arguments: 0..<4) func rowsKeepReferences(batch: Int) async throws {
    for seed in StatedSeeds.seeds(usually: Self.usualSeeds, part: batch, of: 4) {
      do {
        var run = try await Run(seed: UInt64(seed))
        try await run.run()
      } catch {
        Issue.record("seed \(seed): \(error)")
        return
      }
    }
  }

  private struct Mismatch: Error, CustomStringConvertible {
    let description: String
  }

  /// The expected rows of the device.
  private struct Model {
    struct Row: Equatable {
      var text: String
      /// The temporary id of the area to which the row refers.
      var area: Int?
    }

    var areas: [Int: Row] = [:]
    var tickets: [Int: Row] = [:]
  }

  private struct Run {
    private var random: SeededRandom
    private let sample: DeskSample
    private let server = DeskServer()
    private var model = Model()
    private var trace: [String] = []
    private var count = 0

    init(seed: UInt64) async throws {
      random = SeededRandom(seed)
      sample = try await DeskSample()
      let server = server
      sample.server.respond(to: .post, "/sync") { try await server.respond(to: $0) }
    }

    mutating func run() async throws {
      do {
        for _ in 0..<25 { try await step() }
        try await push()
        try await push()
        try await pull()
        try await judge(isSettled: true)
      } catch {
        throw Mismatch(description: "\(error)\n" + trace.joined(separator: "\n"))
      }
    }

    private mutating func step() async throws {
      switch random.below(10) {
      case 0, 1: try await insertArea()
      case 2, 3: try await insertTicket()
      case 4, 5: try await edit()
      case 6: try await delete()
      case 7: try await pull()
      case 8:
        trace.append("lose")
        await server.loseResponse()
        try await push()
      default: try await push()
      }
      try await judge(isSettled: false)
    }

    private mutating func text() -> String {
      count += 1
      return "t\(count)"
    }

    private mutating func anyArea() -> Int? {
      random.chance(70) ? model.areas.keys.sorted().randomElement(using: &random) : nil
    }

    private mutating func insertArea() async throws {
      let area = Area(name: text(), parentID: anyArea())
      trace.append("insert area \(area.id) \(area.name) in \(area.parentID ?? 0)")
      try await sample.store.insert(area)
      model.areas[area.id] = Model.Row(text: area.name, area: area.parentID)
    }

    private mutating func insertTicket() async throws {
      let ticket = Ticket(title: text(), areaID: anyArea())
      trace.append("insert ticket \(ticket.id) \(ticket.title) in \(ticket.areaID ?? 0)")
      try await sample.store.insert(ticket)
      model.tickets[ticket.id] = Model.Row(text: ticket.title, area: ticket.areaID)
    }

    private mutating func edit() async throws {
      guard let id = model.tickets.keys.sorted().randomElement(using: &random) else { return }
      var patch = Ticket.Patch()
      if random.chance(60) {
        let title = text()
        patch.title = .value(title)
        model.tickets[id]?.text = title
      }
      if random.chance(60) {
        let area = anyArea()
        patch.areaID = area.map { .value($0) } ?? .null
        model.tickets[id]?.area = area
      }
      trace.append("edit ticket \(id): \(patch)")
      guard try await sample.store.update(Ticket.self, id: id, patch) else {
        throw Mismatch(description: "ticket \(id) is not found")
      }
    }

    private mutating func delete() async throws {
      guard random.chance(50), let id = model.tickets.keys.sorted().randomElement(using: &random)
      else { return }
      trace.append("delete ticket \(id)")
      model.tickets[id] = nil
      guard try await sample.store.delete(Ticket.self, id: id) else {
        throw Mismatch(description: "ticket \(id) is not found")
      }
    }

    private mutating func push() async throws {
      trace.append("push")
      do {
        _ = try await sample.store.push(
          to: sample.endpoint(.operations, limit: random.number(1...4)))
      } catch is APIError {
        trace.append("  failed")
      } catch is DeskServer.Lost {
        trace.append("  lost")
      }
    }

    private mutating func pull() async throws {
      trace.append("pull")
      for (type, entity) in [("Area", "Area"), ("Ticket", "Ticket")] {
        _ = try await sample.store.apply(
          .data(server.payload(type)), as: entity, missingRows: .delete)
      }
    }

    // MARK: - Checks

    private func judge(isSettled: Bool) async throws {
      for (id, row) in model.tickets {
        guard let ticket = try await sample.store.fetch(Ticket.self, id: id) else {
          throw Mismatch(description: "ticket \(id) is missing")
        }
        try await check("ticket \(id)", ticket.title, ticket.areaID, row)
        if isSettled, ticket.id < 0 { throw Mismatch(description: "ticket \(id) is temporary") }
      }
      for (id, row) in model.areas {
        guard let area = try await sample.store.fetch(Area.self, id: id) else {
          throw Mismatch(description: "area \(id) is missing")
        }
        try await check("area \(id)", area.name, area.parentID, row)
        if isSettled, area.id < 0 { throw Mismatch(description: "area \(id) is temporary") }
      }
      if isSettled { try await judgeEnd() }
    }

    private func check(
      _ name: String, _ text: String, _ area: Int?, _ row: Model.Row
    ) async throws {
      var expected: Int?
      if let id = row.area { expected = try await sample.store.fetch(Area.self, id: id)?.id }
      guard text == row.text, area == expected else {
        throw Mismatch(
          description:
            "\(name) is \(text) in \(area ?? 0), expected \(row.text) in \(expected ?? 0)")
      }
    }

    private func judgeEnd() async throws {
      let (areas, tickets) = await (server.rows["Area"] ?? [:], server.rows["Ticket"] ?? [:])
      let counts = try sample.rows(
        "SELECT (SELECT count(*) FROM areas), (SELECT count(*) FROM tickets)")
      let expected = ["\(model.areas.count)|\(model.tickets.count)"]
      guard counts == expected, areas.count == model.areas.count,
        tickets.count == model.tickets.count
      else {
        throw Mismatch(
          description: "\(counts) on the device, \(areas.count)|\(tickets.count) on the server, "
            + "expected \(expected)")
      }
      guard try sample.queue() == [] else {
        throw Mismatch(description: "left in the queue: \(try sample.queue())")
      }
      let titles = Set(tickets.values.compactMap { $0["title"]?.text })
      guard titles == Set(model.tickets.values.map(\.text)) else {
        throw Mismatch(description: "the server has \(titles)")
      }
    }
  }
}
