import SyncGenDiagnostics
import SyncGenSchema

/// The JSON Schemas of an upload endpoint's requests and responses, in its protocol.
struct UploadSchemas {
  let endpoint: UploadEndpoint
  let names: PayloadNames

  private var schema: Schema { names.names.schema }
  private var schemas: JSONSchemas { JSONSchemas(names: names) }

  var request: JSONDocument {
    switch endpoint.wireProtocol {
    // A request contains only entities with the same watermark.
    case .batch: object([(watermarkKey, watermark)], lists { list(reference($0, "Upload")) })
    case .operations: object([("operations", list(operation))])
    }
  }

  var response: JSONDocument {
    switch endpoint.wireProtocol {
    // The response reports on the entities of the request.
    case .batch: nonempty(object([], lists(responseList)))
    case .operations: object([("results", list(result))])
    }
  }

  // MARK: batch

  private func lists(
    _ value: (EntityID) -> JSONDocument
  ) -> [JSONObject.Member] {
    endpoint.entities.map { (UploadContext(id: $0, names: names).key, value($0)) }
  }

  private func responseList(_ id: EntityID) -> JSONDocument {
    let optional: [JSONObject.Member] = [("code", .string), ("message", .string)]
    let identity = schemas.identity(of: id)
    return nonempty(
      object(
        [], [("success", list(acceptedRow(id))), ("error", list(object(identity, optional)))]))
  }

  /// A row, with the sent id if the server has assigned another one.
  private func acceptedRow(_ id: EntityID) -> JSONDocument {
    let row = reference(id, "")
    guard let temporary = schema[id].temporaryAttribute else { return row }
    let sent = schemas.of(schema[id].attributes[temporary])
    return .object([("allOf", .array([row, object([], [("temporary_id", sent)])]))])
  }

  /// The key as named by the runtime: by the clock of the first entity that has one.
  private var watermarkKey: String {
    let clock = endpoint.entities.lazy.compactMap { schemas.clockAttribute(of: $0) }.first
    guard let key = clock?.remote.paths.first?.keys.last else {
      return "updated_at"
    }
    return key
  }

  private var watermark: JSONDocument {
    let clock = endpoint.entities.lazy.compactMap { schemas.clock(of: $0) }.first
    return JSONSchemas.nullable(clock ?? .string)
  }

  // MARK: operations

  private var operation: JSONDocument {
    object(
      [
        ("operation", words(["upsert", "delete"])), ("type", types), ("id", id),
        ("data", anyOf(endpoint.entities.map { reference($0, "Upload") })),
      ], [("updatedAt", JSONSchemas.nullable(watermarkOfRow))])
  }

  private var result: JSONDocument {
    object(
      [("type", types), ("id", id), ("status", words(["applied", "stale", "rejected"]))],
      [
        ("data", anyOf(endpoint.entities.map { reference($0, "") })), ("code", .string),
        ("message", .string),
      ])
  }

  private var types: JSONDocument { words(endpoint.entities.map { schema[$0].remoteName }) }
  /// A string, or a number if the identity is one.
  private var id: JSONDocument { .object([("type", .texts(["string", "integer"]))]) }

  private var watermarkOfRow: JSONDocument {
    let clocks = endpoint.entities.compactMap { schemas.clock(of: $0) }
    return clocks.count == 1 ? clocks[0] : anyOf(clocks)
  }

  // MARK: Structure

  private func reference(_ id: EntityID, _ suffix: String) -> JSONDocument {
    JSONSchemas.reference(schema[id].name.name + suffix)
  }

  private func list(_ element: JSONDocument) -> JSONDocument {
    .object([("type", .text("array")), ("items", element)])
  }

  private func words(_ words: [String]) -> JSONDocument {
    .object([("type", .text("string")), ("enum", .texts(words))])
  }

  private func anyOf(_ values: [JSONDocument]) -> JSONDocument {
    if values.isEmpty { return .empty }
    return values.count == 1 ? values[0] : .object([("anyOf", .array(values))])
  }

  /// An object whose members may be missing, but not all of them.
  private func nonempty(_ object: JSONDocument) -> JSONDocument {
    var object = object
    object.set(["minProperties"], .json("1"))
    return object
  }

  /// - Parameter optional: Members that may be missing.
  private func object(
    _ required: [JSONObject.Member],
    _ optional: [JSONObject.Member] = []
  ) -> JSONDocument {
    let members: [JSONObject.Member] = [
      ("type", .text("object")), ("properties", .object(JSONObject(required + optional))),
    ]
    return .object(
      JSONObject(members + (required.isEmpty ? [] : [("required", .texts(required.map(\.key)))])))
  }
}

extension JSONDocument {
  fileprivate static let string = JSONDocument.object([("type", .text("string"))])
}
