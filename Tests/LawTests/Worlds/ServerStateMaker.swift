@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
import TestHelpers

/// Creates random states of a server.
struct ServerStateMaker {
  private static let rowCount = 4

  private let schema: LawSchema
  private let values: ValueMaker
  private var state: ServerState
  private var random: Randomness

  /// A random state.
  static func state(_ schema: LawSchema, seed: Int) -> ServerState {
    var maker = ServerStateMaker(schema, seed: seed)
    return maker.finished()
  }

  private init(_ schema: LawSchema, seed: Int) {
    self.schema = schema
    values = ValueMaker(isLenient: !schema.metadata.isStrict)
    state = ServerState(schema: schema, rows: schema.entities.map { _ in [] })
    random = Randomness(seed: seed)
  }

  private mutating func finished() -> ServerState {
    for entity in schema.entities.indices where !isThrough(entity) { addRows(of: entity) }
    linkMembers()
    // A row with a required reference exists only if its target exists.
    for _ in 0...schema.entities.count {
      for entity in schema.entities.indices { linkParents(of: entity) }
    }
    addThroughRows()
    pointToAny()
    return state
  }

  /// The same rows with the same links, but with other values.
  static func earlier(_ state: ServerState, seed: Int) -> ServerState {
    var maker = ServerStateMaker(state.schema, seed: seed)
    maker.state = state
    for (entity, rows) in state.rows.enumerated() {
      for row in rows.indices {
        maker.state.rows[entity][row].isDead = false
        maker.fill(row, of: entity)
        guard let clock = state.schema.entities[entity].sync.clock else { continue }
        let type = state.schema.entities[entity].attributes[clock].type
        maker.state.rows[entity][row].values[clock] = ValueMaker.earliest(of: type)
      }
    }
    return maker.state
  }

  private func isThrough(_ entity: Int) -> Bool {
    schema.metadata.joinTables.contains { $0.through == schema.entities[entity].name }
  }

  // MARK: - Rows

  private mutating func addRows(of entity: Int) {
    let isMortal = schema.entities[entity].sync.tombstone != nil
    for number in 0..<Self.rowCount where random.chance(70) {
      var row = ServerState.Row(number: number)
      row.place = random.number(0...1000)
      row.isDead = isMortal && random.chance(15)
      state.rows[entity].append(row)
      fill(state.rows[entity].count - 1, of: entity)
    }
  }

  private mutating func fill(_ row: Int, of entity: Int) {
    let metadata = schema.entities[entity]
    let sync = metadata.sync
    for (index, attribute) in metadata.attributes.enumerated()
    where !metadata.isPart(attribute) && !metadata.isTagged(attribute) {
      var value = values.value(of: attribute.type, &random)
      let isUnique = metadata.uniques.contains { $0.contains(attribute.column) }
      if metadata.identity.contains(attribute.column) {
        value = identity(of: attribute.type, state.rows[entity][row].number)
      } else if index == sync.tombstone {
        if !state.rows[entity][row].isDead { value = .null }
      } else if attribute.isOptional,
        random.chance(20) || (isUnique && isTaken(value, index, entity))
      {
        value = .null
      }
      state.rows[entity][row].values[index] = value
      guard attribute.type == .money else { continue }
      let isNull = attribute.isOptional && random.chance(20)
      let money = isNull ? (.null, .null) : values.money(&random)
      state.rows[entity][row].values[index] = money.minor
      state.rows[entity][row].currencies[index] = money.currency
    }
  }

  private func isTaken(_ value: Payload, _ attribute: Int, _ entity: Int) -> Bool {
    state.rows[entity].contains { row in
      // Equal values may have two spellings.
      row.values[attribute].map { Self.spelling($0) == Self.spelling(value) } ?? false
    }
  }

  private static func spelling(_ value: Payload) -> String {
    value.description.lowercased().filter { $0 != "\"" }
  }

  private mutating func identity(of type: ValueType, _ number: Int) -> Payload {
    switch type {
    case .int: .scalar("\(number)")
    case .uuid: values.uuid(number, &random)
    default: .text("r\(number)")
    }
  }

  // MARK: - Links

  private mutating func linkParents(of entity: Int) {
    guard !isThrough(entity) else { return }
    var kept: [ServerState.Row] = []
    var moved: [Int: Int] = [:]
    for (position, var row) in state.rows[entity].enumerated() {
      guard link(&row, of: entity, kept) else { continue }
      moved[position] = kept.count
      kept.append(row)
    }
    guard kept.count < state.rows[entity].count else { return state.rows[entity] = kept }
    state.rows[entity] = kept
    renumber(entity, moved)
  }

