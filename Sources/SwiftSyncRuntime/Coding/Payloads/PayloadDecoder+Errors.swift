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
          debugDescription: "'\(field.name)' is required\(note ?? "") (A1)"))
    }
    return .valueNotFound(
      Any.self,
      DecodingError.Context(
        codingPath: codingPath + [key],
        debugDescription: "'\(field.name)' is required and cannot be null (A2)"))
  }

  func badValue(
    _ type: ValueType, _ token: JSONToken, _ container: KeyedDecodingContainer<RemoteKey>,
    _ key: RemoteKey
  ) -> DecodingError {
    badValue(expected: ValueExpectation.words(for: type), token, container, key)
  }

  func badValue(
    expected: String, _ token: JSONToken, _ container: KeyedDecodingContainer<RemoteKey>,
    _ key: RemoteKey
  ) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(
        codingPath: container.codingPath + [key],
        debugDescription: ValueExpectation.message(expected: expected, found: token) + " (A17)"))
  }
}
