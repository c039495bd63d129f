import SwiftSyncValues

extension Schema {
  /// Whether a relationship to one of several entities is a resource identifier in payloads.
  package func isLinkage(_ reference: TaggedReference, of entity: Entity) -> Bool {
    guard entity.resourceType != nil, let path = reference.objects.first, path.isLinkage else {
      return false
    }
    let (tag, id) = (
      entity.attributes[reference.tagAttribute], entity.attributes[reference.idAttribute]
    )
    return tag.remote.paths.first == path.appending("type")
      && id.remote.paths.first == path.appending("id")
  }

  /// Whether an attribute is the identity in a resource object or an identifier, which is a string
  /// regardless of its type.
  package func isIdentifier(_ index: Int, of entity: Entity) -> Bool {
    guard entity.resourceType != nil else { return false }
    if entity.attributes[index].remote.paths.first?.keys == ["id"] { return true }
    return entity.taggedReferences.contains {
      $0.idAttribute == index && isLinkage($0, of: entity)
    }
  }

  /// Whether payloads may contain whole rows of a relationship in place of ids.
  package func isNested(_ relation: Relation) -> Bool {
    relation.direction.isPulled && !relation.remote.objects.isEmpty
      && linkage(of: relation) == nil
  }

  /// Whether a body of a type is a JSON:API document with the value as its data.
  package func isEnveloped(_ type: PayloadType) -> Bool {
    guard conventions.envelope == .jsonAPI else { return false }
    switch type {
    case .entity, .patch, .tagged: return true
    case .array(let element), .optional(let element): return isEnveloped(element)
    case .scalar, .enumeration, .value, .money, .file, .dictionary, .named, .inline: return false
    }
  }
}
