import Foundation

/// A JSON value of a case or a report; numbers compare by value, so 1 equals 1.0.
package enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  /// An integer that a double cannot represent exactly.
  case integer(Int64)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  package init(_ value: Int64) {
    self = Int64(exactly: Double(value)) == value ? .number(Double(value)) : .integer(value)
  }

  package init(text: String) throws {
    self = try JSONDecoder().decode(JSON.self, from: Data(text.utf8))
  }

  package subscript(_ key: String) -> JSON? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  package var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  package var list: [JSON] {
    if case .array(let elements) = self { elements } else { [] }
  }

  package var members: [String: JSON] {
    if case .object(let members) = self { members } else { [:] }
  }

  /// The value as a command-line argument.
  package var argument: String {
    text ?? description
  }
}

extension JSON: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // The most frequent kinds first: each failed attempt throws, and the test library records where.
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([String: JSON].self) {
      self = .object(value)
    } else if let value = try? container.decode([JSON].self) {
      self = .array(value)
    } else if let value = try? container.decode(Int64.self) {
      self.init(value)
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else {
      self = .number(try container.decode(Double.self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let value): try encode(value, to: &container)
    case .integer(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }

  /// Writes integers without a fraction, as payloads spell them.
  private func encode(
    _ value: Double, to container: inout any SingleValueEncodingContainer
  ) throws {
    if let whole = Int64(exactly: value) {
      try container.encode(whole)
    } else {
      try container.encode(value)
    }
  }
}

extension JSON: CustomStringConvertible {
  package var description: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    } catch {
      return "\(error)"
    }
  }
}

extension JSON {
  /// The parts of `self` that `actual` does not match; objects may have more members than expected.
  package func differences(from actual: JSON, at path: String = "report") -> [String] {
    switch (self, actual) {
    case (.object(let expected), .object(let members)):
      return expected.sorted { $0.key < $1.key }.flatMap { key, value in
        members[key].map { value.differences(from: $0, at: "\(path).\(key)") }
          ?? ["\(path).\(key) is missing"]
      }
    case (.array(let expected), .array(let elements)) where expected.count == elements.count:
      return zip(expected, elements).enumerated().flatMap { position, pair in
        pair.0.differences(from: pair.1, at: "\(path)[\(position)]")
      }
    default:
      return self == actual ? [] : ["\(path): expected \(self), got \(actual)"]
    }
  }
}
