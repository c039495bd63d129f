import Foundation
import Testing

@testable import SyncGenEmit

/// The layout of a diagram: nothing overlaps.
@Suite struct DiagramTests {
  /// A schema whose entities refer to each other according to `targets`, including cycles and
  /// references to themselves.
  private static func layout(count: Int, _ targets: (Int) -> [Int]) throws -> DiagramLayout {
    let entities = (0..<count).map { index in
      let relations = targets(index).enumerated().map { number, target in
        "      r\(number): { to: Entity\(target)?, inverse: none, on-delete: keep }\n"
      }.joined()
      return "  Entity\(index):\n    attributes: { id: uuid }\n"
        + (relations.isEmpty ? "" : "    relations:\n\(relations)")
    }.joined()
    let text = "swiftsync: 1\nname: Net\nversion: 1\nentities:\n\(entities)"
    return DiagramLayout(try SchemaFixture.schema(text))
  }

  private static let rules: [(count: Int, rule: @Sendable (Int) -> [Int])] = [
    (1, { _ in [] }), (1, { _ in [0] }), (30, { _ in [] }), (2, { [1 - $0] }),
    (25, { $0 == 0 ? [] : [0] }), (12, { [($0 + 1) % 12] }), (40, { [$0 / 2, $0 / 3, $0 / 5] }),
    (40, { [($0 * 7 + 3) % 40, ($0 * 11 + 5) % 40] }), (200, { [$0 / 2, ($0 * 17) % 200] }),
  ]

  @Test(arguments: rules.indices)
  func nothingOverlaps(_ index: Int) throws {
    let (count, rule) = Self.rules[index]
    let layout = try Self.layout(count: count, rule)
    #expect(layout.boxes.count == count)
    #expect(layout.lines.count == (0..<count).reduce(0) { $0 + rule($1).count })
    for (number, box) in layout.boxes.enumerated() {
      #expect(box.x >= 0 && box.y >= 0)
      #expect(box.x + box.width <= layout.width && box.y + box.height <= layout.height)
      for other in layout.boxes[..<number] {
        let isApart =
          box.x >= other.x + other.width || other.x >= box.x + box.width
          || box.y >= other.y + other.height || other.y >= box.y + box.height
        #expect(isApart, "\(box.entity) covers \(other.entity)")
      }
    }
    for line in layout.lines { expectClear(line, of: layout.boxes) }
  }

  /// A line bends only between layers; where it passes a layer, it is horizontal and avoids the
  /// boxes.
  private func expectClear(_ line: DiagramLayout.Line, of boxes: [DiagramLayout.Box]) {
    let steps = line.path.split(separator: " ")
    for (step, next) in zip(steps, steps.dropFirst()) where next.hasPrefix("H") {
      let from = step.split(separator: ",").compactMap { Int($0) }
      guard let end = Int(next.dropFirst()), from.count == 2 else {
        Issue.record("no level line: \(line.path)")
        continue
      }
      for box in boxes where box.x < end && from[0] < box.x + box.width {
        let isClear = from[1] < box.y || from[1] > box.y + box.height
        #expect(isClear, "\(line.path) passes under a box at \(box.x), \(box.y)")
      }
    }
  }

  /// Each box of a long chain refers to the previous one and to one halfway, so there are as many
  /// layers as boxes.
  private static func chain(_ count: Int) throws -> DiagramLayout {
    try layout(count: count) { $0 == 0 ? [] : [$0 - 1, $0 / 2] }
  }

  private static func pathLength(of layout: DiagramLayout) -> Int {
    layout.lines.reduce(0) { $0 + $1.path.utf8.count }
  }

  @Test func pathLengthGrowsSubquadratically() throws {
    let (few, many) = (try Self.chain(100), try Self.chain(400))
    #expect(many.lines.count == 399 * 2)
    #expect(Self.pathLength(of: many) < 6 * Self.pathLength(of: few))
  }

  @Test func workGrowsSubquadratically() throws {
    _ = try Self.work(of: 150)
    let small = try Self.work(of: 150)
    let large = try Self.work(of: 900)
    // Six times as many entities: cubic work would take 216 times as long.
    #expect(large < small * 30, "\(small) s and \(large) s")
  }

  /// The processor time of this thread for a chain, in seconds, since other tests run at the same
  /// time.
  private static func work(of count: Int) throws -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    _ = try chain(count)
    return now() - start
  }

  @Test func layoutIsDeterministic() throws {
    let paths = try (0..<3).map { _ in
      try Self.layout(count: 40) { [$0 / 2, ($0 * 11 + 5) % 40] }.lines.map(\.path)
    }
    #expect(paths[0] == paths[1] && paths[1] == paths[2])
  }
}
