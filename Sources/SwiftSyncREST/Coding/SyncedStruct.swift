import SwiftSyncValues

/// A generated struct without a table, of which attributes have values.
///
/// A column holds it as one JSON text. `Codable` reads and writes it as payloads have it.
public protocol SyncedStruct: SyncedValue, Codable {
  /// The fields, for queries.
  associatedtype Fields

  /// What the runtime knows of the type.
  @_spi(Generated)
  static var shape: ValueShape { get }

  /// Reads the fields, in the order of the stored text.
  @_spi(Generated)
  init(values: inout ValueReader) throws

  /// Writes the fields, in the order of the stored text.
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

  /// A list of a column; for code that does not know the type.
  static func anyList(_ text: JSONSlice) -> Any? {
    ValueReader.read(text, .list(shape)) { try $0.list() as [Self] }
  }

  static func anyDictionary(_ text: JSONSlice) -> Any? {
    ValueReader.read(text, .dictionary(shape)) { try $0.dictionary() as [String: Self] }
  }
}

extension SyncedStruct {
  /// Decodes the value as payloads have it: a field that is missing is its default or nil.
  ///
  /// - Throws: `DecodingError` if a required field is missing or a value does not fit.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.singleValueContainer().decode(JSONValue.self)
    let arena = ByteArena(chunkSize: 1024)
    var scanner = JSONScanner(arena.copy(json.json))
    let token = try scanner.readValue()
    let converter = ValueConverter(Self.valueType, isStrict: Self.shape.isStrict)
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

  /// Encodes the value as payloads have it, nil as null.
  ///
  /// - Throws: `EncodingError` for a value that JSON does not have, e.g. NaN.
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
  /// The keys that lead to the place.
  package var keys: [RemoteKey] {
    path.split(whereSeparator: { ".[]".contains($0) }).map { RemoteKey(String($0)) }
  }
}

extension ValueShape {
  /// Reads what generated code states: the types by their names.
  ///
  /// It stops the program if the text is damaged, which no input can cause: the generator wrote it.
  ///
  /// - Parameter scalars: The types of the app, by the scalars that name them.
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
