import TestHelpers
import Foundation

/// Validates documents against a JSON Schema with the keywords that the project's schemas use.
///
/// An unknown keyword is an error. `format` is an annotation, as in the standard.
struct JSONSchemaChecker {
  struct UnknownKeyword: Error {
    let keyword: String
  }

  private let root: JSON

  init(_ root: JSON) {
    self.root = root
  }

  /// The problems, each with its path; empty if the document is valid.
  func problems(of value: JSON, by reference: String = "#") throws -> [String] {
    try check(value, by: try schema(reference), at: "")
  }

  private static let annotations: Set<String> = [
    "$schema", "$comment", "$defs", "definitions", "title", "description", "examples", "format",
    "contentEncoding", "readOnly", "writeOnly", "deprecated", "deprecationMessage",
    "doNotSuggest",
  ]

  private func schema(_ reference: String) throws -> JSON {
    var schema = root
    for part in reference.split(separator: "/").dropFirst() {
      guard let next = schema[String(part)] else { throw UnknownKeyword(keyword: reference) }
      schema = next
    }
    return schema
  }

  private func check(
    _ value: JSON, by schema: JSON, at place: String
  ) throws -> [String] {
    if case .bool(let allows) = schema { return allows ? [] : ["\(place): nothing is allowed"] }
    var problems: [String] = []
    for (keyword, argument) in schema.members.sorted(by: { $0.key < $1.key })
    where !Self.annotations.contains(keyword) {
      problems += try check(value, keyword, argument, of: schema, at: place)
    }
    return problems
  }

  private func check(
    _ value: JSON, _ keyword: String, _ argument: JSON, of schema: JSON,
    at place: String
  ) throws -> [String] {
    switch keyword {
    case "$ref": return try check(value, by: self.schema(argument.text ?? ""), at: place)
    case "allOf": return try argument.list.flatMap { try check(value, by: $0, at: place) }
    case "anyOf", "oneOf":
      let fitting = try argument.list.filter { try check(value, by: $0, at: place).isEmpty }
      let isFine = keyword == "anyOf" ? !fitting.isEmpty : fitting.count == 1
      return isFine ? [] : ["\(place): \(keyword)"]
    case "not":
      return try check(value, by: argument, at: place).isEmpty ? ["\(place): not"] : []
    case "minimum", "maximum", "minItems", "maxItems", "minProperties", "maxProperties":
      guard let size = Self.size(of: value, for: keyword), case .number(let limit) = argument else {
        return []
      }
      let isFine = keyword.hasPrefix("min") ? size >= limit : size <= limit
      return isFine ? [] : ["\(place): \(keyword)"]
    case "type": return isOfType(value, argument) ? [] : ["\(place): type"]
    case "const": return value == argument ? [] : ["\(place): const"]
    case "enum": return argument.list.contains(value) ? [] : ["\(place): enum"]
    case "pattern":
      guard let text = value.text else { return [] }
      return text.range(of: argument.text ?? "", options: .regularExpression) == nil
        ? ["\(place): pattern"] : []
    case "items":
      return try value.list.enumerated().flatMap {
        try check($1, by: argument, at: "\(place)[\($0)]")
      }
    case "required":
      guard case .object(let members) = value else { return [] }
      return argument.list.compactMap(\.text).filter { members[$0] == nil }
        .map { "\(place): \($0) is missing" }
    case "properties":
      return try argument.members.flatMap { key, schema in
        try value[key].map { try check($0, by: schema, at: "\(place).\(key)") } ?? []
      }
    case "propertyNames":
      return try value.members.keys.flatMap {
        try check(.string($0), by: argument, at: "\(place).\($0)")
      }
    case "additionalProperties":
      let known = schema["properties"]?.members ?? [:]
      let patterns = (schema["patternProperties"]?.members ?? [:]).keys
      return try value.members.filter { member in
        known[member.key] == nil && !patterns.contains { Self.matches(member.key, $0) }
      }.flatMap {
        try check($0.value, by: argument, at: "\(place).\($0.key)")
      }
    case "patternProperties":
      return try argument.members.flatMap { pattern, schema in
        try value.members.filter { Self.matches($0.key, pattern) }.flatMap {
          try check($0.value, by: schema, at: "\(place).\($0.key)")
        }
      }
    default: throw UnknownKeyword(keyword: keyword)
    }
  }

  /// The number that a keyword limits; `nil` if the value has none.
  private static func size(of value: JSON, for keyword: String) -> Double? {
    switch value {
    case .number(let number): keyword.hasSuffix("imum") ? number : nil
    case .array(let elements): keyword.hasSuffix("Items") ? Double(elements.count) : nil
    case .object(let members): keyword.hasSuffix("Properties") ? Double(members.count) : nil
    default: nil
    }
  }

  private static func matches(_ text: String, _ pattern: String) -> Bool {
    text.range(of: pattern, options: .regularExpression) != nil
  }

  private func isOfType(_ value: JSON, _ argument: JSON) -> Bool {
    let names = argument.text.map { [$0] } ?? argument.list.compactMap(\.text)
    return names.contains { name in
      switch (name, value) {
      case ("null", .null), ("boolean", .bool), ("number", .number), ("string", .string),
        ("array", .array), ("object", .object), ("number", .integer), ("integer", .integer):
        true
      case ("integer", .number(let number)): number == number.rounded()
      default: false
      }
    }
  }
}
