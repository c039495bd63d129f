extension PayloadDecoder {
  /// The string at the key; `nil` if the decoder has something else there.
  func text(
    _ container: KeyedDecodingContainer<RemoteKey>, _ key: RemoteKey
  ) throws -> String? {
    JSONValue.accept { try container.decode(String.self, forKey: key) }
  }

  func withToken<R>(_ text: String, _ body: (JSONToken) throws -> R) throws -> R {
    var text = text
    return try text.withUTF8 { try body(JSONToken(.string, JSONSlice($0))) }
  }

  /// The value without a detour where the decoder has the attribute's own JSON type.
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

  /// The value at the key as a token of JSON, whatever it is.
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
          codingPath: container.codingPath + [key], debugDescription: "\(error.message) (A22)"))
    }
  }
}

extension ValueConverter {
  /// Whether the type is usually a string in JSON.
  var takesText: Bool {
    switch rule {
    case .string, .date, .day, .uuid, .url, .data, .textEnum, .moneyCurrency: true
    case .int, .double, .decimal, .bool, .json, .moneyMinor, .integerEnum, .array, .dictionary:
      false
    }
  }
}
