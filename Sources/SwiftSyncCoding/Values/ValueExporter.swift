import SwiftSyncValues

/// Writes stored values of types without a table in their payload form: every field, with null
/// where there is no value.
struct ValueExporter {
  /// The form of dates that overrides that of the fields.
  let dates: DateForm.Remote?
  /// The spelling of keys that are derived from names, if it is not that of the schema.
  let keys: KeySpelling?

  /// Appends the value that stored text represents; returns `false` if it does not represent one.
  func append(_ stored: JSONSlice, of content: ValueContent, to text: inout [UInt8]) -> Bool {
    var scanner = JSONScanner(stored, refusesInvalid: true)
    do {
      guard try append(&scanner, content, to: &text) else { return false }
      try scanner.finish()
      return true
    } catch {
      return false
    }
  }

  private func append(
    _ scanner: inout JSONScanner, _ content: ValueContent, to text: inout [UInt8]
  ) throws(JSONError) -> Bool {
    switch content {
    case .object(let shape): return try appendObject(&scanner, shape, to: &text)
    case .list(let shape):
      text.append(UInt8(ascii: "["))
      try scanner.beginArray()
      var isFirst = true
      while try scanner.nextElement() {
        if !isFirst { text.append(UInt8(ascii: ",")) }
        isFirst = false
        guard try appendObject(&scanner, shape, to: &text) else { return false }
      }
      text.append(UInt8(ascii: "]"))
      return true
    case .dictionary(let shape):
      text.append(UInt8(ascii: "{"))
      try scanner.beginObject()
      var isFirst = true
      while let key = try scanner.nextKeyToken() {
        if !isFirst { text.append(UInt8(ascii: ",")) }
        isFirst = false
        text.append(UInt8(ascii: "\""))
        text.append(contentsOf: key.slice.bytes)
        text.append(contentsOf: [UInt8(ascii: "\""), UInt8(ascii: ":")])
        guard try appendObject(&scanner, shape, to: &text) else { return false }
      }
      text.append(UInt8(ascii: "}"))
      return true
    }
  }

  private func appendObject(
    _ scanner: inout JSONScanner, _ shape: ValueShape, to text: inout [UInt8]
  ) throws(JSONError) -> Bool {
    guard try scanner.peekKind() == .object else { return false }
    guard let tagging = shape.tagging else {
      return try appendFields(&scanner, shape.stored, shape.lenient, to: &text)
    }
    let found = try tagging.findStored(scanner, in: ByteArena(chunkSize: 256))
    if let raw = found.raw {
      text.append(contentsOf: raw.bytes)
      _ = try scanner.skipValue()
      return true
    }
    guard let item = found.case.map({ tagging.cases[$0] }) else { return false }
    return try appendFields(&scanner, item.stored, item.lenient, to: &text)
  }

  private func appendFields(
    _ scanner: inout JSONScanner, _ plan: ValuePlan, _ payload: ValuePlan, to text: inout [UInt8]
  ) throws(JSONError) -> Bool {
    var values = [JSONSlice?](repeating: nil, count: plan.slots.count)
    try scanner.beginObject()
    while let key = try scanner.nextKeyToken() {
      let slot = plan.slots.firstIndex { key.slice == $0.key }
      let value = try scanner.skipValue()
      if let slot { values[slot] = value }
    }
    return append(payload.exportKeys, values, payload, to: &text)
  }

  /// Appends the keys of one object in the order of the schema, with the objects that deep paths
  /// contain.
  private func append(
    _ keys: [ExportKey], _ values: [JSONSlice?], _ plan: ValuePlan, depth: Int = 1,
    to text: inout [UInt8]
  ) -> Bool {
    text.append(UInt8(ascii: "{"))
    for (index, key) in keys.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      JSONText.append(string: name(of: key, depth, plan), to: &text)
      text.append(UInt8(ascii: ":"))
      switch key.content {
      case .object(let inner):
        guard append(inner, values, plan, depth: depth + 1, to: &text) else { return false }
      case .slot(let slot):
        guard append(values[slot], plan.slots[slot].type, to: &text) else { return false }
      }
    }
    text.append(UInt8(ascii: "}"))
    return true
  }

  /// The name of a key, in the requested spelling if the schema derived it from a field's name.
  ///
  /// Derived keys are recognized by their spelling: the key in the stored text is the name of the
  /// field in snake case.
  private func name(of key: ExportKey, _ depth: Int, _ plan: ValuePlan) -> String {
    guard let keys, depth == plan.fieldDepth, case .slot(let slot) = key.content else {
      return key.name
    }
    if case .constant = plan.slots[slot].content { return key.name }
    let snake = String(decoding: plan.slots[slot].key, as: UTF8.self)
    let isDerived =
      KeySpelling.isDerived(key.name, snake: snake, verbatim: nil)
      || KeySpelling.snake(key.name) == snake
    return isDerived ? keys.key(snake) : key.name
  }

  private func append(_ value: JSONSlice?, _ type: ValueType, to text: inout [UInt8]) -> Bool {
    guard let value else {
      JSONText.append(literal: "null", to: &text)
      return true
    }
    switch type {
    case .date(let form):
      guard let microseconds = Self.microseconds(value, form.storage) else { return false }
      JSONText.append(date: microseconds, form, .export(dates: dates), to: &text)
      return true
    case .formattedDay(let form):
      guard let day = Self.unquoted(value) else { return false }
      return JSONText.append(day: day, form, .export(dates: dates), to: &text)
    case .array(let element, _) where element.hasFormats,
      .dictionary(let element) where element.hasFormats:
      return JSONText.append(
        elements: value, of: element, .export(dates: dates, keys: keys), to: &text)
    default:
      if let content = type.content { return append(value, of: content, to: &text) }
      text.append(contentsOf: value.bytes)
      return true
    }
  }

  private static func microseconds(_ value: JSONSlice, _ storage: DateForm.Storage) -> Int64? {
    // Values in JSON contain dates as microseconds or as text.
    if storage == .integer {
      return Int64(value.string).flatMap { DateText.range.contains($0) ? $0 : nil }
    }
    return unquoted(value).flatMap(DateText.microseconds)
  }

  /// The characters of a string that has no escapes.
  private static func unquoted(_ value: JSONSlice) -> JSONSlice? {
    guard value.count > 2, value[0] == UInt8(ascii: "\"") else { return nil }
    return JSONSlice(value.start + 1, value.count - 2)
  }
}

/// A key of an exported object.
struct ExportKey: Sendable {
  indirect enum Content: Sendable {
    case slot(Int)
    case object([ExportKey])
  }

  let name: String
  let content: Content
}

extension ExportKey {
  /// The keys of an object with all slots, using the first path of each.
  package static func keys(of slots: [ValuePlan.Slot]) -> [ExportKey] {
    keys(slots.enumerated().map { ($0, ValuePath.keys($1.paths[0])) })
  }

  private static func keys(_ paths: [(slot: Int, keys: [String])]) -> [ExportKey] {
    var names: [String] = []
    for path in paths {
      if let name = path.keys.first, !names.contains(name) { names.append(name) }
    }
    return names.map { name in
      let below = paths.filter { $0.keys.first == name }
      if let path = below.first, path.keys.count == 1 {
        return ExportKey(name: name, content: .slot(path.slot))
      }
      return ExportKey(
        name: name, content: .object(keys(below.map { ($0.slot, Array($0.keys.dropFirst())) })))
    }
  }
}
