public import SwiftSyncFoundation

/// How a body is converted to a value that is not JSON.
enum RawBody<Value: Sendable>: Sendable {
  case bytes(@Sendable (Data) -> Value)
  /// A body that was saved in a file.
  case file(@Sendable (URL) -> Value)
  /// The header fields of a response, which has no body.
  case headers(@Sendable (HTTP.Headers) -> Value)

  var wrapped: RawBody<Value?> {
    switch self {
    case .bytes(let make): .bytes { make($0) }
    case .file(let make): .file { make($0) }
    case .headers(let make): .headers { make($0) }
    }
  }
}

extension WireFormat {
  /// Creates a format for a value that has no JSON form.
  fileprivate init(_ raw: RawBody<Value>) {
    self.init { decoder in
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "the body is not JSON"))
    } write: { value, encoder in
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: encoder.codingPath, debugDescription: "it has no form in JSON"))
    }
    self.raw = raw
  }
}

@_spi(Generated)
extension WireFormat where Value == Data {
  /// The format of a body that is returned as bytes.
  public static var bytes: WireFormat { WireFormat(.bytes { $0 }) }
}

@_spi(Generated)
extension WireFormat where Value == URL {
  /// The format of a body that is saved in a file.
  public static var file: WireFormat { WireFormat(.file { $0 }) }
}

@_spi(Generated)
extension WireFormat where Value == HTTP.Headers {
  /// The format of a response without a body, whose header fields are returned.
  public static var headers: WireFormat { WireFormat(.headers { $0 }) }
}
