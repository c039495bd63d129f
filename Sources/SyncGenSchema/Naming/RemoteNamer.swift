/// Derives the keys of payloads from Swift names, in the key style of a schema.
package struct RemoteNamer {
  let style: Conventions.RemoteKeys
  let names: NameStyle
  /// The envelope that determines the location of entity members.
  package private(set) var envelope: Conventions.Envelope?

  /// Creates a namer for a schema that is being written.
  package init(
    _ style: Conventions.RemoteKeys, _ names: NameStyle, envelope: Conventions.Envelope? = nil
  ) {
    self.style = style
    self.names = names
    self.envelope = envelope
  }

  init(_ conventions: Conventions) {
    style = conventions.remoteKeys
    names = NameStyle(acronyms: conventions.acronyms)
    envelope = conventions.envelope
  }

  /// The keys under which a name is searched for; the first one is written.
  package func paths(_ name: String) -> [RemotePath] {
    paths(snake: names.snakeCase(name), verbatim: name)
  }

  /// The keys of an id, e.g. `project_id` for `project`.
  package func id(_ relation: String, snake: String) -> [RemotePath] {
    paths(snake: snake + "_id", verbatim: relation + "ID")
  }

  /// The keys of ids, e.g. `watcher_ids` and `watchers_ids` for `watchers`.
  ///
  /// - Parameter singular: The singular of `snake`.
  package func ids(_ relation: String, snake: String, singular: String) -> [RemotePath] {
    let candidates =
      paths(snake: singular + "_ids", verbatim: names.camelCase(singular) + "IDs")
      + paths(snake: snake + "_ids", verbatim: relation + "IDs")
    return candidates.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The keys for a name with an ending, e.g. `budget_minor`; the first one is written.
  func keys(_ name: String, snake: String, ending: String) -> [RemotePath] {
    let verbatim = name + ending.prefix(1).uppercased() + ending.dropFirst()
    return paths(snake: snake + "_" + ending, verbatim: verbatim)
  }

  /// The single key that is written for a name with an ending.
  func key(_ name: String, snake: String, ending: String) -> RemotePath {
    keys(name, snake: snake, ending: ending).first ?? RemotePath([name])
  }

  /// The value of an enum case that does not state one.
  package func value(ofCase name: String) -> String {
    paths(name).first?.dotted ?? name
  }

  /// The keys for a name whose snake-case form is known.
  func paths(snake: String, verbatim: String) -> [RemotePath] {
    switch style {
    case .snakeCase: return [RemotePath([snake])]
    case .camelCase: return [RemotePath([Self.camel(snake)])]
    case .kebabCase: return [RemotePath([snake.split(separator: "_").joined(separator: "-")])]
    case .verbatim: return [RemotePath([verbatim])]
    case .either:
      let camel = Self.camel(snake)
      return camel == snake ? [RemotePath([snake])] : [RemotePath([snake]), RemotePath([camel])]
    }
  }

  /// The words joined, with all but the first capitalized.
  private static func camel(_ snake: String) -> String {
    let parts = snake.split(separator: "_")
    return parts.dropFirst().reduce(String(parts.first ?? "")) {
      $0 + $1.prefix(1).uppercased() + $1.dropFirst()
    }
  }
}
