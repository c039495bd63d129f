/// Finds the fields of an inline type in the object that a decoder has. Generated code calls it.
@_spi(Generated)
public struct ObjectDecoder {
  private let object: KeyedDecodingContainer<RemoteKey>

  /// - Throws: `DecodingError` if the decoder has no object.
  public init(_ decoder: any Decoder) throws {
    object = try decoder.container(keyedBy: RemoteKey.self)
  }

  /// The value at a dotted path.
  ///
  /// - Throws: `DecodingError` if it is missing, null or of another type.
  public func required<Value>(_ path: String, _ form: WireFormat<Value>) throws -> Value {
    let keys = RemoteKey.path(path)
    guard let place = try place(keys) else {
      throw DecodingError.keyNotFound(
        keys.last ?? RemoteKey(path),
        DecodingError.Context(
          codingPath: object.codingPath + keys.dropLast(), debugDescription: "it is required"))
    }
    return try form.read(place.object.superDecoder(forKey: place.key))
  }

  /// The value at a dotted path; `nil` if it is missing or null.
  ///
  /// - Parameter emptyIsNull: Whether an empty text means null.
  /// - Throws: `DecodingError` if it is of another type.
  public func optional<Value>(
    _ path: String, _ form: WireFormat<Value>, emptyIsNull: Bool = false
  ) throws -> Value? {
    guard let place = try place(RemoteKey.path(path)) else { return nil }
    return try WireFormat.optional(form, emptyIsNull: emptyIsNull)
      .read(place.object.superDecoder(forKey: place.key))
  }

  /// The object that has the last key; `nil` if a key is missing or null is in the middle of the path.
  ///
  /// - Throws: `DecodingError` if a scalar or a list is in the middle of the path.
  private func place(
    _ keys: [RemoteKey]
  ) throws -> (object: KeyedDecodingContainer<RemoteKey>, key: RemoteKey)? {
    var object = object
    for key in keys.dropLast() {
      guard object.contains(key), try !object.decodeNil(forKey: key) else { return nil }
      object = try object.nestedContainer(keyedBy: RemoteKey.self, forKey: key)
    }
    guard let last = keys.last, object.contains(last) else { return nil }
    return (object, last)
  }
}

extension RemoteKey {
  /// The keys of a dotted path.
  static func path(_ text: String) -> [RemoteKey] {
    text.split(separator: ".").map { RemoteKey(String($0)) }
  }
}
