package import SwiftSyncValues

/// Reads the fields of a struct without a table from the text of a column, in the order of that
/// text.
///
/// Called by generated code; an app only passes it on. The usual types have their own functions,
/// because generic ones look up types at run time.
@_spi(Generated)
public struct ValueReader {
  /// The text is not in the form that the runtime writes.
  struct Misfit: Error {}

  private static let integers = ValueConverter(.int, ValueRules(isStrict: true))
  private static let doubles = ValueConverter(.double, ValueRules(isStrict: true))

  fileprivate var scanner: JSONScanner
  fileprivate let arena: ByteArena
  /// The next key, if it was already read.
  private var key: JSONToken?
  fileprivate var isAtEnd = false
  /// The start of the object that is being read.
  fileprivate var start: JSONScanner
  /// The state of a tagged value, if the object that is being read is one.
  fileprivate var tagged: Tagged?

  private init(_ text: JSONSlice, _ arena: ByteArena) {
    scanner = JSONScanner(text, refusesInvalid: true)
    start = scanner
    self.arena = arena
  }

  /// The value that the text represents; `nil` if it does not represent one.
  ///
  /// Text that another program wrote may have another order. It is then converted to the runtime's
  /// form first.
  package static func read<Value>(
    _ text: JSONSlice, _ content: ValueContent, _ body: (inout ValueReader) throws -> Value
  ) -> Value? {
    let arena = ByteArena(chunkSize: 256)
    if let value = value(text, arena, body) { return value }
    guard let canonical = canonical(text, content, arena) else { return nil }
    return value(canonical, arena, body)
  }

  private static func value<Value>(
    _ text: JSONSlice, _ arena: ByteArena, _ body: (inout ValueReader) throws -> Value
  ) -> Value? {
    var reader = ValueReader(text, arena)
    do {
      let value = try body(&reader)
      try reader.scanner.finish()
      return value
    } catch {
      return nil
    }
  }

  private static func canonical(
    _ text: JSONSlice, _ content: ValueContent, _ arena: ByteArena
  ) -> JSONSlice? {
    var scanner = JSONScanner(text, refusesInvalid: true)
    do {
      let token = try scanner.readValue()
      return ValueConverter(storedText: content).value(token, in: arena)?.slice
    } catch {
      return nil
    }
  }

  // MARK: - Containers

  package mutating func object<T: SyncedStruct>() throws -> T {
    let outer = tagged
    tagged = nil
    start = scanner
    try scanner.beginObject()
    key = nil
    isAtEnd = false
    let value = try T(values: &self)
    if key == nil, !isAtEnd { isAtEnd = try nextKey() == nil }
    guard isAtEnd else { throw Misfit() }
    isAtEnd = false
    if let rest = tagged?.rest { scanner = rest }
    tagged = outer
    return value
  }

  /// The next key other than the tag.
  private mutating func nextKey() throws -> JSONToken? {
    guard let key = try scanner.nextKeyToken() else { return nil }
    guard let tagged, tagged.tagging.isTag(key.text(in: arena)) else { return key }
    _ = try scanner.skipValue()
    return try scanner.nextKeyToken()
  }

  package mutating func list<T: SyncedStruct>() throws -> [T] {
    var values: [T] = []
    try scanner.beginArray()
    while try scanner.nextElement() { values.append(try object()) }
    return values
  }

  package mutating func dictionary<T: SyncedStruct>() throws -> [String: T] {
    var values: [String: T] = [:]
    try scanner.beginObject()
    while let key = try scanner.nextKeyToken() {
      values[key.text(in: arena).string] = try object()
    }
    return values
  }

  /// Whether the given key comes next, so that its value can be read.
  @inline(__always)
  private mutating func has(_ name: StaticString) throws -> Bool {
    if key == nil, !isAtEnd {
      key = try nextKey()
      isAtEnd = key == nil
    }
    guard let next = key, next.slice == name else { return false }
    key = nil
    return true
  }

  private mutating func require(_ name: StaticString) throws {
    guard try has(name) else { throw Misfit() }
  }

