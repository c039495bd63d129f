import SwiftSyncValues

/// What the runtime knows of a type without a table, of which attributes have values.
///
/// A class, because a type may have lists of its own values. It is complete before anybody else sees it and
/// never changes after that, which makes it `Sendable`.
@_spi(Generated)
public final class ValueShape: @unchecked Sendable {
  /// The name in the schema, e.g. `Address`.
  public let name: String
  /// Whether payloads must have each value in the JSON type of its own type.
  package let isStrict: Bool
  /// What was stated of it and of the types inside it, by which two of them are equal.
  private let source: String
  package private(set) var fields: [ValueFieldMetadata] = []
  /// The cases of a tagged value, which has no fields of its own.
  package private(set) var tagging: ValueTagging?
  /// How payloads are read, leniently and strictly, and how stored texts are.
  package private(set) var lenient = ValuePlan.empty
  package private(set) var strict = ValuePlan.empty
  package private(set) var stored = ValuePlan.empty
  /// As `stored`, with the checks of scalars.
  package private(set) var checked = ValuePlan.empty

  package init(_ name: String, strict isStrict: Bool, source: String) {
    self.name = name
    self.isStrict = isStrict
    self.source = source
  }

  /// Gives the type its fields, once.
  package func complete(_ fields: [ValueFieldMetadata]) {
    self.fields = fields
    lenient = ValuePlan(fields, .payload(strict: false))
    strict = ValuePlan(fields, .payload(strict: true))
    stored = ValuePlan(fields, .stored(checked: false))
    let hasChecks = fields.contains { $0.scalar != nil }
    checked = hasChecks ? ValuePlan(fields, .stored(checked: true)) : stored
  }

  /// Gives a tagged value its cases, once; their types are complete.
  package func complete(_ tagging: ValueTagging) {
    self.tagging = tagging
  }

  /// The cases of a tagged value: the key of the tag, what it says as JSON, and the type of the fields.
  package var cases: [(key: String, value: String, shape: ValueShape?)]? {
    tagging.map { tagging in
      tagging.cases.map {
        (tagging.tag, String(decoding: $0.value.json, as: UTF8.self), $0.shape)
      }
    }
  }

  /// The types of its fields and its cases.
  private var inner: [ValueShape] {
    fields.compactMap { $0.type.content?.shape } + (tagging?.cases.compactMap(\.shape) ?? [])
  }

  /// Whether a field has to pass the check of a scalar, at any depth.
  package var isChecked: Bool {
    var seen: Set<ObjectIdentifier> = []
    var open = [self]
    while let shape = open.popLast() {
      guard seen.insert(ObjectIdentifier(shape)).inserted else { continue }
      if shape.fields.contains(where: { $0.scalar != nil }) { return true }
      open += shape.inner
    }
    return false
  }

  /// Whether its values may be nested at any depth: a type has lists of its own values, or a field is JSON. A type that
  /// occurs in several places counts, too.
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
  /// The type of what lists and dictionaries hold, however many of them are in each other.
  fileprivate var innermost: ValueType {
    switch self {
    case .array(let element), .dictionary(let element): element.innermost
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

/// What the runtime knows of one field of such a type.
package struct ValueFieldMetadata {
  /// The keys in the stored text: one, or minor units and currency for money.
  package let keys: [String]
  package let type: ValueType
  /// The check of a scalar of the schema that its values, or their elements, have to pass.
  package let scalar: ScalarMetadata?
  package let isOptional: Bool
  /// Dotted paths in a payload's object, tried in order.
  package let remote: [String]
  /// For money, the path of the currency; `remote` then names the minor units.
  package let currency: String?
  /// The default as it stands in the stored text, for each key; empty where there is none.
  let defaultTexts: [[UInt8]]
  package let isEmptyNull: Bool
  /// Whether a payload's value that does not fit is null, instead of making the whole value bad.
  let invalidIsNull: Bool
}

/// Where values of such types stand: in a column or a field.
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
  /// The values of a type without a table that the type has; `nil` for all others.
  package var content: ValueContent? {
    switch self {
    case .value(let shape): .object(shape)
    case .array(.value(let shape)): .list(shape)
    case .dictionary(.value(let shape)): .dictionary(shape)
    default: nil
    }
  }
}
