import Testing

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

@Suite struct StoredValueTests {
  private let composed = "\u{E9}"
  private let decomposed = "e\u{301}"

  @Test func comparesTextByBytes() {
    #expect(composed == decomposed)
    #expect(StoredValue.text(composed) != .text(decomposed))
    #expect(Set([StoredValue.text(composed), .text(decomposed), .text(composed)]).count == 2)
    #expect(StoredValue.text("1") != .integer(1))
    #expect(StoredValue.real(-0.0) == .real(0))
    #expect(Set([StoredValue.real(-0.0), .real(0)]).count == 1)
  }

  @Test func diffDetectsTextWithDifferentBytes() throws {
    var task = try EntityCodingTests().decode(EntityCodingTests.minimal)
    task.title = composed
    task.tags = [composed]
    task.extra = .string(composed)
    var other = task
    #expect(Todo.Patch.diff(from: task, to: other) == Todo.Patch())
    other.title = decomposed
    other.tags = [decomposed]
    other.extra = .string(decomposed)
    let patch = Todo.Patch.diff(from: task, to: other)
    #expect(!patch.title.isMissing && !patch.tags.isMissing && !patch.extra.isMissing)
    #expect(patch.details.isMissing)
  }
}
