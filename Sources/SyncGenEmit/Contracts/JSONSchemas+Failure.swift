import SyncGenDiagnostics
import SyncGenSchema

/// The bodies of responses that indicate a failure (`fails`).
extension JSONSchemas {
  /// The schema for the body of a response with a status from 200 to 299; `nil` if it has none.
  func response(of endpoint: EndpointModel) -> JSONDocument? {
    let body = endpoint.returns.map { self.body($0) }
    guard let failure = endpoint.failure else { return body }
    let success = Self.flag(failure, .object([("const", .json("true"))]), isRequired: true)
    return .object([
      (
        "anyOf",
        .array([Self.all(of: [body, success.schema(nil)]), failed(failure, of: endpoint)])
      )
    ])
  }

  /// The body of a failure, which has the type of `default` under `errors`.
  private func failed(_ failure: EndpointFailure, of endpoint: EndpointModel) -> JSONDocument {
    let other = JSONDocument.object([("not", .object([("const", .json("true"))]))])
    var shape = Self.flag(failure, other, isRequired: false)
    if let code = failure.code {
      shape.add(
        code.keys,
        .object([
          ("type", .texts(["string", "number", "null"])), ("description", .text("The error code.")),
        ]), isRequired: false)
    }
    var error: JSONDocument?
    if case .type(let type)? = endpoint.errors.first(where: { $0.key == "default" })?.body {
      error = of(type, dates: schema.conventions.dates(of: type))
    }
    return Self.all(of: [error, shape.schema("The request failed.")])
  }

  private static func flag(
    _ failure: EndpointFailure, _ value: JSONDocument, isRequired: Bool
  ) -> ObjectSchema {
    var (value, shape) = (value, ObjectSchema())
    value.set(["description"], .text("True unless the request failed."))
    shape.add(failure.flag.keys, value, isRequired: isRequired)
    return shape
  }

  private static func all(of schemas: [JSONDocument?]) -> JSONDocument {
    let stated = schemas.compactMap { $0 }
    return stated.count == 1 ? stated[0] : .object([("allOf", .array(stated))])
  }
}
