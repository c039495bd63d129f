import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// The allowed values of a column in an entity's table: those in the single form in which the
/// runtime writes its type.
///
/// Other forms may be readable and still do harm: two spellings of one identity are two rows, and a
/// number that is stored as text is sorted as text.
package struct StoredColumn: Sendable {
  /// The unquoted name of the column.
  package let name: String
  /// The expected kind of value, with its article, e.g. `a date`.
  package let expected: String
  private let converter: ValueConverter
  private let isOptional: Bool
  /// For the identity of a row of one of several entities, its type and the storage class of the
  /// column; `nil` for other columns.
  private var targetID: (type: ValueType, storage: StoredValue.Storage)?

  private static func words(for type: ValueType) -> String {
    switch type {
    case .date(let form):
      switch form.storage {
      case .text, .integer: "a date"
      case .seconds: "a date in seconds since 1970"
      case .referenceDate: "a date in seconds since 2001"
      }
    case .data: "bytes"
    case .uuidBlob: "a UUID of 16 bytes"
    default: ValueExpectation.words(for: type)
    }
  }

  /// Whether the column may hold the value.
  package func accepts(_ value: StoredValue) -> Bool {
    if value == .null { return isOptional }
    let arena = ByteArena(chunkSize: 1 << 10)
    return value.withBound { converter.isStoredForm($0, in: arena) } || isUnknownID(value)
  }

  /// Whether a store can read the value, which another program may have spelled differently.
  ///
  /// Only some types have several harmless spellings: those that identify nothing.
  func canRead(_ value: StoredValue) -> Bool {
    if accepts(value) { return true }
    let arena = ByteArena(chunkSize: 1 << 10)
    return value.withBound { converter.canReadOtherForm($0, in: arena) }
  }

  /// The text that a store would write for this value; `nil` if it is not of the column's type.
  package func storedText(insteadOf value: StoredValue) -> String? {
    guard case .text = value else { return nil }
    let arena = ByteArena(chunkSize: 1 << 10)
    return value.withBound { converter.storedText($0.slice, in: arena)?.string }
  }

  /// Whether the value is the id of a row of a type that the schema does not have.
  private func isUnknownID(_ value: StoredValue) -> Bool {
    guard let targetID, let text = value.withBound(UnknownID.text) else { return false }
    return UnknownID.stored(text, as: targetID.type, in: targetID.storage) == value
  }

  fileprivate init(
    _ name: String, _ type: ValueType, optional isOptional: Bool,
    targetIn storage: StoredValue.Storage? = nil
  ) {
    self.name = name
    targetID = storage.map { (type, $0) }
    self.isOptional = isOptional
    expected = Self.words(for: type)
    converter =
      type.content.map { ValueConverter(storedText: $0) }
      ?? ValueConverter(type.asStored, ValueRules(isStrict: true))
  }

  fileprivate init(currency name: String, optional isOptional: Bool) {
    self.name = name
    self.isOptional = isOptional
    expected = ValueExpectation.currency
    converter = .currency(ValueRules(isStrict: true))
  }
}

extension EntityMetadata {
  /// The columns with a known type, by position: all except positions in lists.
  package var storedColumns: [Int: StoredColumn] {
    var found: [Int: StoredColumn] = [:]
    for attribute in attributes {
      let name = columns[attribute.column].name
      found[attribute.column] = StoredColumn(
        name, attribute.type, optional: attribute.isOptional,
        targetIn: taggedReferences.contains { $0.idColumn == attribute.column }
          ? columns[attribute.column].storage : nil)
      if attribute.isAmount {
        found[attribute.column + 1] = StoredColumn(
          currency: columns[attribute.column + 1].name, optional: attribute.isOptional)
      }
    }
    for relation in relations {
      guard case .toOne(let reference) = relation.kind, reference.parts.isEmpty else { continue }
      found[reference.column] = StoredColumn(
        columns[reference.column].name, reference.type, optional: reference.isOptional)
    }
    return found
  }

  /// The type of the single column that identifies a row; `nil` if there are several.
  package var identityType: ValueType? {
    guard identity.count == 1 else { return nil }
    if let attribute = attributes.first(where: { $0.column == identity[0] }) {
      return attribute.type
    }
    for relation in relations {
      if case .toOne(let reference) = relation.kind, reference.column == identity[0] {
        return reference.type
      }
    }
    return nil
  }
}

extension StoredColumn {
  /// Creates a column of a join table, which holds the identities of rows.
  package init?(of name: String, identifying entity: EntityMetadata) {
    guard let type = entity.identityType else { return nil }
    self.init(name, type, optional: false)
  }
}

extension ValueConverter {
  /// Whether a value that the runtime would store in another form has the same meaning.
  fileprivate func canReadOtherForm(_ value: BoundValue, in arena: ByteArena) -> Bool {
    switch rule {
    // A numeric column stores whole numbers as integers.
    case .double: value.kind == .integer
    case .date where storage.isSeconds:
      (value.kind == .integer || value.kind == .real) && storage.microseconds(value) != nil
    case .date where storage == .text:
      value.kind == .text && DateText.microseconds(value.slice) != nil
    case .json, .array, .separated, .dictionary, .value:
      value.kind == .text && storedJSON(value.slice, in: arena) != nil
    default: false
    }
  }

  /// Whether a value other than null is in the form that the runtime would store.
  fileprivate func isStoredForm(_ value: BoundValue, in arena: ByteArena) -> Bool {
    switch rule {
    case .int, .moneyMinor: value.kind == .integer
    case .double: value.kind == .real && value.real.isFinite
    case .bool: value.kind == .integer && (0...1).contains(value.integer)
    case .data: value.kind == .blob
    case .integerEnum:
      value.kind == .integer && details.map { $0.integers.contains(value.integer) } ?? true
    case .date where storage != .text:
      value.kind == (storage == .referenceDate ? .real : .integer)
        && storage.microseconds(value) != nil
    case .uuidBlob: value.kind == .blob && value.slice.count == UUIDText.byteCount
    default: value.kind == .text && isStoredForm(value.slice, in: arena)
    }
  }

  private func isStoredForm(_ text: JSONSlice, in arena: ByteArena) -> Bool {
    switch rule {
    case .date: DateText.microseconds(text) != nil && DateText.isCanonical(text)
    case .uuid: UUIDText.spelling(text) == .lowercase
    default: storedText(text, in: arena).map { $0 == text } ?? false
    }
  }

  /// The form in which the runtime would store a string; `nil` if it is not of the type.
  fileprivate func storedText(_ text: JSONSlice, in arena: ByteArena) -> JSONSlice? {
    switch rule {
    case .json, .array, .separated, .dictionary, .value: storedJSON(text, in: arena)
    default: convert(JSONToken(.string, text), in: arena)?.slice
    }
  }

  /// The form in which the runtime would store a column's JSON; `nil` if it is not of the type.
  private func storedJSON(_ text: JSONSlice, in arena: ByteArena) -> JSONSlice? {
    do {
      var scanner = JSONScanner(text)
      let token = try scanner.readValue()
      guard scanner.position == text.count else { return nil }
      // A JSON null within a column is only valid for `json`.
      if token.kind == .null { return rule == .json && text == "null" ? text : nil }
      // A column stores the elements of a separated string as a list.
      let value = rule == .separated ? array(token, in: arena) : convert(token, in: arena)
      return value?.slice
    } catch {
      return nil
    }
  }
}
