@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
import SwiftSyncValues
import TestHelpers

/// Writes the rows of a server's state as lists.
struct PayloadMaker {
  /// How lists are written.
  struct Style {
    /// The probability that an optional key is missing, in percent.
    var missing = 30
    /// The maximum depth of nested rows.
    var depth = 2
    /// Whether to-many relationships are written.
    var hasLists = true
    /// The probability that a tombstone has lists, in percent.
    var deadLists = 0
  }

  let state: ServerState
  var style = Style()
  var random: Randomness

  private var schema: LawSchema { state.schema }

  init(_ state: ServerState, seed: Int, _ change: (inout Style) -> Void = { _ in }) {
    self.state = state
    random = Randomness(seed: seed)
    change(&style)
  }

  /// A list for each entity that has rows, in a random order.
  mutating func endpoints() -> [Call] {
    var calls: [Call] = []
    for entity in schema.entities.indices where !state.rows[entity].isEmpty {
      calls.append(Call(schema.entities[entity].name, list(of: entity)) { $0.missingRows = .keep })
    }
    return calls.shuffled(using: &random)
  }

  /// All rows of an entity.
  mutating func list(of entity: Int) -> Payload {
    let rows = state.rows[entity].indices.shuffled(using: &random)
    return .list(rows.map { object(entity, $0, depth: style.depth) })
  }

  /// One row, with the rows to which it is linked.
  ///
  /// - Parameter inverse: The relationship to the enclosing row, which may be left out.
  mutating func object(_ entity: Int, _ row: Int, depth: Int, inverse: Int? = nil) -> Payload {
    var object = Payload.nothing
    write(attributesOf: entity, row, to: &object)
    for index in schema.entities[entity].relations.indices {
      let relation = schema.entities[entity].relations[index]
      guard relation.direction.isPulled else { continue }
      if let reference = relation.reference {
        if index == inverse, random.chance(60) { continue }
        let isLoose = reference.isOptional && index != inverse
        if isLoose, random.chance(style.missing) { continue }
        let parent = state.rows[entity][row].parents[index]
        write(parent, of: relation, depth, to: &object)
      } else if style.hasLists, !isSilent(entity, row), !random.chance(40) {
        writeList(of: relation, row, depth, to: &object)
      }
    }
    return object
  }

  /// Whether a row is a tombstone without lists.
  private mutating func isSilent(_ entity: Int, _ row: Int) -> Bool {
    state.rows[entity][row].isDead && !(style.deadLists > 0 && random.chance(style.deadLists))
  }

  // MARK: - Attributes

  private mutating func write(
    attributesOf entity: Int, _ row: Int, to object: inout Payload
  ) {
    let metadata = schema.entities[entity]
    let stored = state.rows[entity][row]
    let form = pairForm(of: metadata)
    for (index, attribute) in metadata.attributes.enumerated()
    where !attribute.remote.isEmpty && !metadata.isPart(attribute) {
      let isTombstone = index == metadata.sync.tombstone && stored.isDead
      let mayBeMissing = !isTombstone && metadata.mayLeaveOut(attribute)
      if mayBeMissing, form[attribute.column]?.isMissing ?? random.chance(style.missing) {
        continue
      }
      guard attribute.direction.isPulled || random.chance(30) else { continue }
      let key =
        form[attribute.column].map { attribute.remote[min($0.path, attribute.remote.count - 1)] }
        ?? random.pick(attribute.remote)
      object[key] = stored.values[index] ?? .null
      if let currency = attribute.currency {
        let code = stored.currencies[index] ?? .null
        // Of several amounts with one currency, those that are null do not state it.
        guard metadata.sharesCurrency(attribute) else {
          object[currency] = code
          continue
        }
        if code != .null { object[currency] = .text("EUR") }
      }
    }
  }

