import SwiftSyncRuntime

/// Writes refusals in the form that an endpoint declares for its errors.
struct RefusalAnswer {
  let endpoint: DescribedEndpoint

  /// - Throws: `NoAnswer` if the declared type needs values that the backend does not have.
  func response(to refusal: Refusal) throws -> HTTP.Response {
    if let flag = endpoint.flag {
      var json = try declared(200).map { try value(of: $0, refusal, 200) } ?? .object([:])
      json.set(flag, .bool(false))
      if let code = endpoint.code { json.set(code, .string(refusal.code)) }
      return .json(json)
    }
    let status = status(of: refusal)
    guard let shape = declared(status) else { return .json(usual(refusal), status: status) }
    switch shape {
    case .none: return HTTP.Response(status: status)
    case .problem:
      return .json(problem(refusal, status), status: status, type: "application/problem+json")
    default: return .json(try value(of: shape, refusal, status), status: status)
    }
  }

  /// Backends respond to invalid values with 400 or 422.
  private func status(of refusal: Refusal) -> Int {
    let single = Set((endpoint.errors ?? []).filter { $0.first == $0.last }.map(\.first))
    return refusal.status == 422 && single.contains(400) && !single.contains(422)
      ? 400 : refusal.status
  }

  /// The first shape is that of the status; ranges follow.
  private func declared(_ status: Int) -> DescribedShape? {
    endpoint.errors?.first { ($0.first...$0.last).contains(status) }?.body
  }

  /// The form of Laravel, if the schema declares none.
  private func usual(_ refusal: Refusal) -> JSONValue {
    var json: JSONValue = ["code": .string(refusal.code), "message": .string(refusal.message)]
    if !refusal.fields.isEmpty { json.set(["errors"], fields(refusal)) }
    return json
  }

  /// The form of RFC 9457.
  private func problem(_ refusal: Refusal, _ status: Int) -> JSONValue {
    var json: JSONValue = [
      "type": "about:blank", "title": .string(refusal.code),
      "status": .number(JSONValue.Number(status)), "detail": .string(refusal.message),
    ]
    if !refusal.fields.isEmpty { json.set(["errors"], fields(refusal)) }
    return json
  }

  private func fields(_ refusal: Refusal) -> JSONValue {
    .object(refusal.fields.mapValues { .array($0.map(JSONValue.string)) })
  }

  private func value(of shape: DescribedShape, _ refusal: Refusal, _ status: Int) throws
    -> JSONValue
  {
    switch shape {
    case .string: return .string(refusal.message)
    case .list(let element): return .array([try value(of: element, refusal, status)])
    case .dictionary(let element):
      return .object(
        try refusal.fields.mapValues { messages in
          let inner = Refusal(refusal.status, refusal.code, messages[0])
          return try value(of: element, inner, status)
        })
    case .fields(let fields):
      var json = JSONValue.object([:])
      for field in fields where field.keys != endpoint.flag {
        json.set(field.keys, try value(of: field.shape, refusal, status))
      }
      return json
    case .none, .problem, .other:
      throw NoAnswer(
        "'\(endpoint.name)' declares a type for errors with status \(status) whose values the "
          + "backend does not know; '\(refusal.message)' is the error")
    }
  }
}