  // MARK: - Values

  private mutating func string() throws -> String {
    let token = try scanner.readToken()
    guard token.kind == .string else { throw Misfit() }
    return token.text(in: arena).string
  }

  private mutating func int64() throws -> Int64 {
    let token = try scanner.readToken()
    guard token.kind == .number, let value = Self.integers.integer(token, in: arena) else {
      throw Misfit()
    }
    return value
  }

  private mutating func int() throws -> Int {
    guard let value = Int(exactly: try int64()) else { throw Misfit() }
    return value
  }

  private mutating func double() throws -> Double {
    let token = try scanner.readToken()
    guard token.kind == .number, let value = Self.doubles.double(token, in: arena) else {
      throw Misfit()
    }
    return value
  }

  private mutating func bool() throws -> Bool {
    let token = try scanner.readToken()
    guard token.kind == .bool else { throw Misfit() }
    return token.isTrue
  }

  private mutating func json<T: SyncedValue>() throws -> T {
    guard let value = T(column: .text(try scanner.skipValue())) else { throw Misfit() }
    return value
  }

  private mutating func data<T: SyncedValue>() throws -> T {
    let token = try scanner.readToken()
    guard token.kind == .string, let bytes = Base64.decode(token.text(in: arena).string),
      let value = T(column: .blob(arena.copy(bytes)))
    else { throw Misfit() }
    return value
  }

  /// Reads a value of any other type.
  private mutating func value<T: SyncedValue>() throws -> T {
    let kind = try scanner.peekKind()
    let column: BoundValue
    switch kind {
    case .array, .object: column = .text(try scanner.skipValue())
    case .string: column = .text(try scanner.readToken().text(in: arena))
    case .number: column = .integer(try int64())
    case .bool, .null: throw Misfit()
    }
    guard let value = T(column: column) else { throw Misfit() }
    return value
  }
}

// MARK: - Tagged values

extension ValueReader {
  /// The state of a tagged value that is being read.
  fileprivate struct Tagged {
    let tagging: ValueTagging
    /// The value as received, if no case has its tag.
    var unknown: (tag: String, json: JSONSlice)?
    /// The position after the object, if other text is read in its place.
    var rest: JSONScanner?
  }

  /// The index of the object's case, or the number of cases for a tag that no case has.
  ///
  /// A value that was received when its tag was unknown is read by the payload rules once a case
  /// has the tag. It remains unknown if it does not fit.
  public mutating func tag(of shape: ValueShape) throws -> Int {
    guard let tagging = shape.tagging else { throw Misfit() }
    let found = try tagging.findStored(start, in: arena)
    guard let raw = found.raw else {
      guard let position = found.case else { throw Misfit() }
      tagged = Tagged(tagging: tagging)
      return position
    }
    let rest = try end()
    if let position = found.case, let text = try known(raw, shape, tagging, position) {
      tagged = Tagged(tagging: tagging, rest: rest)
      scanner = JSONScanner(text)
      try scanner.beginObject()
      return position
    }
    guard !tagging.isRejecting else { throw Misfit() }
    let tag = try unknownTag(tagging)
    tagged = Tagged(tagging: tagging, unknown: (tag, raw), rest: rest)
    isAtEnd = true
    return tagging.cases.count
  }

  /// The tag and the value as received.
  public func unknown() throws -> (tag: String, json: JSONValue) {
    guard let unknown = tagged?.unknown,
      let json = JSONValue(column: .text(unknown.json))
    else { throw Misfit() }
    return (unknown.tag, json)
  }

  /// The position after the object that is being read.
  private func end() throws -> JSONScanner {
    var scanner = start
    _ = try scanner.skipValue()
    return scanner
  }

  private func unknownTag(_ tagging: ValueTagging) throws -> String {
    var scanner = start
    try scanner.beginObject()
    while let key = try scanner.nextKeyToken() {
      let token = try scanner.readValue()
      if tagging.isTag(key.text(in: arena)) { return token.text(in: arena).string }
    }
    throw Misfit()
  }

