import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

extension PayloadDecoder {
  /// The string at the key; `nil` if the decoder contains a value of another type.
  func text(
    _ container: KeyedDecodingContainer<RemoteKey>, _ key: RemoteKey
  ) throws -> String? {
    JSONValue.accept { try container.decode(String.self, forKey: key) }
  }

  func withToken<R>(_ text: String, _ body: (JSONToken) throws -> R) throws -> R {
    var text = text
    return try text.withUTF8 { try body(JSONToken(.string, JSONSlice($0))) }
  }

  /// The value, read directly if the decoder contains the attribute's own JSON type.
  func scalar(
    _ container: KeyedDecodingContainer<RemoteKey>, _ key: RemoteKey, _ rule: ValueConverter.Rule
  ) throws -> BoundValue? {
    switch rule {
    case .int:
      JSONValue.accept { try container.decode(Int64.self, forKey: key) }
        .map(BoundValue.integer)
    case .double:
      JSONValue.accept { try container.decode(Double.self, forKey: key) }
        .map(BoundValue.real)
    case .bool:
      JSONValue.accept { try container.decode(Bool.self, forKey: key) }
        .map { .integer($0 ? 1 : 0) }
    default: nil
    }
  }

  /// The value at the key as a JSON token, whatever its type.
  func token(
    _ container: KeyedDecodingContainer<RemoteKey>, _ key: RemoteKey
  ) throws -> JSONToken {
    let value = try container.decode(JSONValue.self, forKey: key)
    var scanner = JSONScanner(arena.copy(value.json))
    do {
      return try scanner.readValue()
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: container.codingPath + [key], debugDescription: error.message))
    }
  }
}

extension PayloadDecoder {
  /// Whether an app's type has made an empty string of a value that is null if it is empty.
  func isNull(_ value: some SyncedValue, _ converter: ValueConverter) -> Bool {
    converter.rules.isEmptyNull && value is any StoredScalar && value.stored(in: .text) == .text("")
  }
}

extension ValueConverter {
  /// Whether the type is usually a string in JSON.
  var takesText: Bool {
    switch baseRule {
    case .string, .date, .day, .uuid, .uuidBlob, .url, .data, .textEnum, .moneyCurrency,
      .formattedDate,
      .formattedDay, .separated:
      true
    case .int, .double, .decimal, .bool, .json, .moneyMinor, .moneyMajor, .integerEnum, .array,
      .dictionary, .value, .checked:
      false
    }
  }
}

extension PayloadDecoder {
  func absence(_ index: Int, isNull: Bool) -> DecodingError {
    let field = coding.fields[index]
    let key = field.locations.first?.key ?? RemoteKey(field.name)
    guard isNull else {
      let attributes = coding.metadata.attributes
      let note = attributes.indices.contains(index) ? attributes[index].generatedDefault?.note : nil
      return .keyNotFound(
        key,
        DecodingError.Context(
          codingPath: codingPath,
          debugDescription: "'\(field.name)' is required\(note ?? "")"))
    }
    return .valueNotFound(
      Any.self,
      DecodingError.Context(
        codingPath: codingPath + [key],
        debugDescription: "'\(field.name)' is required and cannot be null"))
  }

  func badValue(
    _ type: ValueType, _ token: JSONToken, _ container: KeyedDecodingContainer<RemoteKey>,
    _ key: RemoteKey
  ) -> DecodingError {
    badValue(expected: ValueExpectation.words(for: type), token, container, key)
  }

  func badValue(
    _ failure: ValueFailure, _ container: KeyedDecodingContainer<RemoteKey>, _ key: RemoteKey
  ) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(
        codingPath: container.codingPath + [key] + failure.keys, debugDescription: failure.message))
  }

  func badValue(
    expected: String, _ token: JSONToken, _ container: KeyedDecodingContainer<RemoteKey>,
    _ key: RemoteKey
  ) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(
        codingPath: container.codingPath + [key],
        debugDescription: ValueExpectation.message(expected: expected, found: token)))
  }
}
