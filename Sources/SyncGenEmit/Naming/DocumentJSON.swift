import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenSchema

/// The documents of a schema as JSON for the runtime.
struct DocumentJSON {
  private let api: API
  private let documents: DocumentTypes
  private let schema: Schema

  /// Returns `nil` if the schema has no documents.
  static func of(_ schema: Schema) -> JSONDocument? {
    guard let api = schema.payloads, !api.documents.isEmpty else { return nil }
    return DocumentJSON(api: api, documents: DocumentTypes(api.types), schema: schema).all
  }

  private var all: JSONDocument {
    .array(
      api.documents.map { type in
        .object([("name", .text(type.name)), ("members", members(of: type))])
      })
  }

  /// The path of each field, and its content if it contains rows.
  private func members(of type: InlineType) -> JSONDocument {
    var members: [JSONDocument] = []
    for field in type.fields {
      var member: [JSONObject.Member] = [("keys", .texts(field.remote.keys))]
      if documents.hasRows(field.type) {
        member.append(("value", value(field.type, field.missingRows)))
      }
      members.append(.object(JSONObject(member)))
      if let currency = field.currencyRemote {
        members.append(.object([("keys", .texts(currency.keys))]))
      }
    }
    return .array(members)
  }

  private func value(
    _ type: PayloadType, _ missingRows: MissingRows = .keep
  ) -> JSONDocument {
    switch type {
    case .entity(let id): return .object([("row", .text(schema[id].name.name))])
    case .tagged(let rows): return .object([("tagged", tagged(rows))])
    case .named(let position): return .object([("document", .text(api.types[position].name))])
    case .inline(let inline): return .object([("object", members(of: inline))])
    case .optional(let wrapped): return value(wrapped, missingRows)
    case .dictionary(let element): return .object([("dictionary", value(element))])
    case .array(let element):
      var list: [JSONObject.Member] = [("list", value(element))]
      if missingRows != .keep { list.append(("missing-rows", missingRows.document)) }
      return .object(JSONObject(list))
    case .patch, .scalar, .enumeration, .value, .money, .file: return .empty
    }
  }

  private func tagged(_ rows: TaggedRows) -> JSONDocument {
    let cases = rows.cases.map { row in
      JSONDocument.object([
        ("entity", .text(schema[row.entity].name.name)), ("tag", row.value.json),
      ])
    }
    return .object([
      ("tag", .texts(rows.tag.keys)), ("cases", .array(cases)),
      ("unknown", .text(rows.unknownRows.rawValue)),
    ])
  }
}
