import Foundation

/// Judges documents by a JSON Schema with the keywords that the project's schemas use.
///
/// A keyword that it does not know is a mistake, not a pass. `format` is an annotation, as the
/// standard has it.
struct JSONSchemaChecker {
  struct UnknownKeyword: Error {
    let keyword: String
  }

  private let root: JSONDocument

  init(_ root: JSONDocument) {
    self.root = root
  }

  /// What does not fit, each with its place; none if the document is valid.
  func problems(of value: JSONDocument, by reference: String = "#") throws -> [String] {
    try check(value, by: try schema(reference), at: "")
  }

  private static let annotations: Set<String> = [
    "$schema", "$comment", "$defs", "definitions", "title", "description", "examples", "format",
    "contentEncoding", "readOnly", "writeOnly", "deprecated", "deprecationMessage",
    "doNotSuggest",
  ]

  private func schema(_ reference: String) throws -> JSONDocument {
    var schema = root
    for part in reference.split(separator: "/").dropFirst() {
      guard let next = schema[String(part)] else { throw UnknownKeyword(keyword: reference) }
      schema = next
    }
    return schema
  }

  private func check(
    _ value: JSONDocument, by schema: JSONDocument, at place: String
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
    _ value: JSONDocument, _ keyword: String, _ argument: JSONDocument, of schema: JSONDocument,
    at place: String
  ) throws -> [String] {
    switch keyword {
    case "$ref": return try check(value, by: self.schema(argument.text ?? ""), at: place)
    case "allOf": return try argument.elements.flatMap { try check(value, by: $0, at: place) }
    case "anyOf", "oneOf":
      let fitting = try argument.elements.filter { try check(value, by: $0, at: place).isEmpty }
      let isFine = keyword == "anyOf" ? !fitting.isEmpty : fitting.count == 1
      return isFine ? [] : ["\(place): \(keyword)"]
    case "type": return isOfType(value, argument) ? [] : ["\(place): type"]
    case "const": return value == argument ? [] : ["\(place): const"]
    case "enum": return argument.elements.contains(value) ? [] : ["\(place): enum"]
    case "pattern":
      guard let text = value.text else { return [] }
      return text.range(of: argument.text ?? "", options: .regularExpression) == nil
        ? ["\(place): pattern"] : []
    case "minimum":
      guard case .number(let number) = value, case .number(let least) = argument else { return [] }
      return number < least ? ["\(place): minimum"] : []
    case "minItems", "maxItems":
      guard case .array(let elements) = value, case .number(let count) = argument else { return [] }
      let isFine =
        keyword == "minItems" ? elements.count >= Int(count) : elements.count <= Int(count)
      return isFine ? [] : ["\(place): \(keyword)"]
    case "items":
      return try value.elements.enumerated().flatMap {
        try check($1, by: argument, at: "\(place)[\($0)]")
      }
    case "required":
      guard case .object(let members) = value else { return [] }
      return argument.elements.compactMap(\.text).filter { members[$0] == nil }
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
      return try value.members.filter { known[$0.key] == nil }.flatMap {
        try check($0.value, by: argument, at: "\(place).\($0.key)")
      }
    default: throw UnknownKeyword(keyword: keyword)
    }
  }

  private func isOfType(_ value: JSONDocument, _ argument: JSONDocument) -> Bool {
    let names = argument.text.map { [$0] } ?? argument.elements.compactMap(\.text)
    return names.contains { name in
      switch (name, value) {
      case ("null", .null), ("boolean", .bool), ("number", .number), ("string", .string),
        ("array", .array), ("object", .object):
        true
      case ("integer", .number(let number)): number == number.rounded()
      default: false
      }
    }
  }
}
