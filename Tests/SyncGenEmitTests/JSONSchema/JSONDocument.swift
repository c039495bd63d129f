import Foundation

/// JSON of any shape, for tests.
indirect enum JSONDocument: Equatable, Decodable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONDocument])
  case object([String: JSONDocument])

  init(_ text: String) throws {
    self = try JSONDecoder().decode(JSONDocument.self, from: Data(text.utf8))
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONDocument].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONDocument].self))
    }
  }

  subscript(key: String) -> JSONDocument? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  var elements: [JSONDocument] {
    if case .array(let elements) = self { elements } else { [] }
  }

  var members: [String: JSONDocument] {
    if case .object(let members) = self { members } else { [:] }
  }

  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }
}
