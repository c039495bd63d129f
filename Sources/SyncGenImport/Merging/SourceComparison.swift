import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenSchema

/// Compares a schema with the one that an import would write today, and lists what the source says
/// differently and what is gone from it.
///
/// What only the authors of a schema decide is not a difference: names, keys that the schema reads
/// besides those of the source, directions, defaults that the source lacks, deletion rules, indexes,
/// and the settings of `sync` and `stores`.
struct SourceComparison {
  /// A declaration of the schema with those that contain it, from the innermost.
  struct Subject {
    let name: String
    let spans: [SourceSpan]
    let source: String?

    func inner(_ name: String, _ span: SourceSpan, _ source: String?) -> Subject {
      Subject(name: name, spans: [span] + spans, source: source)
    }
  }

  /// The direction of a value.
  enum Direction: Hashable {
    case received
    case sent
  }

  let schema: Schema
  let source: ComparedSource
  let comments: SchemaComments
  /// The entities of the schema by the names of the source's.
  let pairs: [String: Entity]
  /// The entities of the source by those of the schema.
  private let counterparts: [ObjectIdentifier: [Entity]]
  private(set) var differences: [ImportDifference] = []
  private var listed: Set<ImportDifference> = []
  /// The fields that types of the schema lack.
  var newFields: [(type: String, field: ImportedAttribute)] = []
  /// The types under `types`, to which fields can be added.
  let types: Set<String>
  /// The pairs of types that were compared.
  var seen: Set<String> = []

  init(
    _ schema: Schema, with source: ComparedSource, pairs: [String: Entity],
    _ comments: SchemaComments
  ) {
    self.schema = schema
    self.source = source
    self.comments = comments
    self.pairs = pairs
    var counterparts: [ObjectIdentifier: [Entity]] = [:]
    for entity in source.schema.entities {
      guard let pair = pairs[entity.name.name] else { continue }
      counterparts[ObjectIdentifier(pair), default: []].append(entity)
    }
    self.counterparts = counterparts
    let names = schema.valueTypes.map(\.name.name) + (schema.payloads?.types.map(\.name) ?? [])
    types = Set(names.filter { !$0.contains(".") })
  }

  mutating func run() {
    for entity in schema.entities {
      let found = counterparts[ObjectIdentifier(entity)] ?? []
      if found.isEmpty { addGone(entity) } else { compare(entity, found) }
    }
    compareEndpoints()
  }

  /// - Parameter values: The values that the phrase mentions, all of them.
  mutating func add(
    _ kind: ImportDifference.Kind, _ subject: Subject, _ phrase: String, values: [String]? = nil
  ) {
    guard let span = subject.spans.first, !subject.spans.contains(where: comments.accepts) else {
      return
    }
    let difference = ImportDifference(
      kind: kind, name: subject.name, path: span.path, line: span.line,
      source: subject.source, message: "\(subject.name) \(phrase)", values: values)
    append(difference)
  }

  mutating func append(_ difference: ImportDifference) {
    if listed.insert(difference).inserted { differences.append(difference) }
  }

  /// Adds what the schema lacks, unless its authors left it out.
  mutating func addNew(_ kind: ImportDifference.Kind, _ subject: Subject, _ phrase: String) {
    if !comments.leavesOut(subject.name) { add(kind, subject, phrase) }
  }

  // MARK: Entities

  private mutating func addGone(_ entity: Entity) {
    let isOnlyLocal = entity.attributes.enumerated().allSatisfy { index, attribute in
      attribute.direction == .local || entity.identity.parts.contains(.attribute(index: index))
    }
    guard source.isComplete, !isOnlyLocal else { return }
    if let type = source.model.types.first(where: { $0.name == entity.name.name }) {
      let subject = Subject(name: entity.name.name, spans: [entity.span], source: type.place)
      return add(.type, subject, "is an entity, a type without an identity in the source")
    }
    add(
      .gone, Subject(name: entity.name.name, spans: [entity.span], source: source.name), Self.gone)
  }

  static let gone = "is not in the source"

