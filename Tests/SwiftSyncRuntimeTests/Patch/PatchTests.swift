import Foundation
import SwiftSyncRuntime
import Testing

@Suite struct PatchTests {
  struct Change: Codable, Equatable {
    var name: Patch<String> = .missing
    var count: Patch<Int> = .missing
    var nested: Patch<[String]> = .missing
  }

  static let changes = [
    Change(), Change(name: .null), Change(name: .value("a"), count: .null),
    Change(name: .value(""), count: .value(0), nested: .value(["x"])), Change(nested: .null),
  ]

  @Test(arguments: changes)
  func roundTripsThroughJSON(_ change: Change) throws {
    #expect(try JSONDecoder().decode(Change.self, from: JSONEncoder().encode(change)) == change)
  }

  @Test(arguments: changes, [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func roundTripsThroughPropertyList(
    _ change: Change, _ format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = format
    #expect(try PropertyListDecoder().decode(Change.self, from: encoder.encode(change)) == change)
  }

  @Test func encodesNullAndOmitsMissing() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = try encoder.encode(Change(name: .null, count: .value(1)))
    #expect(String(decoding: json, as: UTF8.self) == #"{"count":1,"name":null}"#)
  }

  @Test func missingCannotBeEncodedInList() {
    #expect(throws: EncodingError.self) { try JSONEncoder().encode([Patch<Int>.missing]) }
  }

  @Test func conveniences() {
    #expect(Patch(1 as Int?) == .value(1))
    #expect(Patch(nil as Int?) == .null)
    #expect((nil as Patch<Int>) == .null)
    #expect(Patch.value(2).map { $0 * 2 } == .value(4))
    #expect(Patch<Int>.missing.map { $0 * 2 } == .missing)
    #expect(Patch<Int>.missing.applied(to: 1) == 1)
    #expect(Patch<Int>.null.applied(to: 1) == nil)
    #expect(Patch.value(2).applied(to: nil) == 2)
    #expect(Patch.value(1).merging(.missing) == .value(1))
    #expect(Patch.value(1).merging(.null) == .null)
    #expect(Patch.difference(from: 1, to: 1) == .missing)
    #expect(Patch.difference(from: 1, to: nil) == .null)
    #expect(Patch.difference(from: nil, to: 2) == .value(2))
    #expect(Patch<Int>.missing.isMissing && Patch<Int>.null.isNull && Patch.value(3).value == 3)
  }

  @Test func literalsAreValues() {
    let word = "b"
    #expect(Change(name: "a", count: 3) == Change(name: .value("a"), count: .value(3)))
    #expect(Change(name: "\(word)c").name == .value("bc"))
    #expect(Change(name: nil, count: -3) == Change(name: .null, count: .value(-3)))
    let amounts: [Patch<Double>] = [2, -1.5, nil, .missing]
    #expect(amounts == [.value(2), .value(-1.5), .null, .missing])
    let decimal: Patch<Decimal> = 1.5
    let flag: Patch<Bool> = true
    let letter: Patch<Character> = "x"
    #expect(decimal == .value(1.5) && flag == .value(true) && letter == .value("x"))
  }

  @Test func comparesNullAndMissingWithLiterals() {
    let change = Change(name: .null)
    #expect(change.name == nil && change.name != "" && change.count != nil && change.count != 0)
    #expect(change.name.value == nil && change.count == .missing)
    // An optional patch without a value is `nil`, not a patch.
    let none: Patch<Int>? = nil
    #expect(none == .none)
  }
}
