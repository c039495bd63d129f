import SwiftSyncFoundation

/// Reads and writes whole texts in the form of a type that is not `Codable` itself.
enum FormCoding {
  private static let formKey = CodingUserInfoKey(rawValue: "SwiftSync.form")

  /// - Throws: `DecodingError`.
  static func read<Value>(_ data: Data, _ form: WireFormat<Value>) throws -> Value {
    let decoder = JSONDecoder()
    if let formKey { decoder.userInfo[formKey] = form }
    return try decoder.decode(Input<Value>.self, from: data).value
  }

  /// Compact JSON with sorted keys.
  ///
  /// - Throws: `EncodingError`.
  static func write<Value>(_ value: Value, _ form: WireFormat<Value>) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(Output(value: value, form: form))
  }

  private struct Input<Value: Sendable>: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws {
      guard let key = formKey, let form = decoder.userInfo[key] as? WireFormat<Value> else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(codingPath: [], debugDescription: "the format is unknown"))
      }
      value = try form.read(decoder)
    }
  }

  private struct Output<Value: Sendable>: Encodable {
    let value: Value
    let form: WireFormat<Value>

    func encode(to encoder: any Encoder) throws {
      try form.write(value, encoder)
    }
  }
}

extension DecodingError {
  /// What does not fit, and where: `at [3].sent_at: expected a date, found "soon"`.
  var reason: String {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      context.reason(at: context.codingPath)
    case .keyNotFound(let key, let context):
      "\(context.codingPath.place(after: key)) is missing"
    @unknown default: String(describing: self)
    }
  }
}

extension DecodingError.Context {
  fileprivate func reason(at path: [any CodingKey]) -> String {
    path.isEmpty ? debugDescription : "at \(path.place()): \(debugDescription)"
  }
}

extension [any CodingKey] {
  /// As reports of the applier write it: `[3].items[2].title`.
  fileprivate func place(after key: (any CodingKey)? = nil) -> String {
    var text = ""
    for key in self + (key.map { [$0] } ?? []) {
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
    return text
  }
}
