import SwiftSyncValues

/// The runtime's description of a type without a table, which attributes have as their type.
///
/// It is a class because a type may contain lists of its own values. It is complete before it is
/// shared and never changes afterwards, which makes it `Sendable`.
@_spi(Generated)
public final class ValueShape: @unchecked Sendable {
  /// The name in the schema, e.g. `Address`.
  public let name: String
  /// Whether payloads must contain each value in the JSON type of its own type.
  package let isStrict: Bool
  /// The source text of this type and of the types inside it, by which two types are compared.
  private let source: String
  package private(set) var fields: [ValueFieldMetadata] = []
  /// The cases of a tagged value, which has no fields of its own.
  package private(set) var tagging: ValueTagging?
  /// How payloads are read, leniently and strictly, and how stored text is read.
  package private(set) var lenient = ValuePlan.empty
  package private(set) var strict = ValuePlan.empty
  package private(set) var stored = ValuePlan.empty
  /// Like `stored`, with the checks of scalars.
  package private(set) var checked = ValuePlan.empty

  package init(_ name: String, strict isStrict: Bool, source: String) {
    self.name = name
    self.isStrict = isStrict
    self.source = source
  }

  /// Sets the fields of the type. Called once, and again when their defaults are in their stored
  /// form.
  package func complete(_ fields: [ValueFieldMetadata]) {
    self.fields = fields
    lenient = ValuePlan(fields, .payload(strict: false))
    strict = ValuePlan(fields, .payload(strict: true))
    stored = ValuePlan(fields, .stored(checked: false))
    let hasChecks = fields.contains { $0.scalar != nil }
    checked = hasChecks ? ValuePlan(fields, .stored(checked: true)) : stored
  }

  /// Sets the cases of a tagged value, whose types are complete. Called whenever these are.
  package func complete(_ tagging: ValueTagging) {
    self.tagging = tagging
  }

  /// The cases of a tagged value: the key of the tag, its JSON value, and the type of the fields.
  package var cases: [(key: String, value: String, shape: ValueShape?)]? {
    tagging.map { tagging in
      tagging.cases.map {
        (tagging.tag, String(decoding: $0.value.json, as: UTF8.self), $0.shape)
      }
    }
  }

  /// The types of the fields and the cases.
  private var inner: [ValueShape] {
    fields.compactMap { $0.type.content?.shape } + (tagging?.cases.compactMap(\.shape) ?? [])
  }

  /// Whether a field must pass the check of a scalar, at any depth.
  package var isChecked: Bool { hasScalar { _ in true } }

  /// Whether the app has a type for the scalar of a field, at any depth.
  var hasAppTypes: Bool { hasScalar(where: \.hasType) }

  private func hasScalar(where condition: (ScalarMetadata) -> Bool) -> Bool {
    var seen: Set<ObjectIdentifier> = []
    var open = [self]
    while let shape = open.popLast() {
      guard seen.insert(ObjectIdentifier(shape)).inserted else { continue }
      if shape.fields.contains(where: { $0.scalar.map(condition) ?? false }) { return true }
      open += shape.inner
    }
    return false
  }

  /// Whether its values may be nested at any depth: a type contains lists of its own values, or a
  /// field is JSON. A type that occurs in several places also counts.
  package var nestsDeeply: Bool {
    var seen: Set<ObjectIdentifier> = []
    var open = [self]
    while let shape = open.popLast() {
      guard seen.insert(ObjectIdentifier(shape)).inserted else { return true }
      if shape.fields.contains(where: { $0.type.innermost == .json }) { return true }
      open += shape.inner
    }
    return false
  }

  package func plan(strict isStrict: Bool) -> ValuePlan { isStrict ? strict : lenient }
}

extension ValueType {
  /// The type of the innermost elements of lists and dictionaries.
  fileprivate var innermost: ValueType {
    switch self {
    case .array(let element, _), .dictionary(let element): element.innermost
    default: self
    }
  }

  /// Whether values may be nested at any depth.
  package var nestsDeeply: Bool {
    switch innermost {
    case .json: true
    case .value(let shape): shape.nestsDeeply
    default: false
    }
  }
}

@_spi(Generated)
extension ValueShape: Hashable {
  public static func == (left: ValueShape, right: ValueShape) -> Bool {
    left === right || left.name == right.name && left.source == right.source
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
  }
}

/// The runtime's description of one field of such a type.
@dynamicMemberLookup
package struct ValueFieldMetadata {
  let field: FieldMetadata
  /// The keys in the stored JSON: one, or the minor units and the currency for money.
  package let keys: [String]
  /// The default for each key as it is written in the stored JSON; empty where there is none.
  var defaultTexts: [[UInt8]] = []

  package subscript<Value>(dynamicMember path: KeyPath<FieldMetadata, Value>) -> Value {
    field[keyPath: path]
  }
}

/// How a column or a field contains values of such types.
package enum ValueContent {
  case object(ValueShape)
  case list(ValueShape)
  case dictionary(ValueShape)

  package var shape: ValueShape {
    switch self {
    case .object(let shape), .list(let shape), .dictionary(let shape): shape
    }
  }
}

extension ValueType {
  /// The values of a type without a table that this type contains; `nil` for all other types.
  package var content: ValueContent? {
    switch self {
    case .value(let shape): .object(shape)
    case .array(.value(let shape), _): .list(shape)
    case .dictionary(.value(let shape)): .dictionary(shape)
    default: nil
    }
  }
}