  /// The form of references to one of several entities, by column: the tag and the id together.
  private mutating func pairForm(
    of metadata: EntityMetadata
  ) -> [Int: (isMissing: Bool, path: Int)] {
    var forms: [Int: (isMissing: Bool, path: Int)] = [:]
    for reference in metadata.taggedReferences {
      let tag = metadata.attributes.first { $0.column == reference.tagColumn }?.remote.first
      let isObject = tag?.contains(".") ?? false
      let form = (
        isMissing: random.chance(style.missing),
        path: style.depth > 0 && !isObject ? random.number(0...1) : 0
      )
      forms[reference.tagColumn] = form
      forms[reference.idColumn] = form
    }
    return forms
  }

  // MARK: - Links

  private mutating func write(
    _ parent: Int?, of relation: RelationMetadata, _ depth: Int, to object: inout Payload
  ) {
    let target = schema.index(of: relation.target)
    if depth > 0, random.chance(30) {
      let key = random.pick(relation.objects)
      object[key] = parent.map { self.object(target, $0, depth: depth - 1) } ?? .null
    } else if schema.entities[target].isScoped {
      object[random.pick(relation.objects)] = parent.map { parts(of: $0, target) } ?? .null
    } else {
      object[random.pick(relation.ids)] = parent.map { id(of: $0, target) } ?? .null
    }
  }

  private func id(of row: Int, _ entity: Int) -> Payload {
    guard let attribute = schema.entities[entity].idAttribute else { return .null }
    return state.rows[entity][row].values[attribute] ?? .null
  }

  /// The identity of a row as an object with its parts.
  private func parts(of row: Int, _ entity: Int) -> Payload {
    let metadata = schema.entities[entity]
    var object = Payload.nothing
    if let attribute = metadata.idAttribute {
      object[metadata.attributes[attribute].remote[0]] =
        state.rows[entity][row].values[attribute] ?? .null
    }
    for (index, relation) in metadata.relations.enumerated() {
      guard let reference = relation.reference, metadata.identity.contains(reference.column),
        let parent = state.rows[entity][row].parents[index]
      else { continue }
      object[relation.ids[0]] = id(of: parent, schema.index(of: relation.target))
    }
    return object
  }

  /// The rows of a list; for a tombstone, which has none left, rows that it may have had.
  private mutating func elements(of relation: RelationMetadata, _ row: Int, _ target: Int) -> [Int]
  {
    let source = schema.entities.firstIndex { $0.relations.contains { $0.name == relation.name } }
    guard let source, state.rows[source].indices.contains(row), state.rows[source][row].isDead
    else {
      return state.list(of: relation, row)
    }
    return state.rows[target].indices.filter { !state.rows[target][$0].isDead && random.chance(50) }
  }

  private mutating func writeList(
    of relation: RelationMetadata, _ row: Int, _ depth: Int, to object: inout Payload
  ) {
    let target = schema.index(of: relation.target)
    let rows = elements(of: relation, row, target)
    let inverse = schema.entities[target].relation(relation.inverse)
    let isNested = depth > 0 && random.chance(50)
    let isMixed = isNested && relation.objects.contains { relation.ids.contains($0) }
    let elements = rows.map { child in
      isNested && !(isMixed && random.chance(30))
        ? self.object(target, child, depth: depth - 1, inverse: inverse) : id(of: child, target)
    }
    let keys = isNested ? relation.objects : relation.ids
    let key = random.pick(isMixed ? keys.filter { relation.ids.contains($0) } : keys)
    if case .toOneInverse = relation.kind {
      object[key] = elements.first ?? .null
    } else {
      object[key] = .list(elements)
    }
  }
}

extension EntityMetadata {
  /// Whether other amounts have the key of an amount's currency.
  fileprivate func sharesCurrency(_ amount: AttributeMetadata) -> Bool {
    attributes.contains {
      $0.isAmount && $0.column != amount.column && $0.currency == amount.currency
    }
  }

  /// Whether a row is complete without the attribute.
  func mayLeaveOut(_ attribute: AttributeMetadata) -> Bool {
    guard !identity.contains(attribute.column) else { return false }
    return attribute.isOptional || !attribute.defaultValues.isEmpty
  }
}
