import TestHelpers
import Testing

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

/// Applying boxes, kids and their links has the same effect and report as a plain model.
@Suite struct LinkModelTests {
  @Test(arguments: Law.parts) func linksMatchModel(part: Int) throws {
    let schemas = try LinkWorld.all.map { try $0.schema }
    var failures = 0
    for seed in Law.seeds(of: part) where failures < Law.failures {
      let index = seed / Law.parts.count % LinkWorld.all.count
      let (world, schema) = (LinkWorld.all[index], schemas[index])
      guard
        let problem = try problem(
          seed, world,
          { calls throws in try self.difference(calls, world, schema) })
      else { continue }
      Issue.record("seed \(seed): \(problem)")
      failures += 1
    }
  }

  /// Checks whether a seed violates the law, and shrinks the calls that violate it.
  private func problem(
    _ seed: Int, _ world: LinkWorld, _ violation: ([LinkCall]) throws -> String?
  ) throws -> String? {
    var random = Randomness(seed: seed)
    var calls = (0..<random.number(1...3)).map { _ in LinkCall(world, &random) }
    guard var problem = try violation(calls) else { return nil }
    while let next = try smaller(calls, violation) { (calls, problem) = next }
    return "\(world)\n\(calls.map(\.description).joined(separator: "\n"))\n\(problem)"
  }

  /// The calls without a part that the violation does not need.
  private func smaller(
    _ calls: [LinkCall], _ violation: ([LinkCall]) throws -> String?
  ) throws -> (calls: [LinkCall], problem: String)? {
    for index in calls.indices {
      var fewer = calls
      fewer.remove(at: index)
      if let problem = try violation(fewer) { return (fewer, problem) }
      for call in calls[index].simpler {
        fewer = calls
        fewer[index] = call
        if let problem = try violation(fewer) { return (fewer, problem) }
      }
    }
    return nil
  }

  private func difference(
    _ calls: [LinkCall], _ world: LinkWorld, _ schema: LawSchema
  ) throws -> String? {
    var model = LinkModel(world)
    let database = try LawDatabase(schema)
    for call in calls {
      var found = try database.apply(call.call).report
      found.rejected = []
      let due = model.apply(
        call.rows, ofBoxes: call.ofBoxes, deletesMissing: call.deletesMissing,
        places: try database.places(in: world))
      let (content, rows) = (try database.links(in: world), model.content)
      if content != rows { return "makes \(content)\nand not \(rows)" }
      if found != due { return "is reported as \(found)\nand not as \(due)" }
    }
    return nil
  }

  /// Applying the same list again changes nothing.
  @Test(arguments: Law.parts) func reapplyingKeepsLinks(part: Int) throws {
    let schemas = try LinkWorld.all.map { try $0.schema }
    var failures = 0
    for seed in Law.seeds(of: part) where failures < Law.failures {
      let index = seed / Law.parts.count % LinkWorld.all.count
      let (world, schema) = (LinkWorld.all[index], schemas[index])
      guard
        let problem = try problem(
          seed, world,
          { calls throws in try self.change(calls, world, schema) })
      else { continue }
      Issue.record("seed \(seed): \(problem)")
      failures += 1
    }
  }

  private func change(
    _ calls: [LinkCall], _ world: LinkWorld, _ schema: LawSchema
  ) throws -> String? {
    let database = try LawDatabase(schema)
    for call in calls {
      // A row that was rejected as incomplete can be known when the list is applied again.
      let isComplete = try database.apply(call.call).report.rejectedCount == 0
      guard isComplete else { continue }
      let once = try database.content()
      guard try database.apply(call.call).report.rejectedCount == 0 else { return nil }
      if let difference = try LawDatabase.difference(once, database.content()) {
        return "applied again, it changes\n\(difference)"
      }
    }
    return nil
  }
}

/// A list of boxes or kids.
private struct LinkCall: CustomStringConvertible {
  var rows: [LinkRow]
  let ofBoxes: Bool
  let deletesMissing: Bool

