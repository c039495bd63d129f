import Foundation
import SwiftSyncRuntime
import Testing

/// `swift: UInt64`: integers up to `Int64.max`; greater ones are refused.
@Suite struct UnsignedScalarTests {
  private static let greatest = UInt64(Int64.max)

  private func store(_ payload: String = "[]") async throws -> (SyncStore, ApplyReport) {
    let store = try await NormalizingScalarTests.store()
    return (store, try await NormalizingScalarTests.apply(payload, as: Spine.self, in: store))
  }

  @Test func numbersAndTextsAreRead() async throws {
    let (store, report) = try await store(
      """
      [{"id": 1, "width": 9223372036854775807, "weight": "42", "sizes": [1, 9223372036854775807]},
       {"id": 2}]
      """)
    #expect(report.rejected.isEmpty)
    let spines = try await store.fetch(Spine.order(\.id))
    #expect(spines.map(\.width) == [Self.greatest, 0])
    #expect(spines.map(\.weight) == [42, nil])
    #expect(spines.first?.sizes == [1, Self.greatest])
    #expect(
      try await NormalizingScalarTests.rows(
        store, "SELECT typeof(width), width, weight FROM spines ORDER BY id")
        == ["integer|9223372036854775807|42", "integer|0|null"])
  }

  @Test func greaterAndNegativeNumbersRejectRows() async throws {
    let (store, report) = try await store(
      """
      [{"id": 1, "width": 9223372036854775808}, {"id": 2, "width": 18446744073709551615},
       {"id": 3, "width": -1}, {"id": 4, "sizes": [-1]}, {"id": 5, "width": 5}]
      """)
    #expect(report.rejected.map(\.rule.rawValue) == Array(repeating: "bad-value", count: 4))
    #expect(try await store.fetch(Spine.all).map(\.id) == [5])
  }

  @Test func localWritesRefuseGreaterNumbers() async throws {
    let (store, _) = try await store()
    let error = await #expect(throws: SyncError.self) {
      try await store.insert(Spine(id: 1, width: .max))
    }
    #expect(
      error?.description.contains("18446744073709551615 cannot be stored") == true,
      "\(String(describing: error))")
    try await store.insert(Spine(id: 1, width: Self.greatest))
    #expect(try await store.fetch(Spine.self, id: 1)?.width == Self.greatest)
  }

  @Test func conditionsAndOrdersCompareNumbers() async throws {
    let (store, _) = try await store(
      #"[{"id": 1, "width": 9}, {"id": 2, "width": 10}, {"id": 3, "width": 9223372036854775807}]"#)
    let sorted = try await store.fetch(Spine.order { $0.width.descending })
    #expect(sorted.map(\.id) == [3, 2, 1])
    #expect(try await store.count(Spine.where { $0.width > 9 }) == 2)
    #expect(try await store.count(Spine.where { $0.width == Self.greatest }) == 1)
    await #expect(throws: SyncError.self) {
      try await store.count(Spine.where { $0.width < .max })
    }
  }
}
