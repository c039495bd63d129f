import TestHelpers

/// The rows of all entities by the keys of the entities, their pending changes and their tags, as a
/// database of the version should have them.
struct HistoryState {
  struct RowKey: Hashable {
    let entity: Int
    let id: Int
  }

  var rows: [Int: [HistoryRow]] = [:]
  /// The attributes that a push will send, by their keys; `HistoryState.peer` is the reference.
  var pending: [RowKey: Set<Int>] = [:]
  var tags: [RowKey: String] = [:]
  /// The attributes for which it is not defined whether they are pending.
  var uncertain: Set<Int> = []

  static let peer = -1

  /// The state after a step.
  func after(_ step: HistoryStep) -> HistoryState {
    var state = self
    state.uncertain.formUnion(step.uncertain)
    for (entity, rows) in self.rows {
      state.rows[entity] = rows.map { step.row($0, of: entity, in: self.rows) }
      let kept = Set((step.schema.entity(entity)?.attributes.map(\.key) ?? []) + [Self.peer])
      for (before, row) in zip(rows, state.rows[entity] ?? []) {
        let key = RowKey(entity: entity, id: row.id)
        state.pending[key]?.formIntersection(kept)
        // A reference to a row that is not stored was removed by the step, not by the user.
        if before.peer != row.peer { state.pending[key]?.remove(Self.peer) }
      }
    }
    return state
  }
}

/// A random history: the first version, and the steps to all others.
struct History {
  let first: HistorySchema
  private(set) var steps: [HistoryStep] = []
  private var nextKey: Int

  init(_ random: inout SeededRandom) {
    var key = 10
    let kinds = HistorySchema.Kind.allCases
    let entities = (0..<2).map { number in
      let attributes = (0..<random.number(4...6)).map { index in
        key += 1
        return HistorySchema.Attribute(
          key: key, name: ["a", "b", "c", "d", "e", "f"][index],
          kind: index < 2 ? .string : random.pick(kinds), isOptional: index > 0 && random.chance(60)
        )
      }
      return HistorySchema.Entity(
        key: number, name: ["Alpha", "Beta"][number], attributes: attributes,
        peer: random.below(2))
    }
    first = HistorySchema(
      entities: entities,
      fields: [
        .init(key: 1, name: "street", isText: true, standard: nil),
        .init(key: 2, name: "number", isText: false, standard: nil),
      ], moods: ["calm", "mad", "odd"])
    nextKey = key + 1
  }

  var last: HistorySchema { steps.last?.schema ?? first }

  /// A random step after the last version. It is not yet a part of the history.
  func nextStep(_ random: inout SeededRandom) -> HistoryStep {
    HistoryStep(after: last, nextKey: nextKey, &random)
  }

  mutating func add(_ step: HistoryStep) {
    nextKey = step.lastKey
    steps.append(step)
  }
}
