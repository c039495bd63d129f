import SwiftSyncFoundation

/// How response bodies with certain statuses are decoded (`errors` in a schema). Created by
/// generated code.
@_spi(Generated)
public struct ErrorFormat: Sendable {
  let statuses: ClosedRange<Int>
  /// Decodes a body; `nil` if the status means that there is no value.
  let read: (@Sendable (Data) throws -> any Sendable)?

  /// Returns a format for a status that means that there is no value.
  public static func none(_ status: Int) -> ErrorFormat {
    ErrorFormat(statuses: status...status, read: nil)
  }

  /// Returns a format for statuses whose body has a type.
  public static func body<Value>(
    _ statuses: ClosedRange<Int>, _ format: WireFormat<Value>
  ) -> ErrorFormat {
    ErrorFormat(statuses: statuses) { try FormCoding.read($0, format) }
  }
}

extension Endpoint {
  /// Returns the format for a status.
  static func errorFormat(_ status: Int) -> ErrorFormat? {
    errors.first { $0.statuses.contains(status) }
  }

  /// Returns the error for a response with a status other than 200 to 299, with its typed body.
  static func error(_ response: HTTP.Response) -> APIError {
    .status(typed(HTTP.ResponseSummary(response)))
  }

  /// Returns the error for a response whose body reports a failure, with its typed body.
  static func typed(_ error: APIError) -> APIError {
    guard case .failed(let response, let code) = error else { return error }
    return .failed(typed(response), code: code)
  }

  private static func typed(_ response: HTTP.ResponseSummary) -> HTTP.ResponseSummary {
    guard let read = errorFormat(response.status)?.read else { return response }
    var response = response
    response.typed =
      JSONValue.accept { try read(response.body) }.map(TypedErrorBody.value) ?? .undecodable
    return response
  }
}
