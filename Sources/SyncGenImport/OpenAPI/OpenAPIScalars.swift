import SwiftSyncValues
import SyncGenSchema
import SyncGenYAML

/// Types with a single value in JSON.
extension OpenAPISchemaMaker {
  /// Adds a component with limits.
  mutating func addScalar(_ name: String, _ shape: OpenAPIShape) {
    var base = scalar(shape).type
    if case .scalar = base {} else { base = .string }
    guard case .scalar(let scalarType) = base else { return }
    var scalar = ImportedScalar(name, scalarType, at: document.place(shape.node))
    let isMet = examples.meetLimits(shape.node) && shape.examplesMeetLimits(scalarType)
    let checked = isMet ? shape.valueLimits.scalar(scalarType) : nil
    scalar.pattern = checked?.pattern
    scalar.minimum = checked?.minimum
    scalar.maximum = checked?.maximum
    scalar.documentation = shape.documentation(of: name)
    scalar.notes = checked == nil ? notes(of: shape) : shape.limitNotes
    result.scalars.append(scalar)
  }

  mutating func scalar(_ shape: OpenAPIShape) -> Typed {
    for problem in shape.problems { remark(shape.node, "\(problem): not imported") }
    var typed = Typed(type: .json)
    switch Set(shape.types) {
    case ["string"]: typed = string(shape)
    case ["integer"]: typed = integer(shape)
    case ["number"], ["integer", "number"]: typed = number(shape)
    case ["boolean"]: typed.type = .scalar(.bool)
    case ["string", "number"], ["string", "integer", "number"]:
      typed.type = document.isOwn || shape.format == "decimal" ? .scalar(.decimal) : .json
      if typed.type == .json { typed.notes = [Self.note(ofTypes: Set(shape.types))] }
    case []: break
    default: typed.notes = [Self.note(ofTypes: Set(shape.types))]
    }
    typed.isOptional = shape.isNullable
    if shape.values.count == 1, let only = shape.values[0].text {
      typed.notes.append("always \(only)")
    }
    typed.notes += notes(of: shape)
    return typed
  }

  /// The comment on values of several types.
  static func note(ofTypes types: Set<String>) -> ImportNote {
    if types.contains("string"), types.isSubset(of: ["string", "integer", "number"]) {
      return "a string or a number"
    }
    return ImportNote("one of \(types.sorted().joined(separator: ", "))")
  }

  /// The limits in words.
  func notes(of shape: OpenAPIShape) -> [ImportNote] {
    var notes = shape.limits
    if let pattern = shape.pattern { notes.append("pattern \(pattern)") }
    if let minimum = shape.minimum { notes.append("at least \(minimum)") }
    if let maximum = shape.maximum { notes.append("at most \(maximum)") }
    return notes.isEmpty ? [] : [ImportNote(notes.joined(separator: ", "))]
  }

  func string(_ shape: OpenAPIShape) -> Typed {
    if shape.isEncoded { return Typed(type: .scalar(.data)) }
    switch shape.format {
    case "date-time": return Typed(type: .scalar(.date))
    case "date-time-rfc-2822", "rfc2822", "date-time-rfc2822":
      return Typed(type: .scalar(.date), dates: DateFormats([.rfc2822]))
    case "date": return Typed(type: .scalar(.day))
    case "uuid", "guid": return Typed(type: .scalar(.uuid))
    case "uri", "url", "iri", "uri-reference": return Typed(type: .scalar(.url))
    case "byte", "binary", "base64", "base64url": return Typed(type: .scalar(.data))
    case "decimal": return Typed(type: .scalar(.decimal))
    case let format?: return Typed(type: .string, notes: ["format \(format)"])
    case nil: return ownDate(shape) ?? Typed(type: .string)
    }
  }

  private func integer(_ shape: OpenAPIShape) -> Typed {
    let seconds = ["unix-time", "unix-timestamp", "unixtime", "timestamp", "epoch"]
    if seconds.contains(shape.format ?? "") {
      return Typed(type: .scalar(.date), dates: DateFormats([.unix]))
    }
    return ownDate(shape) ?? Typed(type: .int, notes: Self.formatNotes(shape))
  }

  private func number(_ shape: OpenAPIShape) -> Typed {
    if shape.format == "decimal" { return Typed(type: .scalar(.decimal)) }
    return ownDate(shape) ?? Typed(type: .scalar(.double), notes: Self.formatNotes(shape))
  }

