import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenSchema

/// The keys of relationships: ids, and whole rows in their place.
extension JSONSchemas {
  /// Adds ids, or whole rows in their place, which are read and never written.
  func addWithObjects(
    _ relation: Relation, isStated: Bool, to shape: inout ObjectSchema
  ) {
    let ids =
      relation.direction.isPulled ? relation.remote.ids : Array(relation.remote.ids.prefix(1))
    let objects = schema.isNested(relation) ? relation.remote.objects : []
    let others = objects.filter { !ids.contains($0) }
    for (index, path) in ids.enumerated() {
      var value = self.ids(of: relation)
      if objects.contains(path) {
        value = .object([("anyOf", .array([value, rows(of: relation, at: path)]))])
      }
      if index > 0 { value.set(["readOnly"], .json("true")) }
      Self.add(path, value, isRequired: false, to: &shape)
    }
    for path in others {
      Self.add(path, rows(of: relation, at: path), isRequired: false, to: &shape)
    }
    if isStated { shape.require(oneOf: (ids + others).map(\.keys)) }
  }

  /// Whether each row states which other row it belongs to.
  func isStated(_ relation: Relation) -> Bool {
    guard case .toOne(let reference) = relation.kind else { return false }
    return !reference.isOptional && !reference.isComposite && relation.direction.isPulled
      && !isTakenByScope(relation)
  }

  /// Whole rows of the target, or ids in their place.
  private func rows(of relation: Relation, at path: RemotePath) -> JSONDocument {
    var row = Self.reference(schema[relation.target].name.name + "Nested")
    if schema.takesIDs(at: path, of: relation) {
      let id = id(of: relation) ?? .object([("type", .texts(["string", "number"]))])
      row = .object([("anyOf", .array([id, row]))])
    }
    var value: JSONDocument
    switch relation.kind {
    case .toOne(let reference): value = reference.isOptional ? Self.nullable(row) : row
    case .toOneInverse: value = Self.nullable(row)
    case .toMany, .manyToMany:
      value =
        relation.settings.keyedBy == nil
        ? Self.list(row)
        : Self.dictionary(.object([("anyOf", .array([row, Self.type("boolean")]))]))
    }
    value.set(["readOnly"], .json("true"))
    return value
  }

  /// Adds ids. A missing list states nothing about rows (A3).
  func add(_ relation: Relation, to shape: inout ObjectSchema) {
    if relation.settings.keyedBy != nil, let path = relation.remote.objects.first {
      var value = Self.dictionary(Self.type("boolean"))
      mark(relation.direction, &value)
      return Self.add(path, value, isRequired: false, to: &shape)
    }
    guard let path = relation.remote.ids.first else { return }
    Self.add(path, ids(of: relation), isRequired: false, to: &shape)
  }

  private func ids(of relation: Relation) -> JSONDocument {
    // For a composite identity, any value.
    var value = linkage(of: relation) ?? id(of: relation) ?? .empty
    switch relation.kind {
    case .toOne(let reference):
      if reference.isOptional { value = Self.nullable(value) }
    case .toOneInverse: value = Self.nullable(value)
    case .toMany, .manyToMany: value = Self.list(value)
    }
    mark(relation.direction, &value)
    return value
  }

  /// The schema of an id; `nil` for a composite identity.
  private func id(of relation: Relation) -> JSONDocument? {
    names.names.identityAttribute(relation.target).map { of($0.type, dates: $0.remoteDates) }
  }

  /// Whether the scope provides the relationship: a list of one parent's rows need not repeat the
  /// parent.
  private func isTakenByScope(_ relation: Relation) -> Bool {
    names.api.endpoints.contains { endpoint in
      endpoint.stores?.scope.map { schema[$0] === relation } ?? false
    }
  }
}
