import TestHelpers

/// A random next version, and what it does to rows: a function of each row, told from the changes
/// that were drawn and not from what the planner makes of them.
struct HistoryStep {
  private(set) var schema: HistorySchema
  private let former: HistorySchema
  /// What happens to the value of an attribute of an entity; the key keeps its value without it.
  private var conversions: [Int: (HistoryRow) -> HistoryValue] = [:]
  /// What takes the place of null afterwards.
  private var fillings: [Int: (HistoryRow) -> HistoryValue] = [:]
  /// The attributes that pushes may or may not still send.
  private(set) var uncertain: Set<Int> = []
  private var addedFields: [HistorySchema.Field] = []
  /// The attributes whose missing addresses are filled, with the place of their entity.
  private var filledAddresses: [(place: Int, key: Int)] = []
  private var nextKey: Int

  init(
    after former: HistorySchema, nextKey: Int, _ random: inout SeededRandom
  ) {
    self.former = former
    self.nextKey = nextKey
    schema = former
    schema.version += 1
    schema.permissions = []
    forgetStatements(&random)
    for _ in 0..<random.number(1...4) { change(&random) }
    fillAddresses()
  }

  var lastKey: Int { nextKey }

  mutating func permit(_ lines: [String]) { schema.permissions = lines }

  // MARK: Rows

  /// The row in the new version.
  func row(_ row: HistoryRow, of key: Int, in rows: [Int: [HistoryRow]]) -> HistoryRow {
    guard let entity = schema.entity(key), let old = former.entity(key) else { return row }
    var new = HistoryRow(id: row.id, values: [:], peer: row.peer)
    for attribute in entity.attributes {
      let kept = row.values[attribute.key].map(withAddedFields) ?? .null
      var value = conversions[attribute.key].map { $0(row) } ?? kept
      if value == .null, let filling = fillings[attribute.key] { value = filling(row) }
      new.values[attribute.key] = value
    }
    if entity.hasForeignKey, !old.hasForeignKey, let peer = row.peer,
      rows[entity.peer]?.contains(where: { $0.id == peer }) != true
    {
      new.peer = nil
    }
    return new
  }

  private func withAddedFields(_ value: HistoryValue) -> HistoryValue {
    guard case .address(var values) = value else { return value }
    for field in addedFields where field.standard != nil { values[field.key] = field.standardValue }
    return .address(values)
  }

  // MARK: Changes

  /// What a step states may stay in the schema afterwards, where it has no effect.
  private mutating func forgetStatements(_ random: inout SeededRandom) {
    for entity in schema.entities.indices {
      if random.chance(50) { schema.entities[entity].renamedFrom = nil }
      for attribute in schema.entities[entity].attributes.indices {
        schema.entities[entity].attributes[attribute].backfill = nil
        if random.chance(50) { schema.entities[entity].attributes[attribute].renamedFrom = nil }
      }
    }
  }

  private mutating func change(_ random: inout SeededRandom) {
    let place = random.below(schema.entities.count)
    switch random.below(12) {
    case 0, 1: rename(in: place, &random)
    case 2, 3: exchange(in: place, &random)
    case 4, 5: add(to: place, &random)
    case 6: drop(from: place, &random)
    case 7, 8: convert(in: place, &random)
    case 9: require(in: place, &random)
    case 10: changeWhole(place, &random)
    default: changeType(&random)
    }
  }

  /// The attributes that have not changed in this step.
  private func untouched(_ place: Int) -> [Int] {
    let old = former.entities[place].attributes
    return schema.entities[place].attributes.indices.filter { index in
      let attribute = schema.entities[place].attributes[index]
      let before = old.first { $0.key == attribute.key }
      return before?.name == attribute.name && before?.kind == attribute.kind
        && before?.isOptional == attribute.isOptional && attribute.backfill == nil
    }
  }

  private func freeName(in place: Int, _ random: inout SeededRandom) -> String? {
    let taken = (schema.entities[place].attributes + former.entities[place].attributes).map(\.name)
    return random.element(
      of: ["a", "b", "c", "d", "e", "f", "g", "h"].filter { !taken.contains($0) })
  }

