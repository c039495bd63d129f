import SwiftSyncFoundation

/// How response bodies with certain statuses are decoded (`errors` in a schema). Made by generated code.
@_spi(Generated)
public struct ErrorFormat: Sendable {
  let statuses: ClosedRange<Int>
  /// Reads a body; `nil` if the status means that there is nothing to return.
  let read: (@Sendable (Data) throws -> any Sendable)?

  /// A status that means that there is nothing to return.
  public static func none(_ status: Int) -> ErrorFormat {
    ErrorFormat(statuses: status...status, read: nil)
  }

  /// Statuses with a body of a type.
  public static func body<Value>(
    _ statuses: ClosedRange<Int>, _ format: WireFormat<Value>
  ) -> ErrorFormat {
    ErrorFormat(statuses: statuses) { try FormCoding.read($0, format) }
  }
}

extension Endpoint {
  /// What a status means.
  static func errorFormat(_ status: Int) -> ErrorFormat? {
    errors.first { $0.statuses.contains(status) }
  }

  /// The error of a response with a status other than 200 to 299, with its typed body.
  static func error(_ response: HTTPResponse) -> APIError {
    .status(typed(ResponseSummary(response)))
  }

  /// The error of a response whose body says that the request failed, with its typed body.
  static func typed(_ error: APIError) -> APIError {
    guard case .failed(let response, let code) = error else { return error }
    return .failed(typed(response), code: code)
  }

  private static func typed(_ response: ResponseSummary) -> ResponseSummary {
    guard let read = errorFormat(response.status)?.read else { return response }
    var response = response
    response.typed =
      JSONValue.accept { try read(response.body) }.map(TypedErrorBody.value) ?? .undecodable
    return response
  }
}