  /// Formats that say nothing besides the type of a number or an enum.
  private static let plainFormats: Set = [
    "int", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "integer",
    "long", "short", "bigint", "float", "float32", "float64", "double", "number", "enum", "string",
    "text",
  ]

  /// The format of a number or an enum, unless it is only that of their storage.
  static func formatNotes(_ shape: OpenAPIShape) -> [ImportNote] {
    guard let format = shape.format, !plainFormats.contains(format.lowercased()) else { return [] }
    return [ImportNote("format \(format)")]
  }

  /// `generate` describes the formats of dates for which OpenAPI has no name.
  private func ownDate(_ shape: OpenAPIShape) -> Typed? {
    guard document.isOwn, let text = shape.node["description"]?.text else { return nil }
    let known: [String: DateFormat] = [
      "Seconds since 1970-01-01T00:00:00Z.": .unix,
      "Milliseconds since 1970-01-01T00:00:00Z.": .unixMilliseconds,
    ]
    if let format = known[text] {
      return Typed(type: .scalar(.date), dates: DateFormats([format]))
    }
    guard text.hasPrefix("A date in the format `"), text.hasSuffix("`.") else { return nil }
    let quoted = text.split(separator: "`", omittingEmptySubsequences: false)
    let spellings = quoted.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
    let formats = spellings.compactMap { try? DateFormat($0) }
    // Another text that only resembles one of `generate`.
    guard formats.count == spellings.count else { return nil }
    return Typed(type: .scalar(.date), dates: DateFormats(formats))
  }
}

extension OpenAPIShape {
  /// Why a single value can hardly be what is meant; `nil` if nothing suggests that.
  var contradiction: String? {
    guard let stated = types.first, !["array", "object"].contains(stated),
      items != nil || additional?.pairs.isEmpty == false
    else { return nil }
    return "it is declared as '\(stated)', but also has elements or keys"
  }

  /// The limits that a scalar may check. A limit that is excluded itself is only a comment.
  var valueLimits: ValueLimits {
    let isExcluded = limits.contains { $0.hasPrefix("without the m") }
    return ValueLimits(
      pattern: pattern, minimum: isExcluded ? nil : minimum, maximum: isExcluded ? nil : maximum,
      shortest: shortest, longest: longest)
  }

  /// Whether a value in an example, a string or a number, meets the limits.
  func limits(allow text: String) -> Bool {
    switch types {
    case ["string"]: valueLimits.allow(text, .string)
    case ["integer"], ["number"]: valueLimits.allow(text, .double)
    default: true
    }
  }

  /// Whether the schema's own examples meet the limits.
  func examplesMeetLimits(_ base: ScalarType) -> Bool {
    ((node["example"].map { [$0] } ?? []) + examples).filter { !$0.isNull }.compactMap(\.text)
      .allSatisfy { valueLimits.allow($0, base) }
  }

  /// The limits that scalars state in no other way.
  var limitNotes: [ImportNote] {
    limits.isEmpty ? [] : [ImportNote(limits.joined(separator: ", "))]
  }
}

/// Defaults as stated in a schema.
enum OpenAPIDefault {
  /// Returns nil if it is not a value of the type.
  static func value(
    _ node: YAMLNode, _ type: ImportedTypeName, _ model: ImportedEnum?
  ) -> YAMLValue? {
    switch type {
    case .list:
      guard case .sequence(let elements) = node.content else { return nil }
      return elements.isEmpty ? .list([]) : nil
    case .dictionary:
      guard case .mapping(let pairs) = node.content else { return nil }
      return pairs.isEmpty ? .mapping([]) : nil
    case .named:
      guard let model, let text = node.text, model.cases.contains(where: { $0.value == text })
      else { return nil }
      return model.isInteger ? .word(text) : .text(text)
    case .scalar(let scalar): return node.text.flatMap { value($0, scalar) }
    default: return nil
    }
  }

  private static func value(_ text: String, _ type: ScalarType) -> YAMLValue? {
    switch type {
    case .string, .url, .day: .text(text)
    case .int: Int(text).map { .number($0) }
    case .double: Double(text).flatMap { $0.isFinite ? .word("\($0)") : nil }
    case .decimal: Double(text) == nil ? nil : .text(text)
    case .bool: ["true": .flag(true), "false": .flag(false)][text]
    case .date, .uuid, .data, .json: nil
    }
  }
}

extension YAMLNode {
  /// A limit as text. FastAPI writes those of integers as decimals, such as `1.0`.
  var limit: String? {
    guard let text else { return nil }
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