  /// Whether the former version states the same about a name, so that saying it again is no change.
  private func isStated(_ name: String, from other: String, in place: Int) -> Bool {
    former.entities[place].attributes.contains { $0.name == name && $0.renamedFrom == other }
  }

  private mutating func rename(in place: Int, _ random: inout SeededRandom) {
    guard let index = random.element(of: untouched(place)),
      let name = freeName(in: place, &random),
      !isStated(name, from: schema.entities[place].attributes[index].name, in: place)
    else { return }
    schema.entities[place].attributes[index].renamedFrom =
      schema.entities[place].attributes[index].name
    schema.entities[place].attributes[index].name = name
  }

  private mutating func exchange(in place: Int, _ random: inout SeededRandom) {
    let free = untouched(place)
    guard let first = random.element(of: free) else { return }
    let attributes = schema.entities[place].attributes
    guard
      let second = random.element(
        of: free.filter {
          $0 != first && attributes[$0].kind == attributes[first].kind
            && attributes[$0].renamedFrom == nil && attributes[first].renamedFrom == nil
        })
    else { return }
    let names = [attributes[first].name, attributes[second].name]
    if isStated(names[0], from: names[1], in: place)
      || isStated(names[1], from: names[0], in: place)
    {
      return
    }
    for (index, (name, other)) in [(first, (names[1], names[0])), (second, (names[0], names[1]))] {
      schema.entities[place].attributes[index].name = name
      schema.entities[place].attributes[index].renamedFrom = other
    }
  }

  private mutating func add(to place: Int, _ random: inout SeededRandom) {
    guard let name = freeName(in: place, &random) else { return }
    let kind = random.pick([HistorySchema.Kind.int, .string])
    var attribute = HistorySchema.Attribute(
      key: nextKey, name: name, kind: kind, isOptional: random.chance(60))
    nextKey += 1
    if random.chance(50), let filling = expression(for: kind, in: place, &random) {
      attribute.backfill = filling.sql
      fillings[attribute.key] = filling.value
    } else if !attribute.isOptional {
      attribute.standard = kind == .int ? "7" : "std"
      let value = kind == .int ? HistoryValue.int(7) : .text("std")
      fillings[attribute.key] = { _ in value }
    }
    schema.entities[place].attributes.append(attribute)
  }

  private mutating func drop(from place: Int, _ random: inout SeededRandom) {
    guard schema.entities[place].attributes.count > 3,
      let index = random.element(of: untouched(place))
    else { return }
    schema.entities[place].attributes.remove(at: index)
  }

  /// Another type, whose values follow from the former ones, or from `backfill` in every row.
  private mutating func convert(in place: Int, _ random: inout SeededRandom) {
    guard let index = random.element(of: untouched(place)) else { return }
    var attribute = schema.entities[place].attributes[index]
    let key = attribute.key
    if random.chance(40) {
      let kind = random.pick([HistorySchema.Kind.int, .string].filter { $0 != attribute.kind })
      guard let filling = expression(for: kind, in: place, &random) else { return }
      attribute.kind = kind
      attribute.backfill = filling.sql
      conversions[key] = filling.value
      uncertain.insert(key)
    } else {
      guard let (kind, conversion) = plainConversion(of: attribute.kind) else { return }
      attribute.kind = kind
      conversions[key] = { row in conversion(row.values[key] ?? .null) }
    }
    attribute.standard = nil
    schema.entities[place].attributes[index] = attribute
  }

  private func plainConversion(
    of kind: HistorySchema.Kind
  ) -> (HistorySchema.Kind, (HistoryValue) -> HistoryValue)? {
    let moods = former.moods
    switch kind {
    case .int:
      return (.string, { if case .int(let number) = $0 { .text(String(number)) } else { $0 } })
    case .bool: return (.int, { if case .bool(let flag) = $0 { .int(flag ? 1 : 0) } else { $0 } })
    // Whether the string is the former or the new value of a case is not defined.
    case .mood where schema.moods != moods: return nil
    case .mood: return (.string, { if case .mood(let key) = $0 { .text(moods[key]) } else { $0 } })
    case .string: return (.list, { if case .text(let text) = $0 { .list([text]) } else { $0 } })
    case .list, .address: return nil
    }
  }

