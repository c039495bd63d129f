/// Writes the fields of an inline type into the object of an encoder. Generated code calls it.
@_spi(Generated)
public struct ObjectEncoder {
  /// The object and those that paths lead through, by the keys that lead to them.
  private var objects: [[RemoteKey]: KeyedEncodingContainer<RemoteKey>]

  /// Begins the encoder's object.
  public init(_ encoder: any Encoder) {
    objects = [[]: encoder.container(keyedBy: RemoteKey.self)]
  }

  /// Writes a value at a dotted path.
  ///
  /// - Throws: `EncodingError` for a value that JSON does not have, e.g. NaN.
  public mutating func required<Value>(
    _ path: String, _ value: Value, _ form: WireFormat<Value>
  ) throws {
    let keys = RemoteKey.path(path)
    guard let last = keys.last, var object = object(at: Array(keys.dropLast())) else { return }
    try form.write(value, object.superEncoder(forKey: last))
  }

  /// Writes a value at a dotted path, or null.
  ///
  /// - Throws: `EncodingError` for a value that JSON does not have, e.g. NaN.
  public mutating func optional<Value>(
    _ path: String, _ value: Value?, _ form: WireFormat<Value>
  ) throws {
    try required(path, value, .optional(form))
  }

  private mutating func object(at keys: [RemoteKey]) -> KeyedEncodingContainer<RemoteKey>? {
    if let known = objects[keys] { return known }
    guard let last = keys.last, var parent = object(at: Array(keys.dropLast())) else { return nil }
    let made = parent.nestedContainer(keyedBy: RemoteKey.self, forKey: last)
    objects[keys] = made
    return made
  }
}