  /// - Parameter found: The entities of the source whose rows are those of the entity.
  private mutating func compare(_ entity: Entity, _ found: [Entity]) {
    compareAttributes(of: entity, found)
    compareRelations(of: entity, found)
    compareTaggedReferences(of: entity, found)
    compareIdentities(of: entity, found)
  }

  private mutating func compareIdentities(of entity: Entity, _ found: [Entity]) {
    guard source.isComplete, let other = found.first, found.count == 1,
      !source.guessesIdentity(of: other)
    else { return }
    let (own, theirs) = (schema.identityKeys(of: entity), source.schema.identityKeys(of: other))
    guard zip(own, theirs).contains(where: { $0.isDisjoint(with: $1) }) || own.count != theirs.count
    else { return }
    let names = theirs.map { $0.min() ?? "" }.joined(separator: ", ")
    add(.identity, subject(entity, other), "has another identity in the source: \(names)")
  }

  private func subject(_ entity: Entity, _ found: Entity?) -> Subject {
    Subject(
      name: entity.name.name, spans: [entity.span],
      source: found.flatMap { source.place($0.span) })
  }

  // MARK: Attributes

  private mutating func compareAttributes(of entity: Entity, _ found: [Entity]) {
    let theirs = found.flatMap { other in
      other.attributes.map { (source.schema.compared($0, of: other), other) }
    }
    let matches = MemberMatches(theirs.map(\.0), isUnkeyed: source.isUnkeyed)
    let known = Set(found.flatMap(source.schema.readPaths))
    for attribute in entity.attributes where !entity.isPartOfTaggedReference(attribute) {
      let own = schema.compared(attribute, of: entity)
      let subject = subject(entity, found.first)
      if let index = matches.index(of: own) {
        let (other, owner) = theirs[index]
        let inner = subject.inner(
          "\(entity.name.name).\(own.name)", own.span, source.place(other, of: owner.name.name))
        compare(own, other, .received, inner, notes: source.notes(other, of: owner.name.name))
      } else if !known.contains(anyStartOf: attribute.remote.paths) {
        addGone(own, subject.inner("\(entity.name.name).\(own.name)", own.span, subject.source))
      }
    }
  }

  private mutating func addGone(_ own: ComparedMember, _ subject: Subject) {
    guard own.isSent || own.isReceived else { return }
    if source.isComplete {
      add(.gone, subject, Self.gone)
    } else if own.isReceived, !own.isOptional, own.defaultValue == nil, let path = own.paths.first {
      add(.gone, subject, "is required, but rows of the source lack '\(path)'")
    }
  }

  // MARK: Relationships

  private mutating func compareRelations(of entity: Entity, _ found: [Entity]) {
    let theirs = found.flatMap { other in other.relations.map { ($0, other) } }
    let known = Set(found.flatMap(source.schema.readPaths))
    let isUnkeyed = source.isUnkeyed
    for own in entity.relations {
      let paths = Set(own.remote.all)
      let match =
        theirs.first { !paths.isDisjoint(with: $0.0.remote.all) }
        ?? theirs.first { isUnkeyed && $0.0.name == own.name }
      let name = "\(entity.name.name).\(own.name.name)"
      let place = match.flatMap { source.place($0.0.span) }
      let outer = subject(entity, found.first)
      let subject = outer.inner(name, own.span, place ?? outer.source)
      if let (other, _) = match {
        compare(own, other, subject)
      } else if source.isComplete, own.direction != .local,
        !known.contains(anyStartOf: own.remote.ids + own.remote.objects), !hasOtherSide(own)
      {
        add(.gone, subject, Self.gone)
      }
    }
  }

  private mutating func compareTaggedReferences(of entity: Entity, _ found: [Entity]) {
    let known = Set(found.flatMap(source.schema.readPaths))
    for own in entity.taggedReferences
    where source.isComplete && !known.contains(anyStartOf: own.objects) {
      let subject = subject(entity, found.first)
      add(
        .gone, subject.inner("\(entity.name.name).\(own.name.name)", own.span, subject.source),
        Self.gone)
    }
  }