  /// A value that becomes required: missing ones are filled.
  private mutating func require(in place: Int, _ random: inout SeededRandom) {
    let optional = untouched(place).filter { schema.entities[place].attributes[$0].isOptional }
    guard let index = random.element(of: optional) else { return }
    var attribute = schema.entities[place].attributes[index]
    attribute.isOptional = random.chance(30)
    uncertain.insert(attribute.key)
    if let filling = filling(for: attribute.kind, in: place, &random) {
      attribute.backfill = filling.sql
      fillings[attribute.key] = filling.value
    } else {
      filledAddresses.append((place, attribute.key))
    }
    schema.entities[place].attributes[index] = attribute
  }

  /// The fields of an address are known when all changes were drawn.
  private mutating func fillAddresses() {
    let values = schema.fields.filter { $0.standard != nil }.map { ($0.key, $0.standardValue) }
    let address = HistoryValue.address(Dictionary(uniqueKeysWithValues: values))
    for (place, key) in filledAddresses {
      let index = schema.entities[place].attributes.firstIndex { $0.key == key }
      guard let index else { continue }
      schema.entities[place].attributes[index].backfill = schema.literal(address)
      fillings[key] = { _ in address }
    }
  }

  private mutating func changeWhole(_ place: Int, _ random: inout SeededRandom) {
    switch random.below(3) {
    case 0:
      let taken = (schema.entities + former.entities).map(\.name)
      let free = ["Alpha", "Beta", "Gamma", "Delta", "Epsilon"].filter { !taken.contains($0) }
      let old = former.entities[place].name
      guard let name = random.element(of: free), schema.entities[place].name == old else { return }
      schema.entities[place].renamedFrom = old
      schema.entities[place].name = name
    case 1: schema.entities[place].hasTextIdentity = true
    default: schema.entities[place].hasForeignKey = true
    }
  }

  /// A change of the enum or of the value type, which rewrites the values of all attributes.
  private mutating func changeType(_ random: inout SeededRandom) {
    let convertsMoods = former.entities.flatMap(\.attributes).contains { attribute in
      attribute.kind == .mood && conversions[attribute.key] != nil
    }
    if random.chance(50), !convertsMoods {
      // 'backfill' fills in the value in between.
      schema.moods[random.pick([0, 2])] += "x"
    } else {
      let standard = random.chance(50) ? "fix" : nil
      let field = HistorySchema.Field(
        key: nextKey, name: "f\(nextKey)", isText: standard != nil || random.chance(50),
        standard: standard)
      nextKey += 1
      schema.fields.append(field)
      addedFields.append(field)
    }
  }

  // MARK: Expressions

  private func filling(
    for kind: HistorySchema.Kind, in place: Int, _ random: inout SeededRandom
  ) -> HistoryExpression? {
    switch kind {
    case .int, .string: return expression(for: kind, in: place, &random)
    case .bool: return HistoryExpression(sql: "1") { _ in .bool(true) }
    case .mood: return HistoryExpression(sql: "'\(schema.moods[1])'") { _ in .mood(1) }
    case .list: return HistoryExpression(sql: "'[]'") { _ in .list([]) }
    case .address: return nil
    }
  }

  /// An expression over the columns of the former version.
  private func expression(
    for kind: HistorySchema.Kind, in place: Int, _ random: inout SeededRandom
  ) -> HistoryExpression? {
    let number = random.below(90)
    let sources = former.entities[place].attributes.filter { $0.kind == kind }
    guard let source = random.element(of: sources) else {
      return kind == .int
        ? HistoryExpression(sql: "\(number)") { _ in .int(number) }
        : HistoryExpression(sql: "'t\(number)'") { _ in .text("t\(number)") }
    }
    let key = source.key
    if kind == .int {
      return HistoryExpression(sql: "coalesce(\(source.name), 0) + \(number)") { row in
        if case .int(let value)? = row.values[key] { .int(value + number) } else { .int(number) }
      }
    }
    return HistoryExpression(sql: "'t\(number)' || coalesce(\(source.name), '')") { row in
      if case .text(let text)? = row.values[key] {
        .text("t\(number)" + text)
      } else {
        .text("t\(number)")
      }
    }
  }
}
