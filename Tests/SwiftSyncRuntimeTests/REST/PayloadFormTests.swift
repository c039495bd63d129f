import Foundation
@_spi(Generated) import SwiftSyncRuntime
import Testing

/// Values of inline types, read as in generated code.
@Suite struct PayloadFormTests {
  /// As generated if the conventions have `empty-is-null: true`.
  struct Visit: Decodable, Equatable {
    let at: Date?
    let rooms: [Int]?
    let guest: String?
    let host: String

    init(from decoder: any Decoder) throws {
      let fields = try ObjectDecoder(decoder)
      at = try fields.optional("seen.at", .date(.auto), emptyIsNull: true)
      rooms = try fields.optional("rooms", .list(.value()))
      guest = try fields.optional("guest", .value(), emptyIsNull: true)
      host = try fields.required("host", .value())
    }
  }

  @Test func emptyTextIsNullForOptionalValue() throws {
    let visit = try read(#"{"seen": {"at": ""}, "rooms": [1], "guest": "", "host": ""}"#)
    #expect(visit.at == nil && visit.rooms == [1] && visit.guest == nil && visit.host == "")
    let other = try read(
      #"{"seen": {"at": "1970-01-01T00:00:01Z"}, "guest": 7, "rooms": null, "host": "Ada"}"#)
    #expect(other.at == Date(timeIntervalSince1970: 1) && other.rooms == nil)
    #expect(other.guest == "7" && other.host == "Ada")
  }

  @Test(arguments: [
    #"{"seen": {"at": " "}, "host": "Ada"}"#, #"{"rooms": "", "host": "Ada"}"#,
  ])
  func rejectsMismatchedValues(json: String) {
    #expect(throws: DecodingError.self) { try read(json) }
  }

  @Test(arguments: [
    #"{"seen": 5, "host": "Ada"}"#, #"{"seen": [], "host": "Ada"}"#,
    #"{"seen": "2026", "host": "Ada"}"#,
  ])
  func rejectsNonObjectInsidePath(json: String) {
    #expect(throws: DecodingError.self) { try read(json) }
  }

  @Test func nullInsidePathIsNull() throws {
    #expect(try read(#"{"seen": null, "host": "Ada"}"#).at == nil)
  }

  private func read(_ json: String) throws -> Visit {
    try JSONDecoder().decode(Visit.self, from: Data(json.utf8))
  }
}
