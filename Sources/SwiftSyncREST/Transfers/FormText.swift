/// Converts a JSON value to the parameters of `application/x-www-form-urlencoded`.
///
/// | Value | Parameters |
/// |---|---|
/// | an object | `address[city]=Graz` |
/// | a list of plain values | `tags[]=a&tags[]=b` |
/// | a list of objects or lists | `items[0][price]=7&items[1][price]=9` |
/// | null, an empty list or object | none |
enum FormText {
  static func parameters(_ json: JSONValue, named name: String = "") -> [(String, String)] {
    switch json {
    case .null: []
    case .bool(let flag): [(name, flag ? "true" : "false")]
    case .number(let number): [(name, number.text)]
    case .string(let text): [(name, text)]
    case .array(let elements): parameters(elements, named: name)
    case .object(let members):
      members.sorted { $0.key < $1.key }.flatMap { key, value in
        parameters(value, named: name.isEmpty ? key : "\(name)[\(key)]")
      }
    }
  }

  private static func parameters(
    _ elements: [JSONValue], named name: String
  ) -> [(String, String)] {
    let isPlain = isPlain(elements)
    return elements.enumerated().flatMap { index, element in
      parameters(element, named: isPlain ? "\(name)[]" : "\(name)[\(index)]")
    }
  }

  private static func isPlain(_ elements: [JSONValue]) -> Bool {
    elements.allSatisfy { element in
      switch element {
      case .array, .object: false
      case .null, .bool, .number, .string: true
      }
    }
  }

  /// The parameters as the text of a body. Brackets are not encoded, so that server logs are
  /// readable.
  static func text(_ json: JSONValue) -> String {
    parameters(json).map { name, value in
      "\(PercentEncoding.encoded(name, keeping: "[]"))=\(PercentEncoding.encoded(value))"
    }
    .joined(separator: "&")
  }
}
