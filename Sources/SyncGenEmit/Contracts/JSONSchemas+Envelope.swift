import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenSchema

/// The resource objects and documents of JSON:API.
extension JSONSchemas {
  /// The schema for a body of a type.
  func body(_ type: PayloadType) -> JSONDocument {
    switch type {
    case .scalar(.data), .file, .optional(.scalar(.data)), .optional(.file):
      return of(.file, dates: schema.conventions.remoteDates)
    default: break
    }
    let value = of(type, dates: schema.conventions.dates(of: type))
    return schema.isEnveloped(type) ? Self.document(of: value) : value
  }

  /// A document with its data and the resources that it includes.
  private static func document(of data: JSONDocument) -> JSONDocument {
    .object([
      ("type", .text("object")),
      (
        "properties",
        .object([("data", data), ("included", list(type("object")))])
      ),
      ("required", .texts(["data"])),
    ])
  }

  /// Adds the type of a resource object.
  func addType(of entity: Entity, to shape: inout ObjectSchema) {
    guard let type = entity.resourceType else { return }
    shape.add(["type"], .object([("const", .text(type))]), isRequired: true)
  }

  /// The resource identifiers of a relationship; `nil` if payloads contain plain ids.
  func linkage(of relation: Relation) -> JSONDocument? {
    schema.linkage(of: relation).map {
      Self.identifier(.object([("const", .text($0))]))
    }
  }

  static func identifier(_ type: JSONDocument) -> JSONDocument {
    .object([
      ("type", .text("object")),
      ("properties", .object([("type", type), ("id", self.type("string"))])),
      ("required", .texts(["type", "id"])),
    ])
  }

  /// Adds the resource identifiers of relationships to one of several entities, and returns the
  /// attributes that are their parts.
  func addTaggedLinkages(of entity: Entity, to shape: inout ObjectSchema) -> Set<Int> {
    var parts: Set<Int> = []
    for reference in entity.taggedReferences where schema.isLinkage(reference, of: entity) {
      let id = entity.attributes[reference.idAttribute]
      var value = Self.identifier(Self.type("string"))
      if id.isOptional { value = Self.nullable(value) }
      mark(id.direction, &value)
      if id.direction != .local {
        Self.add(reference.objects[0], value, isRequired: false, to: &shape)
      }
      parts.formUnion([reference.tagAttribute, reference.idAttribute])
    }
    return parts
  }
}
