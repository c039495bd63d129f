import SwiftSyncValues

/// A generated struct without a table, used as the type of attributes.
///
/// A column stores it as JSON text. `Codable` reads and writes its payload form.
@_documentation(visibility: internal)
public protocol SyncedStruct: SyncedValue, Codable {
  /// The fields, for queries.
  associatedtype Fields

  /// The runtime's description of the type.
  @_spi(Generated)
  static var shape: ValueShape { get }

  /// Reads the fields, in the order of the stored JSON.
  @_spi(Generated)
  init(values: inout ValueReader) throws

  /// Writes the fields, in the order of the stored JSON.
  @_spi(Generated)
  func write(to values: inout ValueWriter)
}

@_spi(Generated)
extension SyncedStruct where Self: NotGenerated {
  public static var shape: ValueShape { unavailable }

  public init(values: inout ValueReader) throws { Self.unavailable }

  public func write(to values: inout ValueWriter) { Self.unavailable }
}

extension SyncedStruct {
  @_spi(Generated)
  public static var valueType: ValueType { .value(shape) }

  @_spi(Generated)
  public init?(column value: BoundValue) {
    guard value.kind == .text,
      let result = ValueReader.read(value.slice, .object(Self.shape), { try $0.object() as Self })
    else { return nil }
    self = result
  }

  @_spi(Generated)
  public func stored(in storage: StoredValue.Storage) -> StoredValue? {
    var writer = ValueWriter()
    writer.append(self)
    return writer.isFailed ? nil : .text(String(decoding: writer.text, as: UTF8.self))
  }

  /// Reads the list of a column, for code that does not know the type.
  static func anyList(_ text: JSONSlice) -> Any? {
    ValueReader.read(text, .list(shape)) { try $0.list() as [Self] }
  }

  static func anyDictionary(_ text: JSONSlice) -> Any? {
    ValueReader.read(text, .dictionary(shape)) { try $0.dictionary() as [String: Self] }
  }
}

extension SyncedStruct {
  /// Decodes the payload form of the value. A missing field gets its default or nil.
  ///
  /// - Throws: `DecodingError` if a required field is missing or a value does not fit.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.singleValueContainer().decode(JSONValue.self)
    let arena = ByteArena(chunkSize: 1024)
    var scanner = JSONScanner(arena.copy(json.json))
    let token = try scanner.readValue()
    let converter = ValueConverter(Self.valueType, ValueRules(isStrict: Self.shape.isStrict))
    if let column = converter.convert(token, in: arena), let value = Self(column: column) {
      self = value
      return
    }
    let failure = converter.failure(token, in: arena)
    throw DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: decoder.codingPath + (failure?.keys ?? []),
        debugDescription: failure?.message
          ?? ValueExpectation.message(Self.valueType, found: token)))
  }

  /// Encodes the payload form of the value. A nil field is encoded as null.
  ///
  /// - Throws: `EncodingError` for a value that JSON cannot represent, e.g. NaN.
  public func encode(to encoder: any Encoder) throws {
    var text: [UInt8] = []
    let isWritten = stored(in: .text)?.withBound {
      JSONText.append($0, of: Self.valueType, form: .export(dates: nil), to: &text)
    }
    guard isWritten == true else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "the value cannot be represented in JSON"))
    }
    try JSONValue(json: String(decoding: text, as: UTF8.self)).encode(to: encoder)
  }
}

extension ValueFailure {
  /// The path of the place.
  package var keys: [RemoteKey] {
    path.split(whereSeparator: { ".[]".contains($0) }).map { RemoteKey(String($0)) }
  }
}

extension ValueShape {
  /// Reads the types that generated code states, by name.
  ///
  /// The program stops if the text is malformed. No input can cause this, because the generator
  /// wrote the text.
  ///
  /// - Parameter scalars: The app's types, by scalar.
  public static func read(
    _ name: String, _ json: String, scalars: [String: AppScalar] = [:]
  ) -> ValueShape {
    MetadataReader.read(json) {
      guard let shape = try MetadataReader(json: json, scalars: scalars).valueShapes()[name] else {
        throw MetadataReader.Damage(key: name)
      }
      return shape
    }
  }
}
