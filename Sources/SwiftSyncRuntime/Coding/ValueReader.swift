import SwiftSyncValues

/// Gives a struct without a table its fields from the text of a column, in the order of that text.
///
/// Generated code calls it; an app only passes it on. There is a function for each of the usual types: what is
/// generic asks for types while it runs.
@_spi(Generated)
public struct ValueReader {
  /// The text is not in the form in which the runtime writes it.
  struct Misfit: Error {}

  private static let integers = ValueConverter(.int, isStrict: true)
  private static let doubles = ValueConverter(.double, isStrict: true)

  private var scanner: JSONScanner
  private let arena: ByteArena
  /// The key that comes next, if it was read already.
  private var key: JSONToken?
  private var isAtEnd = false

  private init(_ text: JSONSlice, _ arena: ByteArena) {
    scanner = JSONScanner(text, refusesInvalid: true)
    self.arena = arena
  }

  /// The value of a text; `nil` if it is none.
  ///
  /// A text that another program has written may be in another order: it is brought into the runtime's form then.
  static func read<Value>(
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

  mutating func object<T: SyncedStruct>() throws -> T {
    try scanner.beginObject()
    key = nil
    isAtEnd = false
    let value = try T(values: &self)
    if key == nil, !isAtEnd { isAtEnd = try scanner.nextKeyToken() == nil }
    guard isAtEnd else { throw Misfit() }
    isAtEnd = false
    return value
  }

  mutating func list<T: SyncedStruct>() throws -> [T] {
    var values: [T] = []
    try scanner.beginArray()
    while try scanner.nextElement() { values.append(try object()) }
    return values
  }

  mutating func dictionary<T: SyncedStruct>() throws -> [String: T] {
    var values: [String: T] = [:]
    try scanner.beginObject()
    while let key = try scanner.nextKeyToken() {
      values[key.text(in: arena).string] = try object()
    }
    return values
  }

  /// Whether a key comes next; its value is then read.
  @inline(__always)
  private mutating func has(_ name: StaticString) throws -> Bool {
    if key == nil, !isAtEnd {
      key = try scanner.nextKeyToken()
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

  /// A value of any other type.
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

  /// An amount of two halves, of which both are there or none.
  public func money(_ minorUnits: Int64?, _ currency: String?) throws -> Money? {
    if minorUnits == nil, currency == nil { return nil }
    guard let minorUnits, let currency else { throw Misfit() }
    return Money(minorUnits: minorUnits, currency: currency)
  }
}