  private mutating func compare(_ own: Relation, _ found: Relation, _ subject: Subject) {
    let target = source.schema[found.target]
    let pair = pairs[target.name.name]
    let expected = schema[own.target]
    if own.isToMany != found.isToMany {
      add(
        .relationship, subject,
        found.isToMany ? "is one row, a list in the source" : "is a list, one row in the source")
    } else if let pair, pair !== expected {
      add(
        .relationship, subject,
        "refers to \(expected.name.name), the source refers to \(pair.name.name)")
    }
    guard case .toOne(let reference) = own.kind, case .toOne(let other) = found.kind else { return }
    compareOptionality(
      reference.isOptional, other.isOptional, hasDefault: false, .received, subject, notes: [])
    if found.deprecation != nil, own.deprecation == nil {
      add(.deprecated, subject, "is deprecated in the source")
    }
  }

  /// Whether the source has the relationship's other side, from which it follows.
  private func hasOtherSide(_ own: Relation) -> Bool {
    guard let inverse = own.inverse else { return false }
    let side = schema[inverse]
    let paths = Set(side.remote.all)
    let others = counterparts[ObjectIdentifier(schema[inverse.entity])] ?? []
    return others.contains { other in
      !paths.isDisjoint(with: source.schema.readPaths(of: other))
    }
  }
}

/// The members of a source that were not yet found in the schema.
struct MemberMatches {
  private let members: [ComparedMember]
  private let isUnkeyed: Bool
  private var byPath: [String: Int] = [:]

  /// - Parameter isUnkeyed: Whether the source has no keys of payloads, so that columns and names
  ///   also decide.
  init(_ members: [ComparedMember], isUnkeyed: Bool) {
    self.members = members
    self.isUnkeyed = isUnkeyed
    for (index, member) in members.enumerated() {
      for path in member.paths where byPath[path] == nil { byPath[path] = index }
    }
  }

  func index(of own: ComparedMember) -> Int? {
    if let index = own.paths.lazy.compactMap({ byPath[$0] }).first { return index }
    guard isUnkeyed else { return nil }
    return members.firstIndex { !$0.columns.isEmpty && $0.columns == own.columns }
      ?? members.firstIndex { $0.name == own.name }
  }
}

// MARK: - Keys

extension RelationKeys {
  /// The dotted paths of ids and objects.
  var all: [String] { (ids + objects).map(\.dotted) }
}

extension Relation {
  var isToMany: Bool {
    switch kind {
    case .toOne, .toOneInverse: false
    case .toMany, .manyToMany: true
    }
  }
}

extension Schema {
  /// The dotted paths under which the rows of an entity are read.
  func readPaths(of entity: Entity) -> [String] {
    entity.attributes.flatMap { $0.remote.paths.map(\.dotted) }
      + entity.relations.flatMap(\.remote.all)
      + entity.taggedReferences.flatMap { $0.objects.map(\.dotted) }
  }

  /// The paths of each part of an identity.
  fileprivate func identityKeys(of entity: Entity) -> [Set<String>] {
    entity.identity.parts.map { part in
      switch part {
      case .attribute(let index): Set(entity.attributes[index].remote.paths.map(\.dotted))
      case .reference(let index): Set(entity.relations[index].remote.all)
      }
    }
  }
}

extension Entity {
  /// Whether an attribute is the tag or the id of a relationship to one of several entities.
  fileprivate func isPartOfTaggedReference(_ attribute: Attribute) -> Bool {
    taggedReferences.contains { reference in
      attributes[reference.tagAttribute] === attribute
        || attributes[reference.idAttribute] === attribute
    }
  }
}

extension Set<String> {
  /// Whether it contains one of the paths or a path of a value that contains it.
  fileprivate func contains(anyStartOf paths: [RemotePath]) -> Bool {
    paths.contains { path in
      contains(path.dotted)
        || path.keys.indices.contains { contains(path.keys[...$0].joined(separator: ".")) }
    }
  }
}
