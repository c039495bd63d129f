@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
import TestHelpers

/// A row of a payload, as JSON and as the values that are read from it.
struct FlatRow {
  private(set) var payload = Payload.nothing
  /// Null if the identity cannot be read.
  private(set) var identity = StoredValue.null
  /// By column; a missing key has no value.
  private(set) var values: [String: StoredValue] = [:]
  /// The first key with an invalid value.
  private(set) var badKey: String?
  private(set) var unknownKeys: [String] = []

  /// A spelling of a value; `nil` if the value is invalid.
  private typealias Choice = (json: String, value: StoredValue?)

  private static let identities: [Choice] = [
    ("1", .integer(1)), ("2", .integer(2)), ("\"3\"", .integer(3)), ("4.0", .integer(4)),
    ("2", .integer(2)), ("null", nil), ("\"x\"", nil), ("1.5", nil),
  ]
  private static let choices: [(key: String, choices: [Choice])] = [
    ("name", [("\"a\"", .text("a")), ("\"b\"", .text("b")), ("5", .text("5")), ("{}", nil)]),
    ("note", [("\"a\"", .text("a")), ("\"\"", .text("")), ("[]", nil)]),
    ("size", [("1", .integer(1)), ("\"2\"", .integer(2)), ("2.5", nil), ("true", nil)]),
    ("flag", [("true", .integer(1)), ("\"no\"", .integer(0)), ("2", nil)]),
    ("rev", [("1", .integer(1)), ("2", .integer(2)), ("3", .integer(3))]),
    ("gone_at", [("\"2026-01-02\"", .text("2026-01-02T00:00:00.000000Z")), ("\"soon\"", nil)]),
    ("owner_id", [("1", .integer(1)), ("\"2\"", .integer(2)), ("9", .integer(9)), ("\"x\"", nil)]),
  ]

  init(_ random: inout Randomness, has columns: Set<String>) {
    if !random.chance(4) {
      let choice =
        random.chance(85)
        ? random.pick(Array(Self.identities.prefix(5)))
        : random.pick(Self.identities)
      payload["id"] = .scalar(choice.json)
      identity = choice.value ?? .null
    }
    for (key, choices) in Self.choices where columns.contains(key) && random.chance(60) {
      let isRare = key == "gone_at" && random.chance(70)
      let choice = random.chance(15) || isRare ? ("null", .null) : random.pick(choices)
      if choice.value == nil, random.chance(60) { continue }
      payload[key] = .scalar(choice.json)
      if let value = choice.value { values[key] = value } else { badKey = badKey ?? key }
    }
    guard random.chance(10) else { return }
    payload["nonObjectElement"] = .scalar("1")
    unknownKeys = ["nonObjectElement"]
  }
}
