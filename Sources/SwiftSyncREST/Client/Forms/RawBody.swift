public import SwiftSyncFoundation

/// How a body becomes a value that is not JSON.
enum RawBody<Value: Sendable>: Sendable {
  case bytes(@Sendable (Data) -> Value)
  /// The body was saved in a file.
  case file(@Sendable (URL) -> Value)

  var wrapped: RawBody<Value?> {
    switch self {
    case .bytes(let make): .bytes { make($0) }
    case .file(let make): .file { make($0) }
    }
  }
}

extension WireFormat {
  /// A value that has no form in JSON.
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
  /// The bytes of a body.
  public static var bytes: WireFormat { WireFormat(.bytes { $0 }) }
}

@_spi(Generated)
extension WireFormat where Value == URL {
  /// A body that is saved in a file.
  public static var file: WireFormat { WireFormat(.file { $0 }) }
}
