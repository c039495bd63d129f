@_spi(Generated) import SwiftSyncRuntime
import TestHelpers
import Testing

/// The app's own writes to attributes whose scalars have a check.
@Suite struct ScalarTests {
  private func refusal(_ write: () async throws -> Void) async -> String? {
    do {
      try await write()
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func acceptsValidValues() async throws {
    let database = try Database()
    let store = try await database.open(BoardSchema.self)
    let tag = Tag(id: 1, text: "red", weights: [1, 9], mark: TagMark(text: "a", weight: nil))
    try await store.insert(tag)
    _ = try await store.update(Tag.self, id: 1, Tag.Patch(text: .value("blue"), mark: .null))
    #expect(try await store.fetch(Tag.all) == [Tag(id: 1, text: "blue", weights: [1, 9])])
  }

  @Test func rejectsInvalidValues() async throws {
    let database = try Database()
    let store = try await database.open(BoardSchema.self)
    try await store.insert(Tag(id: 1, text: "red"))
    let text = "a string that matches '^[a-z]+$'"
    let prefix = "'Tag' cannot store the value in its column"
    #expect(
      await refusal { try await store.insert(Tag(id: 2, text: "Red")) }
        == "\(prefix) 'text': expected \(text), found Red")
    #expect(
      await refusal { try await store.insert(Tag(id: 2, text: "red", weights: [1, 10])) }
        == "\(prefix) 'weights': expected a list, each element an integer from 1 to 9, found [1,10]"
    )
    #expect(
      await refusal {
        _ = try await store.update(
          Tag.self, id: 1, Tag.Patch(mark: .value(TagMark(text: "a", weight: 0))))
      } == "\(prefix) 'mark': at weight, expected an integer from 1 to 9, found 0")
    #expect(try await store.fetch(Tag.all) == [Tag(id: 1, text: "red")])
  }
}
