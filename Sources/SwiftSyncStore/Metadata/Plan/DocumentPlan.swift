package import SwiftSyncValues

/// A document, prepared for applying payloads.
package final class DocumentPlan {
  /// A value in a document.
  package indirect enum Shape {
    /// A value without rows.
    case other
    case row(EntityPlan)
    case tagged(TaggedRowPlan)
    /// A row or a list of rows: the primary data of JSON:API.
    case primary(EntityPlan)
    /// A list of error objects, which a JSON:API document contains in place of data.
    case errors
    case list(Shape, MissingRows)
    case dictionary(Shape)
    case object(ObjectPlan)
  }

  let name: String
  package let root: ObjectPlan
  /// The entities whose rows it may contain, in the order of their first mention.
  let entities: [EntityPlan]
  /// The entities whose missing rows a list may delete, by position in `SchemaPlan.entities`.
  let deletable: Set<Int>
  /// Whether it is the JSON:API document around rows of one entity.
  let isEnvelope: Bool

  /// Creates the plan, or returns `nil` if the schema has no document with that name.
  init?(_ name: String, in schema: SchemaPlan) {
    var builder = DocumentPlanBuilder(schema)
    guard let root = builder.document(name) else { return nil }
    self.name = name
    self.root = root
    entities = builder.entities
    deletable = builder.deletable
    isEnvelope = false
  }

  /// Creates the plan of the JSON:API document around rows of an entity.
  init(around entity: EntityPlan, in schema: SchemaPlan) {
    name = entity.metadata.name
    root = ObjectPlan()
    root.members = [
      ("data", .primary(entity)),
      ("included", .list(.tagged(TaggedRowPlan(included: schema)), .keep)),
      ("errors", .errors),
    ]
    root.members += ["links", "meta", "jsonapi"].map { ($0, .other) }
    entities = [entity]
    deletable = []
    isEnvelope = true
  }
}

/// The keys of one object in a document.
package final class ObjectPlan {
  package fileprivate(set) var members: [(key: String, shape: DocumentPlan.Shape)] = []
  /// Whether it is an object on the path of another one's members.
  private(set) var isStep = false
  /// The paths of the values that decide whether rows which its lists lack are kept.
  fileprivate(set) var signs: [String] = []

  /// The position of a key that the schema knows.
  func position(of key: String) -> Int? { members.firstIndex { $0.key == key } }

  /// Adds the value at a path of keys. Values inside another member are already known.
  fileprivate func add(_ keys: ArraySlice<String>, _ shape: DocumentPlan.Shape) {
    guard let key = keys.first else { return }
    let isLast = keys.count == 1
    guard let known = position(of: key) else {
      let inner = ObjectPlan()
      inner.isStep = true
      members.append((key, isLast ? shape : .object(inner)))
      if !isLast { inner.add(keys.dropFirst(), shape) }
      return
    }
    guard !isLast, case .object(let inner) = members[known].shape else { return }
    inner.add(keys.dropFirst(), shape)
  }

  /// Adds the first key of a path that is in no other member, whose value has no rows.
  fileprivate func know(_ keys: ArraySlice<String>) {
    guard let key = keys.first else { return }
    guard let known = position(of: key) else { return members.append((key, .other)) }
    if case .object(let inner) = members[known].shape, inner.isStep { inner.know(keys.dropFirst()) }
  }
}

/// A row of one of several entities.
package final class TaggedRowPlan {
  let metadata: TaggedRowMetadata
  /// The entities, parallel to the cases.
  let entities: [EntityPlan]

  fileprivate init(_ metadata: TaggedRowMetadata, _ entities: [EntityPlan]) {
    self.metadata = metadata
    self.entities = entities
  }

  /// The resources that JSON:API includes, by type.
  fileprivate init(included schema: SchemaPlan) {
    entities = schema.entities.filter { $0.metadata.resourceType != nil }
    metadata = TaggedRowMetadata(
      tag: ["type"],
      cases: entities.map {
        .init(
          entity: $0.metadata.name, tag: $0.metadata.resourceType ?? $0.metadata.name,
          isNumber: false)
      }, rejectsUnknown: false)
  }
}

/// Follows the names in a document's metadata. Documents may contain themselves.
private struct DocumentPlanBuilder {
  private let schema: SchemaPlan
  private var objects: [String: ObjectPlan] = [:]
  private(set) var entities: [EntityPlan] = []
  private(set) var deletable: Set<Int> = []

  init(_ schema: SchemaPlan) {
    self.schema = schema
  }

  mutating func document(_ name: String) -> ObjectPlan? {
    if let known = objects[name] { return known }
    guard let metadata = schema.metadata.documents.first(where: { $0.name == name }) else {
      return nil
    }
    let object = ObjectPlan()
    objects[name] = object
    fill(object, metadata.members)
    return object
  }

  private mutating func fill(_ object: ObjectPlan, _ members: [DocumentMetadata.Member]) {
    // Outer values first, so that values inside them are left to them.
    for member in members.compactlySorted(by: { $0.keys.count < $1.keys.count }) {
      object.add(member.keys[...], member.value.map { shape($0) } ?? .other)
      if case .list(_, .keepIf(let path))? = member.value { object.signs.append(path) }
    }
    for path in object.signs { object.know(ValuePath.keys(path)[...]) }
  }

  private mutating func shape(_ value: DocumentMetadata.Value) -> DocumentPlan.Shape {
    switch value {
    case .row(let name):
      return note(name).map { .row($0) } ?? .other
    case .tagged(let tagged):
      return .tagged(TaggedRowPlan(tagged, tagged.cases.compactMap { note($0.entity) }))
    case .list(let element, let missingRows):
      let shape = shape(element)
      if missingRows.mayDelete { deletable.formUnion(shape.entities.map(\.index)) }
      return .list(shape, missingRows)
    case .dictionary(let element): return .dictionary(shape(element))
    case .document(let name): return document(name).map { .object($0) } ?? .other
    case .object(let members):
      let object = ObjectPlan()
      fill(object, members)
      return .object(object)
    }
  }

  private mutating func note(_ name: String) -> EntityPlan? {
    guard let entity = schema.entity(name) else { return nil }
    if !entities.contains(where: { $0 === entity }) { entities.append(entity) }
    return entity
  }
}

extension DocumentPlan.Shape {
  /// The entities of rows at this level, not deeper.
  var entities: [EntityPlan] {
    switch self {
    case .row(let entity), .primary(let entity): [entity]
    case .tagged(let tagged): tagged.entities
    case .errors, .other, .list, .dictionary, .object: []
    }
  }

  /// The object of keys at this level, or in a list or dictionary at this level.
  package var object: ObjectPlan? {
    switch self {
    case .object(let object): object
    case .list(let element, _), .dictionary(let element): element.object
    case .other, .row, .tagged, .primary, .errors: nil
    }
  }

  var isPrimary: Bool {
    if case .primary = self { true } else { false }
  }

  /// Whether a value of a kind is allowed here.
  func takes(_ kind: JSONKind) -> Bool {
    switch self {
    case .other: true
    case .list, .errors: kind == .array
    case .primary: kind == .array || kind == .object
    case .row, .tagged, .dictionary, .object: kind == .object
    }
  }

  /// The kind of value that is expected here; `nil` for any.
  var expectation: String? {
    switch self {
    case .other: nil
    case .primary: "a resource object or a list of them"
    case .errors, .row, .tagged, .dictionary, .object: "an object"
    case .list: "a list"
    }
  }
}
