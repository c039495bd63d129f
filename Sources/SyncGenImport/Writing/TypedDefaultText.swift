import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenSchema

/// The short form of an attribute or a field with a default, such as `bool = false`.
struct TypedDefaultText {
  private let type: ImportedTypeName
  private let schema: ImportedSchema

  /// The type with the default after it; `nil` if only the key `default` can state it.
  static func value(of attribute: ImportedAttribute, in schema: ImportedSchema) -> YAMLValue? {
    let text = Self(type: attribute.type, schema: schema)
    guard let value = attribute.defaultValue, let stated = text.spelling(of: value) else {
      return nil
    }
    return .text(attribute.type.text + (attribute.isOptional ? "?" : "") + " = " + stated)
  }

  private func spelling(of value: YAMLValue) -> String? {
    switch type {
    case .list:
      guard case .list = value else { return nil }
      return Self.json(value)
    case .dictionary:
      guard case .mapping = value else { return nil }
      return Self.json(value)
    case .scalar(let scalar): return spelling(of: value, scalar)
    case .named(let name): return spelling(of: value, named: name)
    case .money, .patch, .optional, .fields, .taggedRows: return nil
    }
  }

  private func spelling(of value: YAMLValue, named name: String) -> String? {
    if let scalar = schema.scalars.first(where: { $0.name == name }) {
      return spelling(of: value, scalar.base)
    }
    guard schema.enums.contains(where: { $0.name == name }) else { return nil }
    switch value {
    case .text(let text), .word(let text): return Self.isWord(text) ? text : nil
    case .list, .mapping: return nil
    }
  }

  private func spelling(of value: YAMLValue, _ scalar: ScalarType) -> String? {
    switch (scalar, value) {
    case (.string, .text(let text)), (.url, .text(let text)), (.uuid, .text(let text)),
      (.date, .text(let text)), (.day, .text(let text)):
      return JSONString.quotedInSource(text)
    case (.uuid, .word("new")): return "new"
    case (.date, .word("now")): return "now"
    case (.string, .word("temporary")), (.uuid, .word("temporary")): return "temporary"
    case (.int, .word(let word)), (.double, .word(let word)), (.decimal, .word(let word)),
      (.bool, .word(let word)):
      return Self.isWord(word) && word != "null" ? word : nil
    case (.decimal, .text(let text)): return NumberText.isNumber(text) ? text : nil
    case (.json, .list), (.json, .mapping), (.json, .word): return Self.json(value)
    default: return nil
    }
  }

  private static func isWord(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
          || "_-+.".utf8.contains(byte)
      }
  }

  /// The value in JSON; `nil` if it contains a word that JSON does not have.
  private static func json(_ value: YAMLValue) -> String? {
    switch value {
    case .text(let text): return JSONString.quotedInSource(text)
    case .word(let word):
      return ["true", "false", "null"].contains(word) || NumberText.isNumber(word) ? word : nil
    case .list(let elements):
      let texts = elements.compactMap(json)
      return texts.count == elements.count ? "[\(texts.joined(separator: ", "))]" : nil
    case .mapping(let entries):
      let texts = entries.compactMap { entry in
        json(entry.value).map { "\(JSONString.quotedInSource(entry.key)): \($0)" }
      }
      return texts.count == entries.count ? "{\(texts.joined(separator: ", "))}" : nil
    }
  }
}