  init(_ world: LinkWorld, _ random: inout Randomness) {
    let isBox = random.chance(60)
    rows = (0..<random.number(1...4)).map { _ in .random(isBox: isBox, depth: 2, &random) }
    if world.isPartial { rows = rows.map(\.withoutGoneBoxes) }
    ofBoxes = isBox
    deletesMissing = random.chance(40)
  }

  /// The call without one row, or without one member of a row.
  var simpler: [LinkCall] {
    rows.indices.flatMap { index in
      ([[]] + rows[index].simpler.map { [$0] }).map { row in
        var call = self
        call.rows.replaceSubrange(index...index, with: row)
        return call
      }
    }
  }

  var call: Call {
    Call(ofBoxes ? "Box" : "Kid", .list(rows.map(\.payload))) {
      $0.missingRows = deletesMissing ? .delete : .keep
    }
  }

  var description: String {
    "\(call.entity) \(deletesMissing ? "delete" : "keep") \(call.payload)"
  }
}

extension LinkModel {
  /// The rows and links as lines of text.
  fileprivate var content: [String] {
    func text(_ value: Int?) -> String { value.map(String.init) ?? "-" }
    let members =
      kids.map { Member("kid \($0) \($1.note ?? "-") box", text($1.box), text($1.place)) }
      + waiting.map { Member("kid \($0) waits for", text($1.box), text($1.place)) }
    var lines = boxes.map { "box \($0) \($1.name ?? "-") lead \(text($1.lead))" }
    lines += tags.map { "box \($0.box) tag \($0.other)" }
    return (lines + world.lines(of: members)).sorted()
  }
}

/// A kid in the list of a box, or one that waits for it.
private struct Member {
  let title: String
  let box: String
  let place: String

  init(_ title: String, _ box: String, _ place: String) {
    self.title = title
    self.box = box
    self.place = place
  }
}

extension LinkWorld {
  /// The members as lines of text. In a partial list, only the order is promised: a place can stay
  /// empty where a row left the list. So the places there are counted from 0.
  fileprivate func lines(of members: [Member]) -> [String] {
    let places = Dictionary(grouping: members, by: \.box).mapValues {
      Set($0.compactMap { Int($0.place) }).sorted()
    }
    return members.map { member in
      let rank = Int(member.place).flatMap { places[member.box]?.firstIndex(of: $0) }
      let place = isPartial ? rank.map(String.init) ?? "-" : member.place
      return "\(member.title) \(member.box) at \(place)"
    }
  }
}

extension LawDatabase {
  fileprivate func places(in world: LinkWorld) throws -> LinkPlaces {
    func places(_ sql: String) throws -> [Int: Int] {
      try rows(sql).reduce(into: [:]) { places, row in
        if let kid = Int(row[0].text), let place = Int(row[1].text) { places[kid] = place }
      }
    }
    guard world.isOrdered else { return LinkPlaces() }
    return LinkPlaces(
      kids: try places("SELECT id, kids_position FROM kids WHERE kids_position IS NOT NULL"),
      waiting: try places(
        "SELECT child_id, position FROM swiftsync_links WHERE position IS NOT NULL"))
  }

  fileprivate func links(in world: LinkWorld) throws -> [String] {
    func text(_ value: StoredValue) -> String { value == .null ? "-" : value.text }
    let place = world.isOrdered ? "kids_position" : "NULL"
    let members =
      try rows("SELECT id, note, box_id, \(place) FROM kids").map {
        Member("kid \(text($0[0])) \(text($0[1])) box", text($0[2]), text($0[3]))
      }
      + rows("SELECT child_id, parent_id, position FROM swiftsync_links").map {
        Member("kid \(text($0[0])) waits for", text($0[1]), text($0[2]))
      }
    var lines = try rows("SELECT id, name, lead_id FROM boxes").map {
      "box \(text($0[0])) \(text($0[1])) lead \(text($0[2]))"
    }
    lines += try rows("SELECT box_id, tag_id FROM box_tags").map {
      "box \(text($0[0])) tag \(text($0[1]))"
    }
    return (lines + world.lines(of: members)).sorted()
  }
}
