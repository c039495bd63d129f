import SwiftSyncValues

/// A type without a table, prepared for reading its values.
package final class ValuePlan: Sendable {
  package enum Form {
    case payload(strict: Bool)
    /// The form of the text in columns, with the keys of that text.
    case stored(checked: Bool)
  }

  /// One key of the stored JSON: a field, or one part of an amount of money.
  package final class Slot: Sendable {
    package enum Content: Sendable {
      case scalar(ValueConverter)
      case values(ValueContent)
      /// The tag, which was read before.
      case constant([UInt8])
    }

    /// Payload values that are stored as they are.
    enum Shortcut {
      case none, string, double

      /// The state of a value; `nil` if it must be converted.
      @inline(__always)
      func state(of token: JSONToken) -> ValueEncoder.Found.State? {
        switch self {
        case .none: nil
        case .string: token.plainText == nil ? nil : .string
        case .double: token.kind == .number && NumberText.isShortest(token.slice) ? .number : nil
        }
      }
    }

    /// The quoted key with its colon.
    let keyText: [UInt8]
    package let key: [UInt8]
    package let type: ValueType
    package let content: Content
    let shortcut: Shortcut
    package let isOptional: Bool
    package let isEmptyNull: Bool
    /// Whether a value that does not fit is replaced by null.
    let invalidIsNull: Bool
    /// The paths in payloads, for reports.
    package let paths: [String]
    package let expectation: String
    let defaultText: [UInt8]?
    /// For an amount of money, the slot of its other part.
    package let otherHalf: Int?

    fileprivate init(_ tag: ValuePlan.TagSlot) {
      key = Array(tag.key.utf8)
      var text: [UInt8] = []
      JSONText.append(string: tag.key, to: &text)
      keyText = text + [UInt8(ascii: ":")]
      type = .string
      content = .constant(tag.value.json)
      shortcut = .none
      isOptional = false
      isEmptyNull = false
      invalidIsNull = false
      paths = [ValuePath.text([.key(tag.key)])]
      expectation = ""
      defaultText = nil
      otherHalf = nil
    }

    fileprivate init(
      _ stored: ValueFieldMetadata, part: Int, at index: Int, _ form: ValuePlan.Form,
      under outer: String?
    ) {
      let field = stored.field
      let isMoney = field.currency != nil
      key = Array(stored.keys[part].utf8)
      var text: [UInt8] = []
      JSONText.append(string: stored.keys[part], to: &text)
      keyText = text + [UInt8(ascii: ":")]
      isOptional = field.isOptional
      defaultText = part < stored.defaultTexts.count ? stored.defaultTexts[part] : nil
      otherHalf = isMoney ? (part == 0 ? index + 1 : index - 1) : nil
      let isCurrency = part == 1
      switch form {
      case .payload(let isStrict):
        type = field.type
        let stated = isCurrency ? field.currencyPaths : field.remote
        paths =
          outer.map { outer in stated.map { "\(ValuePath.text([.key(outer)])).\($0)" } } ?? stated
        isEmptyNull = field.rules.isEmptyNull
        invalidIsNull = field.invalidValues == .null
        content = Self.content(field, isCurrency: isCurrency, strict: isStrict)
      case .stored(let isChecked):
        type = field.type.inStoredText
        // A key of the stored JSON is one key, even if it contains dots.
        paths = [ValuePath.text([.key(stored.keys[part])])]
        isEmptyNull = false
        invalidIsNull = false
        let read = FieldMetadata(type, scalar: isChecked ? field.scalar : nil, remote: paths)
        content = Self.content(read, isCurrency: isCurrency, strict: true)
      }
      shortcut = content.shortcut
      expectation = isCurrency ? ValueExpectation.currency : field.expectation
    }

    private static func content(
      _ field: FieldMetadata, isCurrency: Bool, strict isStrict: Bool
    ) -> Content {
      if let content = field.type.content { return .values(content) }
      return .scalar(
        isCurrency
          ? field.currencyConverter(strict: isStrict) : field.converter(strict: isStrict))
    }
  }

  /// The tag of a case of a tagged value.
  package struct TagSlot {
    let key: String
    let value: ValueTagging.Tag
    /// The key under which payloads contain the fields.
    let content: String?
  }

  package static let empty = ValuePlan([], .stored(checked: false))

  /// The slots in the order of the schema.
  package let slots: [Slot]
  /// The slots in the order of the stored JSON.
  package let order: [Int]
  /// Whether the type contains amounts of money.
  let hasAmounts: Bool
  /// The meanings of an object's keys, in which columns are slots.
  package let keys: KeyTrie
  package let isStrict: Bool
  /// The keys of an exported object, with those of deep paths as objects.
  let exportKeys: [ExportKey]
  /// The number of keys in the derived path of a field: 2 if payloads contain the fields under
  /// another key.
  let fieldDepth: Int

  package init(_ fields: [ValueFieldMetadata], _ form: Form, tag: TagSlot? = nil) {
    var slots: [Slot] = tag.map { [Slot($0)] } ?? []
    let content: String? = if case .payload = form { tag?.content } else { nil }
    for field in fields {
      for part in field.keys.indices {
        slots.append(Slot(field, part: part, at: slots.count, form, under: content))
      }
    }
    self.slots = slots
    order = sortedIndices(slots.count) { slots[$0].key.lexicographicallyPrecedes(slots[$1].key) }
    hasAmounts = slots.contains { $0.otherHalf != nil }
    fieldDepth = content == nil ? 1 : 2
    let isWithoutFields = content != nil && fields.isEmpty
    keys = KeyTrie.root(ofPaths: slots.map(\.paths), known: isWithoutFields ? content : nil)
    exportKeys =
      ExportKey.keys(of: slots)
      + (isWithoutFields ? content.map { [ExportKey(name: $0, content: .object([]))] } ?? [] : [])
    isStrict =
      switch form {
      case .payload(let strict): strict
      case .stored: true
      }
  }
}

extension ValuePlan.Slot.Content {
  fileprivate var shortcut: ValuePlan.Slot.Shortcut {
    guard case .scalar(let converter) = self else { return .none }
    return switch converter.rule {
    case .string where !converter.rules.editsText: .string
    case .double: .double
    default: .none
    }
  }
}

extension ValueType {
  /// The type by which a value in stored JSON is read, whatever its form in payloads.
  var inStoredText: ValueType {
    switch self {
    case .date(let form) where form.storage == .integer: .int
    default: asStored
    }
  }
}
