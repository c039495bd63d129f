package import SwiftSyncValues

/// Counts keys that the schema does not know in the objects of values.
package protocol UnknownKeyCounter: AnyObject {
  func count(_ key: JSONSlice, in keys: KeyTrie)
  /// Returns the counter for objects under a path of keys.
  func counter(under path: String) -> any UnknownKeyCounter
}

/// The place and reason of a value that does not fit.
package struct ValueFailure {
  package let rule: ApplyReport.RejectedRow.Rule
  /// The path relative to the outermost value, e.g. `[1].vegan.price`; empty for that value itself.
  package var path: String
  package let message: String
}

/// Converts values of types without a table to the text that columns hold.
///
/// The parts of an object are written consecutively as they arrive, then composed in order in
/// another buffer, and replaced by the result. Parts that are already in their stored form in the
/// payload are taken from there.
package struct ValueEncoder {
  package enum Outcome {
    case null
    /// The text from an index to the end.
    case text(from: Int)
    case failed(ValueFailure)
  }

  /// The state of a slot of the object that is being read.
  package struct Found {
    enum State {
      case missing, null, text, failed
      /// Bytes of the payload: a string without its quotes.
      case string
      /// Bytes of the payload, unchanged.
      case number
    }

    var state = State.missing
    /// The rank of the path that the value came from.
    var rank = UInt8.max
    /// The start of its text; for a failure, its index.
    var start = 0
    var count = 0
    /// The bytes in the payload.
    var bytes: UnsafePointer<UInt8>?
  }

  package let arena: ByteArena
  package let isStored: Bool
  package let isChecked: Bool
  package let isStrict: Bool
  package var text: [UInt8] = []
  package var found: [Found] = []
  private var failures: [ValueFailure] = []
  /// Values that do not fit and were replaced by null, with their places as in `ValueFailure`.
  package var replaced: [ValueFailure] = []
  /// The keys on the path to the error in the text, from the innermost to the outermost.
  package var errorTrail: [String] = []

  /// - Parameters:
  ///   - isStored: Whether the text comes from columns, not from payloads.
  ///   - isChecked: Whether values of columns must pass the checks of scalars, as those of payloads
  ///     do.
  package init(
    _ arena: ByteArena, strict isStrict: Bool, stored isStored: Bool = false,
    checked isChecked: Bool = false
  ) {
    self.isChecked = isChecked
    self.arena = arena
    self.isStrict = isStrict
    self.isStored = isStored
  }

  /// Resets the encoder for the next value.
  package mutating func reset() {
    text.removeAll(keepingCapacity: true)
    found.removeAll(keepingCapacity: true)
    if !failures.isEmpty { failures = [] }
    if !replaced.isEmpty { replaced = [] }
    if !errorTrail.isEmpty { errorTrail = [] }
  }

  func form(of shape: ValueShape) -> ObjectForm {
    if let tagging = shape.tagging { return .tagged(tagging) }
    guard isStored else { return .fields(shape.plan(strict: isStrict)) }
    return .fields(isChecked ? shape.checked : shape.stored)
  }

  /// Reads the next value.
  package mutating func encode(
    _ scanner: inout JSONScanner, _ content: ValueContent, isEmptyNull: Bool,
    _ counter: (any UnknownKeyCounter)?
  ) throws(JSONError) -> Outcome {
    switch (content, try scanner.peekKind()) {
    case (_, .null):
      _ = try scanner.readValue()
      return .null
    case (.object(let shape), .object): return try object(&scanner, form(of: shape), counter)
    case (.list(let shape), .array): return try list(&scanner, form(of: shape), counter)
    case (.dictionary(let shape), .object):
      return try dictionary(&scanner, form(of: shape), counter)
    default:
      let token = try scanner.readValue()
      if isEmptyNull, token.kind == .string, token.slice.isEmpty { return .null }
      return .failed(Self.misfit(content.expectation, token))
    }
  }

  static func misfit(_ expectation: String, _ token: JSONToken) -> ValueFailure {
    ValueFailure(
      rule: .badValue, path: "",
      message: ValueExpectation.message(expected: expectation, found: token))
  }

  // MARK: - Objects

  package mutating func object(
    _ scanner: inout JSONScanner, _ plan: ValuePlan, _ counter: (any UnknownKeyCounter)?
  ) throws(JSONError) -> Outcome {
    let mark = text.count
    let base = found.count
    let known = replaced.count
    found.append(contentsOf: repeatElement(Found(), count: plan.slots.count))
    defer { found.removeLast(plan.slots.count) }
    try members(&scanner, plan.keys, plan, base, counter)
    if let failure = finish(plan, base) {
      text.removeLast(text.count - mark)
      replaced.removeLast(replaced.count - known)
      return .failed(failure)
    }
    compose(plan, base, from: mark)
    return .text(from: mark)
  }

  private mutating func members(
    _ scanner: inout JSONScanner, _ keys: KeyTrie, _ plan: ValuePlan, _ base: Int,
    _ counter: (any UnknownKeyCounter)?
  ) throws(JSONError) {
    try scanner.beginObject()
    var latest = -1
    while let key = try scanner.nextKey(arena) {
      do {
        guard let position = keys.position(of: key, hint: latest + 1) else {
          counter?.count(key, in: keys)
          _ = try scanner.skipValue()
          continue
        }
        latest = position
        let place = keys.place(at: position)
        if place.column >= 0 {
          try field(&scanner, place.column, place.rank, plan, base, counter)
        } else if let child = keys.entries[position].child {
          try descend(&scanner, child, plan, base, counter)
        } else {
          _ = try scanner.skipValue()
        }
      } catch {
        errorTrail.append(".\(key.shownKey)")
        throw error
      }
    }
  }

  /// Follows a deep path. A null on the path means null at its end; any other value than an object
  /// does not fit.
  private mutating func descend(
    _ scanner: inout JSONScanner, _ keys: KeyTrie, _ plan: ValuePlan, _ base: Int,
    _ counter: (any UnknownKeyCounter)?
  ) throws(JSONError) {
    let below = Self.slots(below: keys)
    for (slot, rank) in below where found[base + slot].rank == rank { found[base + slot] = Found() }
    switch try scanner.peekKind() {
    case .object: try members(&scanner, keys, plan, base, counter)
    case .null:
      _ = try scanner.readValue()
      for (slot, rank) in below { set(base + slot, Found(state: .null, rank: rank)) }
    default:
      let token = try scanner.readValue()
      let message = ValueExpectation.message(expected: "an object", found: token)
      failures.append(ValueFailure(rule: .badValue, path: ".\(keys.path)", message: message))
      for (slot, rank) in below {
        set(base + slot, Found(state: .failed, rank: rank, start: failures.count - 1))
      }
    }
  }

  private static func slots(below keys: KeyTrie) -> [(slot: Int, rank: UInt8)] {
    keys.entries.flatMap { entry in
      entry.consumers.compactMap { consumer in
        if case .field(let slot, let rank) = consumer { (slot, rank) } else { nil }
      } + (entry.child.map(slots) ?? [])
    }
  }

  private mutating func set(_ index: Int, _ value: Found) {
    guard value.rank <= found[index].rank else { return }
    found[index] = value
  }

  private mutating func field(
    _ scanner: inout JSONScanner, _ index: Int, _ rank: UInt8, _ plan: ValuePlan, _ base: Int,
    _ counter: (any UnknownKeyCounter)?
  ) throws(JSONError) {
    let slot = plan.slots[index]
    let start = text.count
    guard slot.shortcut == .none else {
      let token = try scanner.readValue()
      if let state = slot.shortcut.state(of: token) {
        let (bytes, count) = (token.slice.start, token.slice.count)
        return set(base + index, Found(state: state, rank: rank, count: count, bytes: bytes))
      }
      return take(scalar(token, slot), slot, rank, from: start, at: base + index)
    }
    let known = replaced.count
    take(try value(&scanner, slot, rank, counter), slot, rank, from: start, at: base + index)
    guard replaced.count > known else { return }
    if found[base + index].rank != rank { return replaced.removeLast(replaced.count - known) }
    locateReplaced(from: known) { ".\(Self.path(slot, rank))" }
  }

  private mutating func take(
    _ outcome: Outcome, _ slot: ValuePlan.Slot, _ rank: UInt8, from start: Int, at index: Int
  ) {
    var value = Found(state: .text, rank: rank, start: start)
    switch outcome {
    case .null: value.state = .null
    case .text: value.count = text.count - start
    case .failed(var failure):
      failure.path = ".\(Self.path(slot, rank))\(failure.path)"
      failures.append(failure)
      value = Found(state: .failed, rank: rank, start: failures.count - 1)
    }
    set(index, value)
  }

  /// Prefixes the places of values that were replaced inside another value with the place of that
  /// value.
  mutating func locateReplaced(from known: Int, in place: () -> String) {
    guard replaced.count > known else { return }
    let place = place()
    for index in known..<replaced.count { replaced[index].path = place + replaced[index].path }
  }

  private static func path(_ slot: ValuePlan.Slot, _ rank: UInt8) -> String {
    Int(rank) < slot.paths.count ? slot.paths[Int(rank)] : slot.paths[0]
  }

  private mutating func value(
    _ scanner: inout JSONScanner, _ slot: ValuePlan.Slot, _ rank: UInt8,
    _ counter: (any UnknownKeyCounter)?
  ) throws(JSONError) -> Outcome {
    switch slot.content {
    case .values(let content):
      return try encode(
        &scanner, content, isEmptyNull: slot.isEmptyNull,
        counter?.counter(under: Self.path(slot, rank)))
    case .constant(let constant):
      _ = try scanner.skipValue()
      let start = text.count
      text.append(contentsOf: constant)
      return .text(from: start)
    case .scalar: return scalar(try scanner.readValue(), slot)
    }
  }

  private mutating func scalar(_ token: JSONToken, _ slot: ValuePlan.Slot) -> Outcome {
    guard case .scalar(let converter) = slot.content,
      let value = converter.convert(token, in: arena)
    else { return .failed(Self.misfit(slot.expectation, token)) }
    if value.isNull { return .null }
    let start = text.count
    guard append(value, slot.type) else {
      text.removeLast(text.count - start)
      return .failed(Self.misfit(slot.expectation, token))
    }
    return .text(from: start)
  }

  /// Appends a value as it is written in the text: the column's form, except for types that JSON
  /// has.
  private mutating func append(_ value: BoundValue, _ type: ValueType) -> Bool {
    switch (type, value.kind) {
    case (.date, .integer): text.append(contentsOf: String(value.integer).utf8)
    case (.date, .text): JSONText.append(string: value.slice, to: &text)
    case (.json, .text), (.array, .text), (.dictionary, .text):
      text.append(contentsOf: value.slice.bytes)
    default: return JSONText.append(value, of: type, form: .stored, to: &text)
    }
    return true
  }

  /// Completes an object with defaults, and returns the first failure in the order of the schema.
  private mutating func finish(_ plan: ValuePlan, _ base: Int) -> ValueFailure? {
    for (index, slot) in plan.slots.enumerated() {
      let value = found[base + index]
      switch value.state {
      case .text, .string, .number: break
      case .failed:
        guard slot.invalidIsNull else { return failures[value.start] }
        replace(index, slot, base)
      case .missing, .null:
        let isMissing = value.state == .missing
        if slot.defaultText != nil, isMissing || !slot.isOptional, !isStored {
          found[base + index].state = .missing
        } else if slot.isOptional {
          found[base + index].state = .null
        } else {
          return Self.absence(slot, value.rank, isMissing: isMissing)
        }
      }
    }
    return plan.hasAmounts ? settleAmounts(plan, base) : nil
  }

  /// Replaces a value that does not fit by null; for an amount of money, both of its parts.
  private mutating func replace(_ index: Int, _ slot: ValuePlan.Slot, _ base: Int) {
    replaced.append(failures[found[base + index].start])
    found[base + index].state = .null
    guard let other = slot.otherHalf else { return }
    found[base + other].state = .null
  }

  private static func absence(
    _ slot: ValuePlan.Slot, _ rank: UInt8, isMissing: Bool
  ) -> ValueFailure {
    ValueFailure(
      rule: isMissing ? .missingRequired : .nullRequired, path: ".\(path(slot, rank))",
      message: isMissing
        ? "the value requires it, but the key is missing" : "null, but a value is required")
  }

  /// Clears the currencies of amounts that are null, and returns a failure if only one part of an
  /// amount is present.
  private mutating func settleAmounts(_ plan: ValuePlan, _ base: Int) -> ValueFailure? {
    for (units, slot) in plan.slots.enumerated() {
      guard let currency = slot.otherHalf, currency > units else { continue }
      let isNull = found[base + units].state == .null
      guard isNull != (found[base + currency].state == .null) else { continue }
      if isNull, slot.isOptional, !isStored {
        found[base + currency].state = .null
        continue
      }
      let missing = plan.slots[isNull ? units : currency]
      let failure = ValueFailure(
        rule: .badValue, path: ".\(missing.paths[0])", message: ValueExpectation.halfAmount)
      guard slot.invalidIsNull else { return failure }
      replaced.append(failure)
      found[base + units].state = .null
      found[base + currency].state = .null
    }
    return nil
  }
}

extension ValueContent {
  /// The expected kind of payload value, with its article, for messages.
  package var expectation: String {
    switch self {
    case .object: "an object"
    case .list: "a list of objects"
    case .dictionary: "an object, each value an object"
    }
  }
}
