@_spi(Generated) import SwiftSyncRuntime
import TestHelpers

/// Random schemas, states and calls, all derived from one seed.
enum World {
  /// A filled database and an arbitrary call: parts of two states, damaged.
  static func messy(_ seed: Int) throws -> Trial {
    var random = Randomness(seed: seed)
    let isContradictory = random.chance(40)
    let faults = random.pick([0, 1, 2, 5])
    // Deferred rows are applied after the rest of the payload, so contradictory statements about a
    // row may have another result when they are repeated.
    let isOrderly = faults == 0 && !isContradictory
    let waiting: SchemaFeatures = isOrderly ? [] : [.foreignKey, .uniques]
    let schema = try LawSchema.random(seed: seed / 4, SchemaFeatures.all.subtracting(waiting))
    let before = state(schema, &random)
    var setup: [Call] = []
    if random.chance(85) {
      var maker = PayloadMaker(before, seed: seed) { $0.missing = 10 }
      setup = maker.endpoints()
    }
    let after = random.chance(70) ? state(schema, &random) : before
    let entity = random.number(0...schema.entities.count - 1)
    // A tombstone with a list contradicts the other statements about the rows in the list.
    var maker = PayloadMaker(after, seed: seed + 1) { $0.deadLists = isContradictory ? 50 : 0 }
    var payload = maker.list(of: entity)
    if isContradictory, random.chance(60) {
      var other = PayloadMaker(before, seed: seed + 2)
      payload = .list(payload.elements + other.list(of: entity).elements)
    }
    var disorder = Disorder(random: random, repeats: isContradictory)
    payload = disorder.stir(payload, times: faults)
    let options = options(for: schema.entities[entity], &random)
    let call = Call(schema.entities[entity].name, payload) { $0 = options }
    return Trial(
      schema: schema, setup: setup, calls: [call], seed: seed, isContradictory: isContradictory,
      isOrderly: isOrderly)
  }

  /// The endpoints of one state of a server, for a database that is empty or has an earlier state.
  static func consistent(_ seed: Int, _ features: SchemaFeatures) throws -> Trial {
    let schema = try LawSchema.random(seed: seed / 4, features)
    var random = Randomness(seed: seed)
    let now = state(schema, &random)
    var setup: [Call] = []
    if random.chance(50) {
      let before = ServerStateMaker.earlier(now, seed: seed)
      var maker = PayloadMaker(before, seed: seed) { $0.missing = 10 }
      setup = maker.endpoints()
    }
    var maker = PayloadMaker(now, seed: seed + 1)
    var calls = maker.endpoints()
    if random.chance(50) { calls += maker.endpoints() }
    return Trial(schema: schema, setup: setup, calls: calls, seed: seed)
  }

  /// A filled database and flat rows of another state, with most of their keys missing.
  static func sparse(_ seed: Int) throws -> Trial {
    var random = Randomness(seed: seed)
    // One-to-one links that move, tombstones, and objects that name a row change values that the
    // payload does not mention.
    let features = SchemaFeatures.all.subtracting([.oneToOne, .tombstone, .composite])
    let schema = try LawSchema.random(seed: seed / 4, features)
    var before = PayloadMaker(state(schema, &random), seed: seed) { $0.missing = 10 }
    var after = PayloadMaker(state(schema, &random), seed: seed + 1) {
      $0.missing = 60
      $0.depth = 0
      $0.hasLists = false
    }
    return Trial(schema: schema, setup: before.endpoints(), calls: after.endpoints(), seed: seed)
  }

  private static func state(_ schema: LawSchema, _ random: inout Randomness) -> ServerState {
    ServerStateMaker.state(schema, seed: random.number(0...1 << 40))
  }

  private static func options(
    for entity: EntityMetadata, _ random: inout Randomness
  ) -> ApplyOptions {
    var options = ApplyOptions()
    options.missingRows = random.chance(40) ? .keep : .delete
    if random.chance(15) { options.operations = .init(rawValue: random.number(1...7)) }
    if random.chance(15) {
      options.relationOperations = .init(rawValue: random.number(0...7))
    }
    let parents = entity.relations.filter { $0.reference?.parts.isEmpty ?? false }
    if random.chance(15), !parents.isEmpty {
      let relation = random.pick(parents)
      options.scope = .parent(relation: relation.name, id: id(of: relation, &random))
    }
    return options
  }

  private static func id(of relation: RelationMetadata, _ random: inout Randomness) -> String {
    let number = random.number(0...3)
    switch relation.reference?.type {
    case .int: return "\(number)"
    case .uuid: return "a0000000-0000-4000-8000-00000000000\(number)"
    default: return "r\(number)"
    }
  }
}
