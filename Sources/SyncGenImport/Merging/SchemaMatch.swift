import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenSchema

/// Finds the parts of a source that a schema already has.
struct SchemaMatch {
  /// The source with the names of the schema.
  var model: ImportedSchema
  /// The position of the schema's entity by that of the source's.
  var entities: [Int: Entity] = [:]
  /// The members that the schema lacks, by the position of the source's entity.
  private(set) var newAttributes: [Int: [ImportedAttribute]] = [:]
  private(set) var newRelations: [Int: [ImportedRelation]] = [:]
  var differences: [ImportDifference] = []
  /// The source with the names of the schema language, before its entities got those of the schema.
  let unrenamed: ImportedSchema
  /// Whether the source has no keys of payloads, so that columns and names also show which members
  /// correspond.
  let isUnkeyed: Bool

  let schema: Schema
  let comments: SchemaComments
  private let entityNames: Set<String>
  /// The enums and types of the schema by their names, which no entity can have.
  let typeSpans: [String: SourceSpan]
  private let namer: RemoteNamer
  /// Whether databases of earlier versions may have rows, which lack values for new members.
  private let hasRows: Bool
  /// The names of the schema's entities that have a counterpart.
  var taken: Set<String> = []

  init(
    _ source: ImportedSchema, with schema: Schema, _ comments: SchemaComments, hasRows: Bool = false
  ) {
    self.schema = schema
    self.comments = comments
    entityNames = Set(schema.entities.map(\.name.name))
    typeSpans = schema.typeSpans
    self.hasRows = hasRows
    var source = source
    let style = NameStyle(acronyms: schema.conventions.acronyms)
    namer = RemoteNamer(
      schema.conventions.remoteKeys, style, envelope: schema.conventions.envelope)
    source.conventions.acronyms = schema.conventions.acronyms
    source.conventions.remoteKeys = schema.conventions.remoteKeys
    source.conventions.envelope = schema.conventions.envelope
    source.statesDates = !schema.conventions.readsISODates
    isUnkeyed = source.isUnkeyed
    model = ImportNamer.named(source, name: schema.name.name)
    unrenamed = model
    matchEntities()
    var taken: [String: Set<String>] = [:]
    for (index, entity) in entities.sorted(by: { $0.key < $1.key }) {
      matchMembers(index, entity, &taken[entity.name.name, default: Self.names(in: entity)])
    }
  }

  private static func names(in entity: Entity) -> Set<String> {
    Set(entity.attributes.map(\.name.name) + entity.relations.map(\.name.name))
      .union(entity.taggedReferences.map(\.name.name))
  }

  // MARK: Members

  static func paths(of entity: Entity) -> Set<String> {
    var paths = Set(entity.attributes.flatMap { $0.remote.paths.map(\.dotted) })
    for relation in entity.relations {
      paths.formUnion((relation.remote.ids + relation.remote.objects).map(\.dotted))
    }
    for reference in entity.taggedReferences { paths.formUnion(reference.objects.map(\.dotted)) }
    return paths
  }

