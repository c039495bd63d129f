import SwiftSyncValues
package import SyncGenDiagnostics

/// A type under `types:` that attributes have: a struct without a table, stored as one JSON text.
///
/// A class, because it has many parts, which would all be copied whenever one of them is read.
package final class ValueTypeModel: NamedElement, Sendable {
  package let name: SwiftIdentifier
  /// At least one field; none for a tagged value, and possibly none for the fields of a case.
  package let fields: [ValueField]
  /// The cases, if the type is a tagged value.
  package let tagging: Tagging?
  package let settings: TypeSettings
  package let span: SourceSpan

  package var notes: Notes { settings.notes }

  init(
    name: SwiftIdentifier, fields: [ValueField], tagging: Tagging?, settings: TypeSettings,
    span: SourceSpan
  ) {
    self.name = name
    self.fields = fields
    self.tagging = tagging
    self.settings = settings
    self.span = span
  }

  func with(fields: [ValueField]) -> ValueTypeModel {
    ValueTypeModel(
      name: name, fields: fields, tagging: tagging, settings: settings, span: span)
  }
}

/// A field of a value type, with all conventions applied.
@dynamicMemberLookup
package struct ValueField: NamedElement, Hashable, Sendable {
  package let name: SwiftIdentifier
  package let type: AttributeType
  /// The scalar of the schema that the type names, or that of its elements.
  package let scalar: NamedScalar?
  package let isOptional: Bool
  package let remote: RemoteMapping
  /// The keys in the stored text: one, or minor units and currency for money.
  package let storageNames: [String]
  package var defaultValue: ConstantValue?
  package let settings: FieldSettings
  package let span: SourceSpan

  package var notes: Notes { settings.notes }

  package subscript<Value>(dynamicMember path: KeyPath<FieldSettings, Value>) -> Value {
    settings[keyPath: path]
  }

  /// Whether a payload value that does not fit is replaced by null, instead of making the whole
  /// value invalid.
  package var invalidIsNull: Bool { settings.invalidValues == .null }

  func with(default value: ConstantValue?) -> ValueField {
    var copy = self
    copy.defaultValue = value
    return copy
  }
}

/// The position of a type in `Schema.valueTypes`.
package struct ValueTypeID: Hashable, Sendable {
  package let index: Int

  init(_ index: Int) {
    self.index = index
  }
}

extension AttributeType {
  /// The value type itself, or that of its elements.
  package var valueType: ValueTypeID? {
    switch self {
    case .value(let id), .array(.value(let id)), .dictionary(.value(let id)): id
    case .scalar, .enumeration, .money, .array, .dictionary: nil
    }
  }

  /// The enum itself, or that of its elements.
  package var enumeration: EnumID? {
    switch self {
    case .enumeration(let id), .array(.enumeration(let id)), .dictionary(.enumeration(let id)): id
    case .scalar, .money, .value, .array, .dictionary: nil
    }
  }
}

extension ValueTypeModel {
  /// The types of its fields and its cases.
  package var inner: [ValueTypeID] {
    fields.compactMap(\.type.valueType) + (tagging?.cases.compactMap(\.type) ?? [])
  }

  /// The types whose values are stored inline in its values, not in a list, so that Swift lays them
  /// out in place.
  fileprivate var held: [ValueTypeID] {
    let fields = fields.compactMap { field in
      if case .value(let id) = field.type { id } else { nil }
    }
    return fields + (tagging?.cases.compactMap(\.type) ?? [])
  }
}

extension Schema {
  /// Whether a value of a type may contain one of the same type outside a list.
  package func isRecursive(_ id: ValueTypeID) -> Bool {
    var seen: Set<ValueTypeID> = []
    var open = self[id].held
    while let next = open.popLast() {
      if next == id { return true }
      if seen.insert(next).inserted { open += self[next].held }
    }
    return false
  }

  /// The positions of the value types that attributes reach, ascending: those that databases
  /// contain.
  package var storedValueTypes: [Int] {
    valueTypes(reachedBy: entities.lazy.flatMap(\.attributes).map(\.type))
  }

  /// The positions of the value types that types are or contain, at any depth, ascending.
  package func valueTypes(reachedBy types: some Sequence<AttributeType>) -> [Int] {
    var found: Set<Int> = []
    var open = types.compactMap { $0.valueType?.index }
    while let index = open.popLast() {
      guard found.insert(index).inserted else { continue }
      open += valueTypes[index].inner.map(\.index)
    }
    return found.sorted()
  }

  /// The positions of the value types that the attributes of an entity reach, ascending.
  package func valueTypes(of id: EntityID) -> [Int] {
    valueTypes(reachedBy: self[id].attributes.lazy.map(\.type))
  }
}
