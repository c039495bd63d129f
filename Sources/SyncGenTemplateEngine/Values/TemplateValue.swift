/// A value in a template: everything that JSON can represent, and objects with members.
///
/// `undefined` is the value of an unknown name; `null` is a known name without a value. Only the
/// former is an error where it would be printed.
package enum TemplateValue: Sendable {
  case undefined
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case array([TemplateValue])
  case dictionary(TemplateDictionary)
  case object(any TemplateObject)
}

/// A typed context whose members a template accesses by name, created on demand.
package protocol TemplateObject: AnyObject, Sendable {
  /// The member with a name, or nil if there is no such member (not if it has no value).
  func member(_ name: TemplateName) -> TemplateValue?
  /// The member with a name inside an object that is a group of this one's members, or nil if that
  /// is not such an object. It takes less time than to ask for the group first.
  func member(_ name: TemplateName, in group: TemplateName) -> TemplateValue?
  /// All names that `member` knows, for printing, iterating and suggestions.
  var memberNames: [String] { get }
  /// Whether all objects of its kind have the same members, so that any other name is a mistake,
  /// even where a template only tests it.
  var hasFixedMembers: Bool { get }
}

extension TemplateObject {
  package var hasFixedMembers: Bool { false }

  package func member(_ name: TemplateName, in group: TemplateName) -> TemplateValue? { nil }
}

extension TemplateValue {
  /// Creates the text, or `null` for nil.
  package init(_ text: String?) {
    self = text.map(TemplateValue.string) ?? .null
  }

  /// Creates the number, or `null` for nil.
  package init(_ number: Int?) {
    self = number.map(TemplateValue.int) ?? .null
  }

  package var isUndefined: Bool {
    if case .undefined = self { return true }
    return false
  }

  /// Whether there is no value: undefined or null.
  package var isNothing: Bool {
    switch self {
    case .undefined, .null: true
    default: false
    }
  }

  /// Whether the value is an object whose members are known in advance. It has no text.
  var isFixedObject: Bool {
    if case .object(let object) = self { object.hasFixedMembers } else { false }
  }

  /// Whether `{% if %}` considers the value true: not empty, not false, above zero.
  package var isTrue: Bool {
    switch self {
    case .undefined, .null: false
    case .bool(let value): value
    case .int(let value): value > 0
    case .double(let value): value > 0
    case .string(let value): !value.isEmpty
    case .array(let values): !values.isEmpty
    case .dictionary(let entries): !entries.isEmpty
    case .object: true
    }
  }

  /// The kind of the value in messages, e.g. `a string`.
  package var kindName: String {
    switch self {
    case .undefined, .null: "nothing"
    case .bool: "a boolean"
    case .int: "an integer"
    case .double: "a decimal number"
    case .string: "a string"
    case .array: "a list"
    case .dictionary: "a dictionary"
    case .object: "an object"
    }
  }
}
