import SwiftSyncValues
import SyncGenSchema

/// Searches values of a sample row with which it meets the SQL condition of its entity. It tries
/// the values that the condition names and those next to them.
struct CorrectionSearch {
  typealias Values = [Int: StatedValue]

  private static let mostTries = 100
  private static let longestText = 1_000

  let names: SwiftNames
  let id: EntityID
  let number: Int?
  /// What the condition consists of.
  private let tokens: [SQLToken]

  init(names: SwiftNames, id: EntityID, number: Int?, check: String) {
    self.names = names
    self.id = id
    self.number = number
    tokens = SQLToken.tokens(of: check)
  }

  private var entity: Entity { names.schema[id] }

  /// The first values that fit, none if the row needs none; `nil` if no values fit.
  ///
  /// - Parameter known: Values that fit a similar row.
  func first(after known: Values, _ fits: (Values) -> Bool) -> Values? {
    if fits([:]) { return [:] }
    let known = known.filter { !fixed.contains($0.key) }
    if !known.isEmpty, fits(known) { return known }
    let choices = attributes.map { ($0, candidates(for: entity.attributes[$0])) }
    // Most conditions are about one attribute.
    for (index, values) in choices {
      for value in values where fits([index: value]) { return [index: value] }
    }
    return combinations(of: choices).first(where: fits)
  }

  /// The attributes whose columns the condition names, except those that are fixed.
  private var attributes: [Int] {
    let words = Set(tokens.filter(\.isName).map { $0.text.lowercased() })
    let named = entity.columns.filter { words.contains($0.name.name.lowercased()) }
    let indices = named.compactMap { column -> Int? in
      switch column.source {
      case .attribute(let index), .moneyMinor(let index), .moneyCurrency(let index): index
      case .reference, .position: nil
      }
    }
    return Set(indices).subtracting(fixed).sorted()
  }

  /// The attributes that must differ among several rows.
  private var fixed: Set<Int> {
    if number == nil { return [] }
    let parts = entity.identity.parts.compactMap { part -> Int? in
      if case .attribute(let index) = part { index } else { nil }
    }
    let columns = entity.indexes.filter(\.isUnique).flatMap(\.columns)
    return columns.reduce(into: Set(parts)) { found, column in
      if case .attribute(let index) = entity.columns[column].source { found.insert(index) }
    }
  }

  /// The combinations of values of several attributes, up to a limit.
  private func combinations(of choices: [(Int, [StatedValue])]) -> [Values] {
    guard choices.count > 1 else { return [] }
    return choices.reduce([[:]]) { known, choice in
      Array(
        choice.1.lazy.flatMap { value in
          known.lazy.map { $0.merging([choice.0: value]) { _, new in new } }
        }.prefix(Self.mostTries))
    }
  }

  // MARK: Candidates

  private func candidates(for attribute: Attribute) -> [StatedValue] {
    var values = literals(for: attribute).filter { attribute.scalar?.accepts($0) ?? true }
    // Other samples, for conditions that compare two columns.
    values += (1...3).compactMap {
      PayloadSample(schema: names.schema, number: $0).value(
        of: attribute, name: attribute.name.name)
    }
    let candidates = values.map { StatedValue($0) } + (attribute.isOptional ? [.null] : [])
    var known: Set<StatedValue> = []
    return candidates.filter { known.insert($0).inserted }
  }

  private func literals(for attribute: Attribute) -> [ConstantValue] {
    switch attribute.type {
    case .scalar(.string): texts(attribute.name.name).map { .string($0) }
    case .scalar(.int): integers.map { .int($0) }
    case .money:
      if case .money(let money) = attribute.remote { integers.map(money.constant) } else { [] }
    case .scalar(.double): decimals.map { .double($0) }
    case .scalar(.decimal):
      decimals.compactMap { NumberText.canonicalDecimal("\($0)").map { .decimal($0) } }
    case .scalar(.bool): [.bool(true), .bool(false)]
    case .enumeration(let id): names.schema[id].cases.indices.map { .enumCase(id, index: $0) }
    case .scalar, .value, .array, .dictionary: []
    }
  }

  private var numbers: [Double] {
    tokens.filter { $0.kind == .number }.compactMap { Double($0.text) }
  }

  private var integers: [Int64] {
    numbers.compactMap { Int64(exactly: $0.rounded()) }
      .flatMap { [$0, $0 &+ 1, $0 &- 1, 0 &- $0] }
  }

  private var decimals: [Double] {
    numbers.flatMap { [$0, $0 + 0.5, $0 - 0.5, -$0] }
  }

  /// The strings of the condition, and strings that are as long as its numbers.
  private func texts(_ name: String) -> [String] {
    let lengths = numbers.compactMap { Int(exactly: $0.rounded()) }
      .flatMap { [$0, $0 + 1, $0 - 1] }.filter { (1...Self.longestText).contains($0) }
    let repeated = lengths.map { length in
      String(String(repeating: name, count: length / max(1, name.count) + 1).prefix(length))
    }
    let stated = tokens.filter { $0.kind == .text }.map(\.text)
    let patterns = stated.map { text in
      String(text.compactMap { $0 == "%" || $0 == "*" ? nil : $0 == "_" || $0 == "?" ? "a" : $0 })
    }
    return stated + patterns + repeated
  }
}