  /// Gives a row its parents, and returns whether it has all that it requires.
  private mutating func link(
    _ row: inout ServerState.Row, of entity: Int, _ others: [ServerState.Row]
  ) -> Bool {
    for (index, relation) in schema.entities[entity].relations.enumerated() {
      guard let reference = relation.reference else { continue }
      let target = schema.index(of: relation.target)
      if let parent = row.parents[index], state.rows[target].indices.contains(parent) { continue }
      row.parents[index] = nil
      let live = state.rows[target].indices.filter { candidate in
        let isTaken = (others + state.rows[entity]).contains { $0.parents[index] == candidate }
        return !state.rows[target][candidate].isDead && !(reference.isOneToOne && isTaken)
      }
      if live.isEmpty || (reference.isOptional && random.chance(30)) {
        if !reference.isOptional { return false }
      } else {
        row.parents[index] = random.pick(live)
      }
    }
    return true
  }

  /// Updates the links to rows of an entity whose positions have changed.
  private mutating func renumber(_ target: Int, _ moved: [Int: Int]) {
    for (entity, metadata) in schema.entities.enumerated() {
      for (index, relation) in metadata.relations.enumerated()
      where relation.reference != nil && schema.index(of: relation.target) == target {
        for row in state.rows[entity].indices {
          state.rows[entity][row].parents[index] =
            state.rows[entity][row].parents[index].flatMap { moved[$0] }
        }
      }
    }
    for table in schema.metadata.joinTables {
      let (isLeft, isRight) = (
        schema.index(of: table.leftEntity) == target, schema.index(of: table.rightEntity) == target
      )
      state.members[table.name] = state.members[table.name]?.compactMap { pair in
        guard let left = isLeft ? moved[pair.left] : pair.left,
          let right = isRight ? moved[pair.right] : pair.right
        else { return nil }
        return ServerState.Membership(left: left, right: right)
      }
    }
  }
}

extension ServerStateMaker {
  /// Gives rows references to rows of one of several entities, some of a type that the schema does
  /// not have.
  private mutating func pointToAny() {
    for (entity, metadata) in schema.entities.enumerated() {
      for reference in metadata.taggedReferences {
        guard let tag = metadata.attribute(at: reference.tagColumn),
          let id = metadata.attribute(at: reference.idColumn)
        else { continue }
        for row in state.rows[entity].indices {
          let end = end(of: reference, typed: metadata.attributes[id].type)
          state.rows[entity][row].values[tag] = end?.tag ?? .null
          state.rows[entity][row].values[id] = end?.id ?? .null
        }
      }
    }
  }

  private mutating func end(
    of reference: TaggedReferenceMetadata, typed type: ValueType
  ) -> (tag: Payload, id: Payload)? {
    if random.chance(30) { return nil }
    if random.chance(20) { return (.text("stranger"), strangerID(random.number(0...9), type)) }
    let target = random.pick(reference.targets)
    let entity = schema.index(of: target.entity)
    guard let attribute = schema.entities[entity].idAttribute else { return nil }
    let rows = live(entity)
    guard !rows.isEmpty else { return nil }
    return state.rows[entity][random.pick(rows)].values[attribute].map { (.text(target.tag), $0) }
  }

  /// The id of a row of a type that the schema does not have; it may have another type than the ids
  /// of the targets.
  private mutating func strangerID(_ number: Int, _ type: ValueType) -> Payload {
    let others = ["p-9", "007", "1.50", "18446744073709551616"]
    return number < others.count ? .text(others[number]) : identity(of: type, number)
  }

  private mutating func linkMembers() {
    for table in schema.metadata.joinTables {
      let left = live(schema.index(of: table.leftEntity))
      let right = live(schema.index(of: table.rightEntity))
      var pairs: Set<ServerState.Membership> = []
      var list: [ServerState.Membership] = []
      for one in left {
        for _ in 0..<random.number(0...2) where !right.isEmpty {
          let pair = ServerState.Membership(left: one, right: random.pick(right))
          if pairs.insert(pair).inserted { list.append(pair) }
        }
      }
      state.members[table.name] = list
    }
  }

  /// The rows of entities that are join tables.
  private mutating func addThroughRows() {
    for table in schema.metadata.joinTables {
      guard let name = table.through else { continue }
      let entity = schema.index(of: name)
      let relations = schema.entities[entity].relations
      for (number, pair) in (state.members[table.name] ?? []).enumerated() {
        var row = ServerState.Row(number: number)
        row.parents[relations.firstIndex { $0.target == table.leftEntity } ?? 0] = pair.left
        row.parents[relations.firstIndex { $0.target == table.rightEntity } ?? 1] = pair.right
        state.rows[entity].append(row)
        fill(number, of: entity)
      }
    }
  }

  private func live(_ entity: Int) -> [Int] {
    state.rows[entity].indices.filter { !state.rows[entity][$0].isDead }
  }
}

extension EntityMetadata {
  /// The position of the attribute whose first column is `column`.
  fileprivate func attribute(at column: Int) -> Int? {
    attributes.firstIndex { $0.column == column }
  }
}
