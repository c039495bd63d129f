/// Reads and writes one value by the applier's table of conversions.
struct ScalarForm<Value: SyncedValue & Sendable>: Sendable {
  let type: ValueType
  let isStrict: Bool

  var form: WireFormat<Value> {
    WireFormat(read: read) { try json($0, $1).encode(to: $1) }
  }

  private func read(_ decoder: any Decoder) throws -> Value {
    let json = try decoder.singleValueContainer().decode(JSONValue.self)
    let arena = ByteArena(chunkSize: 256)
    var scanner = JSONScanner(arena.copy(json.json))
    let token = try scanner.readValue()
    let column = ValueConverter(type, isStrict: isStrict).convert(token, in: arena)
    if let column, !column.isNull, let value = Value(column: column) { return value }
    throw DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: decoder.codingPath,
        debugDescription: ValueExpectation.message(
          expected: ValueExpectation.words(for: type), found: token)))
  }

  private func json(_ value: Value, _ encoder: any Encoder) throws -> JSONValue {
    var text: [UInt8] = []
    let isWritten = value.stored(in: .text)?.withBound {
      JSONText.append($0, of: type, form: .export(dates: nil), to: &text)
    }
    guard isWritten == true else {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: encoder.codingPath, debugDescription: "\(value) has no form in JSON"))
    }
    return try JSONValue(json: String(decoding: text, as: UTF8.self))
  }
}
