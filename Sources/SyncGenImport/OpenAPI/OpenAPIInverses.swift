import SwiftSyncValues
import SyncGenSchema

/// Determines which lists and references are the two ends of one relationship.
struct OpenAPIInverses {
  private struct End: Hashable {
    let entity: Int
    let relation: Int
  }

  /// The start and the target of a relationship.
  private struct Way: Hashable {
    let owner: String
    let target: String
  }

  private var schema: ImportedSchema
  private let all: [End]
  private let byWay: [Way: [End]]
  private var pairs: [End: End] = [:]
  /// The reasons for pairs whose names do not match clearly, by both ends.
  private var guesses: [End: String] = [:]

  static func complete(_ schema: inout ImportedSchema) {
    var inverses = OpenAPIInverses(schema)
    inverses.findPairs()
    inverses.state()
    inverses.stateDirections()
    schema = inverses.schema
  }

  private init(_ schema: ImportedSchema) {
    self.schema = schema
    var all: [End] = []
    var byWay: [Way: [End]] = [:]
    for (entity, model) in schema.entities.enumerated() {
      for (index, relation) in model.relations.enumerated() {
        let end = End(entity: entity, relation: index)
        all.append(end)
        byWay[Way(owner: model.name, target: relation.target), default: []].append(end)
      }
    }
    self.all = all
    self.byWay = byWay
  }

  private func relation(_ end: End) -> ImportedRelation {
    schema.entities[end.entity].relations[end.relation]
  }

  /// The relationships back to the entity.
  private func candidates(_ end: End) -> [End] {
    let way = Way(owner: relation(end).target, target: schema.entities[end.entity].name)
    return (byWay[way] ?? []).filter { $0 != end }
  }

  // MARK: Lists

  /// Finds the ends that belong together in both directions: first those with similar names, then
  /// those of two entities without alternatives.
  private mutating func findPairs() {
    let lists = all.filter { relation($0).isToMany }
    let ranked = lists.flatMap { list in
      candidates(list).map { (list: list, other: $0, score: score(list, $0)) }
    }.sorted { $0.score > $1.score }
    for pair in ranked where pair.score > 0 {
      join(pair.list, pair.other, pair.score < Self.sure ? "from the names" : nil)
    }
    for list in lists where pairs[list] == nil {
      let found = candidates(list)
      guard found.count == 1, found[0].entity != list.entity, alternatives(found[0]) == 1 else {
        continue
      }
      join(list, found[0], "the only reference back")
    }
  }

  /// The number of relationships whose inverse an end may be. The inverse of a reference must be a
  /// list.
  private func alternatives(_ end: End) -> Int {
    candidates(end).count { relation(end).isToMany || relation($0).isToMany }
  }

  private mutating func join(_ list: End, _ other: End, _ guess: String?) {
    guard pairs[list] == nil, pairs[other] == nil else { return }
    pairs[list] = other
    pairs[other] = list
    guesses[list] = guess
    guesses[other] = guess
  }

  private mutating func state() {
    for end in all where relation(end).isToMany {
      guard let other = pairs[end] else {
        schema.entities[end.entity].relations[end.relation].inverse = .none
        continue
      }
      // One of two lists states the other as its inverse.
      let isFirst = (end.entity, end.relation) < (other.entity, other.relation)
      if !relation(other).isToMany || isFirst {
        schema.entities[end.entity].relations[end.relation].inverse = .named(relation(other).name)
        if let guess = guesses[end] {
          schema.entities[end.entity].relations[end.relation].notes.append(
            .guessed(.inverse, guess))
        }
      }
    }
  }

  /// Partial lists of shared rows are only imported: the rows of a page must not be pushed as the
  /// whole list.
  private mutating func stateDirections() {
    for end in all where relation(end).partial != nil {
      if let other = pairs[end], !relation(other).isToMany { continue }
      schema.entities[end.entity].relations[end.relation].direction = .pull
    }
  }

  /// A score for how well the names of a list and of a relationship back to its entity match:
  /// `tasks` and `project`, `assigned_tasks` and `assignee`.
  private func score(_ list: End, _ other: End) -> Int {
    let (name, back) = (Self.words(relation(list).name), Self.words(relation(other).name))
    let same = Self.common(name, back)
    if list.entity == other.entity { return OppositeNames.areOpposite(name, back) ? 100 : 0 }
    let owner = Self.words(schema.entities[list.entity].name)
    let child = Inflection.plural(Self.words(schema.entities[other.entity].name))
    if relation(other).isToMany {
      return Self.areSame(name, child) && Self.areSame(back, Inflection.plural(owner)) ? 80 : same
    }
    return Self.areSame(back, owner) && Self.areSame(name, child) ? 90 : same
  }

  /// The score from which names determine an inverse.
  private static let sure = 80

  /// The number of equal letters at the start; 0 if there are few.
  private static func common(_ first: String, _ second: String) -> Int {
    let count = zip(first.utf8, second.utf8).prefix { $0 == $1 }.count
    return count >= 4 ? count : 0
  }

  /// Whether names differ only in how their words are separated: `subtasks` and `sub_tasks`.
  private static func areSame(_ one: String, _ other: String) -> Bool {
    one.filter { $0 != "_" } == other.filter { $0 != "_" }
  }

  private static func words(_ name: String) -> String { ImportNames.snake(name, NameStyle()) }
}