  /// The stored JSON of a value that was received before its case was known.
  private func known(
    _ raw: JSONSlice, _ shape: ValueShape, _ tagging: ValueTagging, _ position: Int
  ) throws -> JSONSlice? {
    var scanner = JSONScanner(raw, refusesInvalid: true)
    let converter = ValueConverter(.value(shape), ValueRules(isStrict: shape.isStrict))
    guard let text = converter.value(try scanner.readValue(), in: arena)?.slice else { return nil }
    // The received value may contain a tag that differs from the one next to it, if the app created
    // it.
    let found = try tagging.findStored(JSONScanner(text), in: arena)
    return found.raw == nil && found.case == position ? text : nil
  }
}

// MARK: - Fields

extension ValueReader {
  public mutating func string(_ name: StaticString) throws -> String {
    try require(name)
    return try string()
  }

  public mutating func optionalString(_ name: StaticString) throws -> String? {
    try has(name) ? try string() : nil
  }

  public mutating func currency(_ name: StaticString) throws -> String { try string(name) }

  public mutating func optionalCurrency(_ name: StaticString) throws -> String? {
    try optionalString(name)
  }

  public mutating func int64(_ name: StaticString) throws -> Int64 {
    try require(name)
    return try int64()
  }

  public mutating func optionalInt64(_ name: StaticString) throws -> Int64? {
    try has(name) ? try int64() : nil
  }

  public mutating func int(_ name: StaticString) throws -> Int {
    try require(name)
    return try int()
  }

  public mutating func optionalInt(_ name: StaticString) throws -> Int? {
    try has(name) ? try int() : nil
  }

  public mutating func double(_ name: StaticString) throws -> Double {
    try require(name)
    return try double()
  }

  public mutating func optionalDouble(_ name: StaticString) throws -> Double? {
    try has(name) ? try double() : nil
  }

  public mutating func bool(_ name: StaticString) throws -> Bool {
    try require(name)
    return try bool()
  }

  public mutating func optionalBool(_ name: StaticString) throws -> Bool? {
    try has(name) ? try bool() : nil
  }

  public mutating func json<T: SyncedValue>(_ name: StaticString) throws -> T {
    try require(name)
    return try json()
  }

  public mutating func optionalJson<T: SyncedValue>(_ name: StaticString) throws -> T? {
    try has(name) ? try json() : nil
  }

  public mutating func data<T: SyncedValue>(_ name: StaticString) throws -> T {
    try require(name)
    return try data()
  }

  public mutating func optionalData<T: SyncedValue>(_ name: StaticString) throws -> T? {
    try has(name) ? try data() : nil
  }

  public mutating func value<T: SyncedValue>(_ name: StaticString) throws -> T {
    try require(name)
    return try value()
  }

  public mutating func optionalValue<T: SyncedValue>(_ name: StaticString) throws -> T? {
    try has(name) ? try value() : nil
  }

  public mutating func object<T: SyncedStruct>(_ name: StaticString) throws -> T {
    try require(name)
    return try object()
  }

  public mutating func optionalObject<T: SyncedStruct>(_ name: StaticString) throws -> T? {
    try has(name) ? try object() : nil
  }

  public mutating func list<T: SyncedStruct>(_ name: StaticString) throws -> [T] {
    try require(name)
    return try list()
  }

  public mutating func optionalList<T: SyncedStruct>(_ name: StaticString) throws -> [T]? {
    try has(name) ? try list() : nil
  }

  public mutating func dictionary<T: SyncedStruct>(_ name: StaticString) throws -> [String: T] {
    try require(name)
    return try dictionary()
  }

  public mutating func optionalDictionary<T: SyncedStruct>(
    _ name: StaticString
  ) throws -> [String: T]? {
    try has(name) ? try dictionary() : nil
  }

  /// Returns an amount of its two parts, which must both be present or both be missing.
  public func money(_ minorUnits: Int64?, _ currency: String?) throws -> Money? {
    if minorUnits == nil, currency == nil { return nil }
    guard let minorUnits, let currency else { throw Misfit() }
    return Money(minorUnits: minorUnits, currency: currency)
  }
}
