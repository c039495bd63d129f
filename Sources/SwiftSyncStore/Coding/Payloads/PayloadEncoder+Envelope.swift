@_spi(Generated) import SwiftSyncCoding
import SwiftSyncValues

/// How a field writes identities other than as plain values: as parts of JSON:API's resource
/// identifiers, or as keys.
enum IdentifierPart: Hashable, Sendable {
  /// The identity of the row, written as a string.
  case id
  /// Resource identifiers of a type.
  case linkage(String)
  /// The keys of an object whose values are true.
  case keys
  /// The type of an identifier, next to its identity, for a relationship to one of several
  /// entities.
  case tag(path: String)
  case taggedID(path: String)

  init?(_ attribute: AttributeMetadata, of entity: EntityMetadata) {
    guard entity.resourceType != nil else { return nil }
    if Linkage.isIdentity(attribute.remote.first, of: entity) {
      self = .id
      return
    }
    let reference = entity.taggedReferences.first {
      $0.tagColumn == attribute.column || $0.idColumn == attribute.column
    }
    guard let reference, let path = reference.objects.first, Linkage.relationship(at: path) != nil
    else { return nil }
    let isTag = reference.tagColumn == attribute.column
    guard attribute.remote.first == path + (isTag ? ".type" : ".id") else { return nil }
    self = isTag ? .tag(path: path) : .taggedID(path: path)
  }
}

extension IdentifierPart {
  /// The JSON that represents an identity; `nil` for null.
  func json(_ id: JSONValue) -> JSONValue {
    switch self {
    case .linkage(let type): Self.identifier(type: .string(type), id)
    case .id, .keys, .tag, .taggedID: id.asIdentifier
    }
  }

  /// The JSON that represents a list of identities.
  func json(_ ids: [JSONValue]) -> JSONValue {
    guard self == .keys else { return .array(ids.map { json($0) }) }
    return .object(
      ids.reduce(into: [:]) { members, id in
        if case .string(let key) = id.asIdentifier { members[key] = .bool(true) }
      })
  }

  static func identifier(type: JSONValue, _ id: JSONValue) -> JSONValue {
    .object(["type": type, "id": id.asIdentifier])
  }
}

/// The parts of a resource identifier, until both are known.
struct IdentifierParts {
  var type: JSONValue?
  var id: JSONValue?

  /// The identifier; `nil` if a part was not set.
  var value: JSONValue? {
    guard let type, let id else { return nil }
    return type == .null || id == .null ? .null : IdentifierPart.identifier(type: type, id)
  }
}

extension JSONValue {
  /// The value as the `id` of a resource object, which is a string.
  fileprivate var asIdentifier: JSONValue {
    if case .number(let number) = self { return .string(number.text) }
    return self
  }
}
