import TestHelpers
import Testing

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

/// Values of types reject their row, or are counted, as a plain model says, wherever an attribute
/// contains them and however deep an invalid part is.
@Suite struct ValueModelTests {
  /// How an attribute contains values.
  private enum Form: CaseIterable {
    case single, firstValue, list, elements, dictionary

    /// The type of the attribute, for values of a type.
    func attribute(_ name: String, _ type: String) -> String {
      switch self {
      case .single: "\(name): { type: \"\(type)?\" }"
      case .firstValue:
        "\(name): { type: \"\(type)?\", remote: { first-value: [\(name)_a, \(name)_b] } }"
      case .list: "\(name): { type: \"[\(type)]?\" }"
      case .elements: "\(name): { type: \"[\(type)]?\", remote: \"\(name)_items[].inner\" }"
      case .dictionary: "\(name): { type: \"[string: \(type)]?\" }"
      }
    }

    /// The member of a row with these values.
    func member(_ name: String, _ values: [Payload]) -> Payload.Member {
      switch self {
      case .single: .init(key: name, value: values[0])
      case .firstValue: .init(key: "\(name)_b", value: values[0])
      case .list: .init(key: name, value: .list(values))
      case .elements:
        .init(
          key: "\(name)_items",
          value: .list(values.flatMap { [.nothing, .object([.init(key: "inner", value: $0)])] }))
      case .dictionary:
        .init(
          key: name,
          value: .object(values.enumerated().map { .init(key: "k\($0)", value: $1) }))
      }
    }
  }

  /// What is wrong with a value.
  private struct Faults {
    /// Whether a part rejects the row.
    var rejects = false
    /// The number of parts that become null.
    var tolerated = 0
  }

  private static let forms = Form.allCases
  private static let types = ["Spot", "Block"]

  private static func schema() throws -> LawSchema {
    let attributes = types.flatMap { type in
      forms.map { $0.attribute(name($0, type), type) }
    }
    return try LawSchema.of(
      """
      swiftsync: 1
      name: Values
      version: 1
      types:
        Spot:
          count: int
          soft: { type: "int?", invalid: null }
          cost: { type: "money?", invalid: null, remote: { minor: cost, currency: currency } }
          within: { type: [Spot], default: [] }
          named: { type: "[string: Spot]", default: {} }
          block: "Block?"
        Block:
          tag: type
          cases:
            picture: { width: int, soft: { type: "int?", invalid: null } }
            spot: { type: Spot, value: the_spot }
            rule: {}
      entities:
        Place:
          attributes:
            id: int
      \(attributes.map { "      \($0)" }.joined(separator: "\n"))
      """)
  }

  private static func name(_ form: Form, _ type: String) -> String {
    "\(form)\(type)".lowercased()
  }

  @Test(arguments: Law.parts) func invalidPartsAreNeverLost(part: Int) throws {
    let schema = try Self.schema()
    for seed in Law.seeds(of: part) {
      var random = Randomness(seed: seed)
      var faults = Faults()
      let type = random.pick(Self.types)
      let form = random.pick(Self.forms)
      let count = form == .single || form == .firstValue ? 1 : random.number(1...3)
      let values = (0..<count).map { _ in Self.value(type, 3, &faults, &random) }
      let row = Payload.object([
        .init(key: "id", value: .scalar("1")), form.member(Self.name(form, type), values),
      ])
      // A row that is always accepted, so that the payload as a whole is.
      let call = Call("Place", .list([row, .object([.init(key: "id", value: .scalar("2"))])]))
      let report = try LawDatabase(schema).apply(call).report
      let tolerated = faults.rejects ? 0 : faults.tolerated
      #expect(report.rejectedCount == (faults.rejects ? 1 : 0), "seed \(seed): \(row)")
      #expect((report.invalidValues?.count ?? 0) == tolerated, "seed \(seed): \(row)")
    }
  }

  // MARK: - Values and what the model says about them

  private static func value(
    _ type: String, _ depth: Int, _ faults: inout Faults, _ random: inout Randomness
  ) -> Payload {
    if random.chance(4) {
      faults.rejects = true
      return random.pick([.scalar("1"), .text("x"), .list([])])
    }
    return type == "Spot" ? spot(depth, &faults, &random) : block(depth, &faults, &random)
  }

  private static func spot(
    _ depth: Int, _ faults: inout Faults, _ random: inout Randomness
  ) -> Payload {
    var spot = Payload.nothing
    addNumber("count", to: &spot, &faults, &random)
    addSoftNumber(to: &spot, &faults, &random)
    addAmount(to: &spot, &faults, &random)
    guard depth > 0 else { return spot }
    if random.chance(30) {
      spot["within"] = .list(
        (0..<random.number(0...2)).map { _ in value("Spot", depth - 1, &faults, &random) })
    }
    if random.chance(30) {
      spot["named"] = .object([
        .init(key: "a", value: value("Spot", depth - 1, &faults, &random))
      ])
    }
    if random.chance(30) { spot["block"] = value("Block", depth - 1, &faults, &random) }
    return spot
  }

  private static func block(
    _ depth: Int, _ faults: inout Faults, _ random: inout Randomness
  ) -> Payload {
    var block = Payload.nothing
    switch random.number(0...9) {
    case 0: faults.rejects = true
    case 1...4:
      block["type"] = .text("picture")
      addNumber("width", to: &block, &faults, &random)
      addSoftNumber(to: &block, &faults, &random)
    case 5...7:
      // The fields of the type are next to the tag.
      block = spot(max(0, depth - 1), &faults, &random)
      block["type"] = .text("the_spot")
    default: block["type"] = .text("rule")
    }
    return block
  }

  /// Adds a number that is required.
  private static func addNumber(
    _ key: String, to object: inout Payload, _ faults: inout Faults, _ random: inout Randomness
  ) {
    switch random.number(0...29) {
    case 0: faults.rejects = true
    case 1:
      faults.rejects = true
      object[key] = .null
    case 2:
      faults.rejects = true
      object[key] = .text("many")
    default: object[key] = .scalar("7")
    }
  }

  private static func addSoftNumber(
    to object: inout Payload, _ faults: inout Faults, _ random: inout Randomness
  ) {
    switch random.number(0...9) {
    case 0...3: return
    case 4...5:
      faults.tolerated += 1
      object["soft"] = .text("many")
    default: object["soft"] = .scalar("7")
    }
  }

  /// Adds an amount, of which one part may be missing or wrong.
  private static func addAmount(
    to object: inout Payload, _ faults: inout Faults, _ random: inout Randomness
  ) {
    switch random.number(0...9) {
    case 0:
      faults.tolerated += 1
      object["cost"] = .scalar("5")
    case 1:
      faults.tolerated += 1
      object["cost"] = .text("much")
      object["currency"] = .text("EUR")
    case 2:
      // An amount that is null has no currency.
      object["cost"] = .null
      object["currency"] = .text("EUR")
    case 3:
      object["cost"] = .scalar("5")
      object["currency"] = .text("EUR")
    default: return
    }
  }
}
