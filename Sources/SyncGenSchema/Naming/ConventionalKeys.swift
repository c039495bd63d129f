/// Distinguishes keys that follow from names and conventions from keys that a schema states.
package struct ConventionalKeys: Sendable {
  private let namer: RemoteNamer

  package init(_ conventions: Conventions) {
    namer = RemoteNamer(conventions)
  }

  /// Whether the key of an attribute in payloads follows from its name.
  package func include(_ attribute: Attribute) -> Bool {
    let name = attribute.name.name
    switch attribute.remote {
    case .paths(let paths):
      let places: [RemoteNamer.Place] = name == "id" ? [.identity, .attribute] : [.attribute]
      return places.contains { place in
        paths == namer.paths(name).map { namer.path($0, in: place) }
      }
    case .firstValue: return false
    case .money(let money):
      let snake = namer.names.snakeCase(name)
      let (amount, currency) = (
        namer.key(name, snake: snake, ending: "minor"),
        namer.key(name, snake: snake, ending: "currency")
      )
      return !money.isMajor && money.amount == namer.path(amount, in: .attribute)
        && money.currency == namer.path(currency, in: .attribute)
    }
  }

  /// Whether the keys of a relationship's ids and objects in payloads follow from its name.
  package func include(_ relation: Relation) -> Bool {
    let name = relation.name.name
    let snake = namer.names.snakeCase(name)
    if namer.envelope == .jsonAPI {
      return relation.remote.ids == namer.paths(name).map(namer.linkage)
    }
    guard relation.remote.objects == namer.paths(name) else { return false }
    switch relation.kind {
    case .toOne(let reference) where reference.isComposite: return true
    case .toOne, .toOneInverse: return relation.remote.ids == namer.id(name, snake: snake)
    case .toMany, .manyToMany:
      let singular = Inflection.singular(snake)
      return relation.remote.ids == namer.ids(name, snake: snake, singular: singular)
    }
  }

  /// The words of a name, e.g. `checklist item` for `ChecklistItem`.
  package func words(_ name: SwiftIdentifier) -> String {
    namer.names.snakeCase(name.name).split(separator: "_").joined(separator: " ")
  }
}
