import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenSchema

/// Finds the parts of a source that a schema already has.
struct SchemaMatch {
  /// The source with the names of the schema.
  private(set) var model: ImportedSchema
  /// The position of the schema's entity by that of the source's.
  private(set) var entities: [Int: Entity] = [:]
  /// The members that the schema lacks, by the position of the source's entity.
  private(set) var newAttributes: [Int: [ImportedAttribute]] = [:]
  private(set) var newRelations: [Int: [ImportedRelation]] = [:]
  private(set) var differences: [ImportRemark] = []

  private let schema: Schema
  private let namer: RemoteNamer
  /// Whether databases of earlier versions may have rows, which lack values for new members.
  private let hasRows: Bool

  init(_ source: ImportedSchema, with schema: Schema, hasRows: Bool = false) {
    self.schema = schema
    self.hasRows = hasRows
    var source = source
    let style = NameStyle(acronyms: schema.conventions.acronyms)
    namer = RemoteNamer(
      schema.conventions.remoteKeys, style, envelope: schema.conventions.envelope)
    source.conventions.acronyms = schema.conventions.acronyms
    source.conventions.remoteKeys = schema.conventions.remoteKeys
    source.conventions.envelope = schema.conventions.envelope
    source.statesDates = !schema.conventions.readsISODates
    model = ImportNamer.named(source, name: schema.name.name)
    matchEntities()
    var taken: [String: Set<String>] = [:]
    for (index, entity) in entities.sorted(by: { $0.key < $1.key }) {
      matchMembers(index, entity, &taken[entity.name.name, default: Self.names(in: entity)])
      noteUnfilledAttributes(index, entity)
    }
  }

  private static func names(in entity: Entity) -> Set<String> {
    Set(entity.attributes.map(\.name.name) + entity.relations.map(\.name.name))
      .union(entity.taggedReferences.map(\.name.name))
  }

  /// Whether the schema has an endpoint with the same method and path.
  func has(_ endpoint: ImportedEndpoint) -> Bool {
    let path = Self.withoutNames(endpoint.path)
    return schema.api?.endpoints.contains { own in
      own.method.rawValue == endpoint.method.rawValue && Self.withoutNames(own.path) == path
    } ?? false
  }

  /// A path whose placeholders have no names.
  private static func withoutNames(_ path: String) -> [Substring] {
    path.split(separator: "{", omittingEmptySubsequences: false).enumerated().map { index, part in
      index == 0 ? part : part.drop { $0 != "}" }
    }
  }

  // MARK: Entities

  private mutating func matchEntities() {
    var names: [String: String] = [:]
    for (index, imported) in model.entities.enumerated() {
      guard let entity = entity(like: imported), !entities.values.contains(where: { $0 === entity })
      else { continue }
      entities[index] = entity
      if entity.name.name != imported.name { names[imported.name] = entity.name.name }
    }
    matchTargets(&names)
    if !names.isEmpty { model.rename(names) }
  }

  /// Replaces the targets of the source's relationships by those of the schema's.
  private mutating func matchTargets(_ names: inout [String: String]) {
    var rest = entities.sorted { $0.key < $1.key }
    while let (index, entity) = rest.popLast() {
      for relation in model.entities[index].relations {
        let paths = paths(relation)
        guard let target = model.entities.firstIndex(where: { $0.name == relation.target }),
          entities[target] == nil,
          let own = entity.relations.first(where: { own in
            (own.remote.ids + own.remote.objects).contains { paths.contains($0.dotted) }
          })
        else { continue }
        let known = schema.entities[own.target.index]
        // It may be the entity of other rows of the source, too, such as those that contain these.
        entities[target] = known
        if known.name.name != relation.target { names[relation.target] = known.name.name }
        rest.append((target, known))
      }
    }
  }