  func paths(_ attribute: ImportedAttribute, of entity: ImportedEntity) -> [String] {
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

  func paths(_ relation: ImportedRelation) -> [String] {
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
      let isKnown =
        !known.isDisjoint(with: paths) || isUnkeyed && entity.hasMember(like: attribute)
        || paths.contains(where: entity.ignores)
      if !isKnown, inner.isDisjoint(with: paths), !isLeftOut(attribute.name, paths, of: entity) {
        var attribute = attribute
        if Self.names(in: entity).contains(attribute.name) { attribute.name += "Value" }
        if attribute.remote == nil,
          conventionalPaths(attribute, of: model.entities[index]) != paths
        {
          attribute.remote = .paths(paths)
        }
        if taken.insert(attribute.name).inserted {
          newAttributes[index, default: []].append(
            hasRows ? attribute.forExistingRows : attribute)
        }
      }
    }
    for relation in model.entities[index].relations {
      let paths = paths(relation)
      let isInverse = relation.notes.contains { $0.text.hasPrefix("the inverse of") }
      if !isInverse, noteUnreadRows(of: relation, entity, index) { continue }
      guard known.isDisjoint(with: paths), inner.isDisjoint(with: paths), !isInverse,
        !isUnkeyed || !entity.hasMember(like: relation), !paths.contains(where: entity.ignores),
        !isLeftOut(relation.name, paths, of: entity), !isLeftOut(relation)
      else { continue }
      guard taken.insert(relation.name).inserted else {
        note(
          relation, of: index, entity.span, "\(entity.name.name).\(relation.name)",
          "is not a relationship to \(relation.target)")
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

  static let rowsLackIt: ImportNote =
    "required in the source, but rows of earlier versions lack it"

  /// Records that a relationship of the schema reads only ids where the source has rows, such as
  /// `author_id` where the source has `author`. Returns `false` if there is no such relationship.
  private mutating func noteUnreadRows(
    of relation: ImportedRelation, _ entity: Entity, _ index: Int
  ) -> Bool {
    let isGuess = relation.notes.contains { $0.guess == .relation }
    guard namer.envelope != .jsonAPI, !isGuess else { return false }
    let keys =
      relation.remote.isEmpty ? namer.paths(relation.name).map(\.dotted) : relation.remote
    guard let own = ownRelation(withIDOf: keys, relation.isToMany, entity) else { return false }
    let read = (own.remote.ids + own.remote.objects).map(\.dotted)
    guard Set(read).isDisjoint(with: keys) else { return false }
    note(
      relation, of: index, own.span, "\(entity.name.name).\(own.name.name)",
      "does not read '\(keys.joined(separator: "', '"))'; if it has the same rows in the source, add "
        + "it to 'remote'")
    return true
  }

  private mutating func note(
    _ relation: ImportedRelation, of index: Int, _ span: SourceSpan, _ name: String,
    _ phrase: String
  ) {
    guard !comments.accepts(span) else { return }
    differences.append(
      ImportDifference(
        kind: .relationship, name: name, path: span.path, line: span.line,
        source: relation.place ?? model.entities[index].place,
        message: "\(name) \(phrase)"))
  }

  /// Forgets new members that an import would leave out, too, because the compiler refuses them.
  ///
  /// - Parameter written: The model that an import would write.
  mutating func dropRefused(by written: ImportedSchema) {
    let kept = Dictionary(
      written.entities.map { ($0.name, $0.memberNames) }, uniquingKeysWith: { first, _ in first })
    for index in entities.keys {
      let entity = unrenamed.entities[index]
      let refused = entity.memberNames.subtracting(kept[entity.name] ?? [])
      guard !refused.isEmpty else { continue }
      newAttributes[index]?.removeAll { refused.contains($0.name) }
      newRelations[index]?.removeAll { refused.contains($0.name) }
    }
  }

  // MARK: Left out on purpose

  private func isLeftOut(_ name: String, _ paths: [String], of entity: Entity) -> Bool {
    ([name] + paths).contains { comments.leavesOut("\(entity.name.name).\($0)") }
  }

  /// Whether the schema has no entity for the rows of a relationship and gets none.
  func isLeftOut(_ relation: ImportedRelation) -> Bool {
    relation.targetNames.contains {
      !entityNames.contains($0) && (comments.leavesOut($0) || typeSpans[$0] != nil)
    }
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
}

extension ImportedEntity {
  fileprivate var memberNames: Set<String> {
    Set(attributes.map(\.name) + relations.map(\.name))
  }
}

extension ImportedAttribute {
  /// The attribute for rows of earlier versions, which lack it.
  var forExistingRows: ImportedAttribute {
    guard !isOptional, defaultValue == nil else { return self }
    var attribute = self
    attribute.isOptional = true
    attribute.notes.append(SchemaMatch.rowsLackIt)
    return attribute
  }
}

extension Entity {
  /// Whether it has a member with the same column or name.
  fileprivate func hasMember(like attribute: ImportedAttribute) -> Bool {
    let column = attribute.column ?? NameStyle().snakeCase(attribute.name)
    return columns.contains { $0.name.name.sameInSQL(column) }
      || attributes.contains { $0.name.name == attribute.name }
  }

  fileprivate func hasMember(like relation: ImportedRelation) -> Bool {
    let column = relation.column ?? NameStyle().snakeCase(relation.name) + "_id"
    return relations.contains { $0.name.name == relation.name }
      || !relation.isToMany && columns.contains { $0.name.name.sameInSQL(column) }
  }
}

extension String {
  /// Whether SQLite treats two names as equal.
  func sameInSQL(_ other: String) -> Bool { lowercased() == other.lowercased() }
}

extension ImportedSchema {
  /// Whether no key of a payload is known.
  fileprivate var isUnkeyed: Bool {
    entities.allSatisfy { entity in
      entity.attributes.allSatisfy { $0.remote == nil }
        && entity.relations.allSatisfy(\.remote.isEmpty)
    }
  }
}

extension Schema {
  fileprivate var typeSpans: [String: SourceSpan] {
    let types = valueTypes.map { ($0.name.name, $0.span) }
    let others = (payloads?.types ?? []).map { ($0.name, $0.nameSpan) }
    let enums = enums.map { ($0.name.name, $0.span) }
    return Dictionary(types + others + enums, uniquingKeysWith: { first, _ in first })
  }
}

extension Conventions {
  fileprivate var readsISODates: Bool { remoteDates.isISO }
}

extension ImportedSchema {
  /// Whether attributes state the format of their dates although it is the convention of the
  /// source.
  fileprivate var statesDates: Bool {
    get { conventions.remoteDates.isAuto }
    set {
      let formats = conventions.remoteDates
      conventions.remoteDates = .auto
      guard newValue || formats != DateFormats([.iso8601]), !formats.isAuto else { return }
      for entity in entities.indices {
        for index in entities[entity].attributes.indices
        where entities[entity].attributes[index].type.isDate
          && entities[entity].attributes[index].remoteDates.isAuto
        {
          entities[entity].attributes[index].remoteDates = formats
        }
      }
    }
  }
}
