@_spi(Generated) import SwiftSyncStore
import SwiftSyncValues

extension PayloadInspector {
  /// An object that is inspected, as the value of a type without a table.
  private struct ValueObject {
    /// The name of the type of its fields.
    let type: String
    let plan: ValuePlan
    /// The column that contains it.
    let column: Int
    let facts: ObjectFacts

    init(_ type: String, _ plan: ValuePlan, _ column: Int, _ facts: ObjectFacts) {
      (self.type, self.plan, self.column, self.facts) = (type, plan, column, facts)
    }
  }

  /// Finds unknown keys, and values that match no case of their enum, in values of types without a
  /// table.
  func inspectValues(
    _ scanner: inout JSONScanner, _ content: ValueContent, _ column: Int, _ facts: ObjectFacts
  ) throws(JSONError) {
    switch (content, try scanner.peekKind()) {
    case (.object, .object):
      guard let found = try plan(of: content.shape, scanner) else {
        _ = try scanner.skipValue()
        return
      }
      let object = ValueObject(found.name, found.plan, column, facts)
      try inspectValue(&scanner, object.plan.keys, object)
    case (.list, .array):
      var position = 0
      try scanner.beginArray()
      while try scanner.nextElement() {
        place.enter(position)
        try inspectValues(&scanner, .object(content.shape), column, facts)
        place.leave()
        position += 1
      }
    case (.dictionary, .object):
      try scanner.beginObject()
      while let key = try scanner.nextKey(arena) {
        place.enter(key.shownKey, isNamed: false)
        try inspectValues(&scanner, .object(content.shape), column, facts)
        place.leave()
      }
    default: _ = try scanner.skipValue()
    }
  }

  /// The type of the fields of the next object, and how they are read; `nil` for a tagged value
  /// whose tag no case has.
  private func plan(
    of shape: ValueShape, _ scanner: JSONScanner
  ) throws(JSONError) -> (name: String, plan: ValuePlan)? {
    let isStrict = schema.metadata.isStrict
    guard let tagging = shape.tagging else { return (shape.name, shape.plan(strict: isStrict)) }
    guard case .known(let position) = try tagging.find(scanner, strict: isStrict, in: arena) else {
      return nil
    }
    let item = tagging.cases[position]
    return (item.shape?.name ?? shape.name, isStrict ? item.strict : item.lenient)
  }

  private func inspectValue(
    _ scanner: inout JSONScanner, _ keys: KeyTrie, _ object: ValueObject
  ) throws(JSONError) {
    try scanner.beginObject()
    while let key = try scanner.nextKey(arena) {
      let entry = keys.position(of: key, hint: 0).map { keys.entries[$0] }
      place.enter(entry?.name ?? key.shownKey)
      if let child = entry?.child, try scanner.peekKind() == .object {
        try inspectValue(&scanner, child, object)
      } else if case .field(let slot, _)? = entry?.consumers.first {
        try inspect(&scanner, object.plan.slots[slot], object)
      } else {
        let path = place.path
        if entry == nil, unknownExamples[path] == nil { unknownExamples[path] = place.text }
        _ = try scanner.skipValue()
      }
      place.leave()
    }
  }

  private func inspect(
    _ scanner: inout JSONScanner, _ slot: ValuePlan.Slot, _ object: ValueObject
  ) throws(JSONError) {
    if case .values(let content) = slot.content {
      return try inspectValues(&scanner, content, object.column, object.facts)
    }
    let text = try scanner.skipValue()
    let key = String(decoding: slot.key, as: UTF8.self)
    guard let known = valueCases[object.type]?[key], case .scalar(let converter) = slot.content
    else { return }
    let column = CaseColumn(
      type: slot.type, converter: converter, known: known, column: object.column,
      facts: object.facts)
    try noteUnknownCases(in: text, of: column)
  }
}