  /// The new entities of which rows can arrive: that of a response, and those to which a
  /// relationship refers that is not one of the schema's with another target.
  func filledEntities() -> Set<Int> {
    let new = Set(model.entities.indices.filter { entities[$0] == nil })
    // Other sources state all their entities, and not only rows that contain others.
    if model.answers.isEmpty || model.answers.contains(where: \.isDocument) { return new }
    let indices = Dictionary(
      new.map { (model.entities[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
    var names = model.answers.map(\.target) + newRelations.values.joined().flatMap(\.targetNames)
    var filled: Set<Int> = []
    while let name = names.popLast() {
      guard let index = indices[name], filled.insert(index).inserted else { continue }
      names += model.entities[index].relations.flatMap(\.targetNames)
    }
    return filled
  }

  private func entity(like imported: ImportedEntity) -> Entity? {
    let plural = Inflection.plural(NameStyle().snakeCase(imported.name))
    if let entity = schema.entities.first(where: {
      $0.name.name == imported.name || $0.wireName == imported.name || $0.table.name == plural
    }) {
      return entity
    }
    let paths = imported.attributes.map { self.paths($0, of: imported) }
    let best = schema.entities.map { entity -> (entity: Entity, shared: Int) in
      let known = Self.paths(of: entity)
      return (entity, paths.count { !known.isDisjoint(with: $0) })
    }.max { $0.shared < $1.shared }
    guard let best, best.shared >= 4, best.shared * 10 >= paths.count * 7 else { return nil }
    return best.entity
  }

  private static func paths(of entity: Entity) -> Set<String> {
    var paths = Set(entity.attributes.flatMap { $0.remote.paths.map(\.dotted) })
    for relation in entity.relations {
      paths.formUnion((relation.remote.ids + relation.remote.objects).map(\.dotted))
    }
    for reference in entity.taggedReferences { paths.formUnion(reference.objects.map(\.dotted)) }
    return paths
  }

  // MARK: Members

  private func paths(_ attribute: ImportedAttribute, of entity: ImportedEntity) -> [String] {
    switch attribute.remote {
    case .paths(let paths): return paths
    case .money(let amount, _, _, _): return [amount]
    case nil: return conventionalPaths(attribute, of: entity)
    }
  }

  private func conventionalPaths(
    _ attribute: ImportedAttribute, of entity: ImportedEntity
  ) -> [String] {
    let place: RemoteNamer.Place = entity.identity == [attribute.name] ? .identity : .attribute
    return namer.paths(attribute.name).map { namer.path($0, in: place).dotted }
  }

  private func paths(_ relation: ImportedRelation) -> [String] {
    if !relation.remote.isEmpty { return relation.remote }
    if namer.envelope == .jsonAPI {
      return namer.paths(relation.name).map { namer.linkage($0).dotted }
    }
    let snake = NameStyle(acronyms: schema.conventions.acronyms).snakeCase(relation.name)
    return (namer.paths(relation.name) + namer.id(relation.name, snake: snake)).map(\.dotted)
  }

  /// - Parameter taken: The names of the entity's members, also of those to be added.
  private mutating func matchMembers(
    _ index: Int, _ entity: Entity, _ taken: inout Set<String>
  ) {
    let known = Self.paths(of: entity)
    let inner = Set(
      known.compactMap { path in path.firstIndex(of: ".").map { String(path[..<$0]) } })
    for attribute in model.entities[index].attributes {
      let paths = paths(attribute, of: model.entities[index])
      if !known.isDisjoint(with: paths) {
        compare(attribute, paths, entity)
      } else if inner.isDisjoint(with: paths) {
        var attribute = attribute
        if Self.names(in: entity).contains(attribute.name) { attribute.name += "Value" }
        if attribute.remote == nil,
          conventionalPaths(attribute, of: model.entities[index]) != paths
        {
          attribute.remote = .paths(paths)
        }
        if taken.insert(attribute.name).inserted {
          if hasRows, !attribute.isOptional, attribute.defaultValue == nil {
            attribute.isOptional = true
            attribute.notes.append(Self.rowsLackIt)
          }
          newAttributes[index, default: []].append(attribute)
        }
      }
    }
    for relation in model.entities[index].relations {
      let paths = paths(relation)
      let isInverse = relation.notes.contains { $0.text.hasPrefix("the inverse of") }
      if !isInverse, noteUnreadRows(of: relation, entity) { continue }
      guard known.isDisjoint(with: paths), inner.isDisjoint(with: paths), !isInverse else {
        continue
      }
      guard taken.insert(relation.name).inserted else {
        differences.append(
          ImportRemark(
            at: entity.place,
            "\(entity.name.name).\(relation.name) is not a relationship to \(relation.target)"))
        continue
      }
      var new = relation
      if hasRows, !new.isToMany, !new.isOptional {
        new.isOptional = true
        new.notes.append(Self.rowsLackIt)
      }
      newRelations[index, default: []].append(new)
    }
  }

  /// Lists required attributes that no row of the source has: a new row would be rejected.
  private mutating func noteUnfilledAttributes(_ index: Int, _ entity: Entity) {
    let imported = model.entities[index]
    let found = Set(
      imported.attributes.flatMap { paths($0, of: imported) } + imported.relations.flatMap(paths))
    for own in entity.attributes
    where own.direction.isImported && !own.isOptional && own.defaultValue == nil {
      let paths = own.remote.paths
      let isFound = paths.contains { path in
        path.keys.indices.contains { found.contains(path.keys[...$0].joined(separator: ".")) }
      }
      guard !isFound, let first = paths.first else { continue }
      differences.append(
        ImportRemark(
          at: "\(own.span.path):\(own.span.line)",
          "\(entity.name.name).\(own.name.name) is required, but rows of the source lack "
            + "'\(first.dotted)'"))
    }
  }

  private static let rowsLackIt: ImportNote =
    "required in the source, but rows of earlier versions lack it"

  /// Records that a relationship of the schema reads only ids where the source has rows, such as
  /// `author_id` where the source has `author`. Returns `false` if there is no such relationship.
  private mutating func noteUnreadRows(
    of relation: ImportedRelation, _ entity: Entity
  ) -> Bool {
    let isGuess = relation.notes.contains { $0.guess == .relation }
    guard namer.envelope != .jsonAPI, !isGuess else { return false }
    let keys =
      relation.remote.isEmpty ? namer.paths(relation.name).map(\.dotted) : relation.remote
    guard let own = ownRelation(withIDOf: keys, relation.isToMany, entity) else { return false }
    let read = (own.remote.ids + own.remote.objects).map(\.dotted)
    guard Set(read).isDisjoint(with: keys) else { return false }
    differences.append(
      ImportRemark(
        at: "\(own.span.path):\(own.span.line)",
        "\(entity.name.name).\(own.name.name) does not read '\(keys.joined(separator: "', '"))'; if "
          + "it has the same rows in the source, add it to 'remote'"))
    return true
  }

  /// The relationship of the schema that reads the ids of the rows under the keys.
  private func ownRelation(
    withIDOf keys: [String], _ isToMany: Bool, _ entity: Entity
  ) -> Relation? {
    let style = NameStyle(acronyms: schema.conventions.acronyms)
    let ids = Set(
      keys.flatMap { key -> [RemotePath] in
        let name = ImportNames.member(key, style)
        let snake = style.snakeCase(name)
        return isToMany
          ? namer.ids(name, snake: snake, singular: Inflection.singular(snake))
          : namer.id(name, snake: snake)
      }.map(\.dotted))
    return entity.relations.first { own in
      !ids.isDisjoint(with: own.remote.ids.map(\.dotted))
    }
  }

  private mutating func compare(_ attribute: ImportedAttribute, _ paths: [String], _ entity: Entity)
  {
    guard
      let own = entity.attributes.first(where: { own in
        own.remote.paths.contains { paths.contains($0.dotted) }
      })
    else { return }
    let place = "\(own.span.path):\(own.span.line)"
    let title = "\(entity.name.name).\(own.name.name)"
    let isShown = attribute.notes.first?.text.hasPrefix("always") != true
    if isShown, let stated = own.type.word, let found = attribute.type.word, stated != found {
      differences.append(
        ImportRemark(at: place, "\(title) is '\(stated)', the source has '\(found)'"))
    }
    if attribute.isOptional, !own.isOptional, own.defaultValue == nil {
      let note = attribute.notes.first?.comment ?? "it is optional"
      differences.append(ImportRemark(at: place, "\(title) is required, in the source: \(note)"))
    }
  }
}

extension ImportedRelation {
  /// The entities to which it refers.
  fileprivate var targetNames: [String] {
    (targets.isEmpty ? [target] : targets.map(\.name)) + (through.map { [$0] } ?? [])
  }
}

extension Entity {
  fileprivate var place: String { "\(span.path):\(span.line)" }
}

extension AttributeType {
  /// The word for a type that sources can also determine, such as `int`; `nil` for types that they
  /// cannot.
  fileprivate var word: String? {
    switch self {
    case .scalar(let type): type.rawValue
    case .array(.scalar(let type)): "[\(type.rawValue)]"
    case .enumeration, .money, .value, .array, .dictionary: nil
    }
  }
}

extension ImportedTypeName {
  fileprivate var word: String? {
    switch self {
    case .scalar(let type): type.rawValue
    case .list(.scalar(let type)): "[\(type.rawValue)]"
    default: nil
    }
  }
}

extension Conventions {
  fileprivate var readsISODates: Bool { remoteDates.isISO }
}

extension ImportedSchema {
  /// Whether attributes state the format of their dates although it is the convention of the
  /// source.
  fileprivate var statesDates: Bool {
    get { conventions.dates.isEmpty }
    set {
      let formats = conventions.dates
      conventions.dates = []
      guard newValue || formats != ["iso8601"], !formats.isEmpty else { return }
      for entity in entities.indices {
        for index in entities[entity].attributes.indices
        where entities[entity].attributes[index].type.isDate
          && entities[entity].attributes[index].dates.isEmpty
        {
          entities[entity].attributes[index].dates = formats
        }
      }
    }
  }

  /// Replaces entity names by those of another schema.
  fileprivate mutating func rename(_ names: [String: String]) {
    for index in entities.indices {
      entities[index].name = names[entities[index].name] ?? entities[index].name
      for relation in entities[index].relations.indices {
        let target = entities[index].relations[relation].target
        entities[index].relations[relation].target = names[target] ?? target
        entities[index].relations[relation].targets = entities[index].relations[relation].targets
          .map {
            .init(names[$0.name] ?? $0.name, $0.value)
          }
      }
    }
    for index in answers.indices {
      answers[index].target = names[answers[index].target] ?? answers[index].target
    }
  }
}
