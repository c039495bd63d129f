import SwiftSyncValues

/// The runtime's description of a document: a payload with rows of several entities.
package struct DocumentMetadata: Sendable {
  /// A value at a path of keys.
  struct Member: Sendable {
    let keys: [String]
    /// The kind of value; `nil` if it contains no rows.
    let value: Value?
  }

  indirect enum Value: Sendable {
    /// A row of an entity.
    case row(String)
    case tagged(TaggedRowMetadata)
    case list(Value, MissingRows)
    case dictionary(Value)
    case object([Member])
    /// Another document.
    case document(String)
  }

  /// The name in the schema, e.g. `SearchResult`.
  let name: String
  let members: [Member]
}

/// A row of one of several entities, determined by its tag.
struct TaggedRowMetadata: Sendable {
  struct Case: Sendable {
    let entity: String
    let tag: String
    /// Whether the tag is a JSON number.
    let isNumber: Bool
  }

  /// The path of the tag in the row.
  let tag: [String]
  let cases: [Case]
  let rejectsUnknown: Bool
}

extension MetadataReader {
  /// The documents in a list of objects.
  static func documents(json: String) throws -> [DocumentMetadata] {
    try documents(JSONValue(json: json))
  }

  static func documents(_ value: JSONValue) throws -> [DocumentMetadata] {
    try elements(value, "documents").map { element in
      let reader = try MetadataReader(element, "documents")
      return DocumentMetadata(
        name: try reader.string("name"), members: try reader.members("members"))
    }
  }

  /// What happens to rows that a list lacks.
  func missingRows(or usual: MissingRows) throws -> MissingRows {
    switch object["missing-rows"] {
    case nil: return usual
    case .string("delete"): return .delete
    case .string("keep"): return .keep
    case let value?: return .keepIf(try Self(value, "missing-rows").string("keep-if"))
    }
  }

  private func members(_ key: String) throws -> [DocumentMetadata.Member] {
    try elements(key).map { element in
      let reader = try MetadataReader(element, key)
      return DocumentMetadata.Member(
        keys: try reader.strings("keys"), value: try reader.object["value"].map(Self.value))
    }
  }

  private static func value(_ value: JSONValue) throws -> DocumentMetadata.Value {
    let reader = try MetadataReader(value, "value")
    if let entity = try reader.optionalString("row") { return .row(entity) }
    if let name = try reader.optionalString("document") { return .document(name) }
    if reader.object["object"] != nil { return .object(try reader.members("object")) }
    if let element = reader.object["list"] {
      return .list(try self.value(element), try reader.missingRows(or: .keep))
    }
    if let element = reader.object["dictionary"] { return .dictionary(try self.value(element)) }
    guard let tagged = reader.object["tagged"] else { throw Damage(key: "value") }
    return .tagged(try MetadataReader(tagged, "tagged").taggedRow())
  }

  private func taggedRow() throws -> TaggedRowMetadata {
    TaggedRowMetadata(
      tag: try strings("tag"), cases: try elements("cases").map(Self.taggedCase),
      rejectsUnknown: try string("unknown") == "reject")
  }

  private static func taggedCase(_ value: JSONValue) throws -> TaggedRowMetadata.Case {
    let reader = try MetadataReader(value, "cases")
    switch reader.object["tag"] {
    case .string(let tag):
      return .init(entity: try reader.string("entity"), tag: tag, isNumber: false)
    case .number(let number):
      return .init(entity: try reader.string("entity"), tag: number.text, isNumber: true)
    default: throw Damage(key: "tag")
    }
  }
}
