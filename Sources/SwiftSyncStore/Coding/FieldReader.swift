@_spi(Generated) import SwiftSyncCoding

/// Reads the members of an entity one after another from a row, a payload or a patched copy.
///
/// Called by generated code; an app only passes it on. The usual types have their own functions,
/// because generic ones look up types at run time, which took a third of the time to read a row.
@_spi(Generated)
public struct FieldReader {
  enum Source {
    case row(RowColumns)
    case values(StoredRow)
    case payload(PayloadDecoder)
    case states([FieldState])
  }

  private let source: Source
  /// The source if it is a row. It is stored separately so that a value is read without copying the
  /// source.
  private let row: RowColumns?
  private let coding: EntityCoding
  /// The number of members read.
  private var position = 0

  /// Creates a reader. For a row, it reads the statement's current row, and after `rewind` the next
  /// one.
  init(_ source: Source, _ coding: EntityCoding) {
    self.source = source
    if case .row(let columns) = source { row = columns } else { row = nil }
    self.coding = coding
  }

  /// Starts over with the first member.
  mutating func rewind() {
    position = 0
  }

  /// Reads the next member, which is required.
  public mutating func value<T: SyncedValue>() throws -> T { try required() }

  /// Reads the next member, which is optional.
  public mutating func optional<T: SyncedValue>() throws -> T? { try nullable() }

  /// Reads the next member, which is required, for a function that knows the type.
  @inline(__always)
  mutating func required<T: SyncedValue>() throws -> T {
    guard let row else { return try anyRequired() }
    position += 1
    return try row.value(coding.column(ofMember: position - 1), coding)
  }

  /// Reads the next member, which is optional, for a function that knows the type.
  @inline(__always)
  mutating func nullable<T: SyncedValue>() throws -> T? {
    guard let row else { return try anyOptional() }
    position += 1
    return try row.optional(coding.column(ofMember: position - 1), coding)
  }

  /// Reads the next member, which is required, from any source. Compiled once instead of for each
  /// type.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  private mutating func anyRequired<T: SyncedValue>() throws -> T {
    let field = next()
    switch source {
    case .row(let columns): return try columns.value(coding.columns[field], coding)
    case .values(let row): return try row.value(coding.columns[field], coding)
    case .payload(let decoder):
      let found: Patch<T> = try decoder.value(field)
      if case .value(let value) = found { return value }
      if let value: T = coding.defaultValue(field) { return value }
      throw decoder.absence(field, isNull: found.isNull)
    case .states(let states):
      if let value = states[position - 1].value as? T { return value }
      if let value: T = coding.defaultValue(field) { return value }
      throw coding.nullRequired(field)
    }
  }

  /// Reads the next member, which is optional, from any source. Compiled once instead of for each
  /// type.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  private mutating func anyOptional<T: SyncedValue>() throws -> T? {
    let field = next()
    switch source {
    case .row(let columns): return try columns.optional(coding.columns[field], coding)
    case .values(let row): return try row.optional(coding.columns[field], coding)
    case .payload(let decoder):
      switch try decoder.value(field) as Patch<T> {
      case .value(let value): return value
      case .null: return nil
      case .missing: return coding.defaultValue(field)
      }
    case .states(let states): return states[position - 1].value as? T
    }
  }

  /// Reads the next member, a required amount of money.
  public mutating func money() throws -> Money {
    let field = next()
    switch source {
    case .row(let columns): return try columns.money(coding.columns[field], coding)
    case .values(let row): return try row.money(coding.columns[field], coding)
    case .payload(let decoder):
      let found = try decoder.money(field)
      if case .value(let value) = found { return value }
      if let value = coding.defaultMoney(field) { return value }
      throw decoder.absence(field, isNull: found.isNull)
    case .states(let states):
      if let value = states[position - 1].value as? Money { return value }
      if let value = coding.defaultMoney(field) { return value }
      throw coding.nullRequired(field)
    }
  }

  /// Reads the next member, an optional amount of money.
  public mutating func optionalMoney() throws -> Money? {
    let field = next()
    switch source {
    case .row(let columns): return try columns.optionalMoney(coding.columns[field], coding)
    case .values(let row): return try row.optionalMoney(coding.columns[field], coding)
    case .payload(let decoder):
      switch try decoder.money(field) {
      case .value(let value): return value
      case .null: return nil
      case .missing: return coding.defaultMoney(field)
      }
    case .states(let states): return states[position - 1].value as? Money
    }
  }

  private mutating func next() -> Int {
    position += 1
    return coding.members[position - 1]
  }

  /// Whether the source is a row, from which a member is read without its type.
  @usableFromInline
  var isRow: Bool { row != nil }

  /// The error that the row holds a value of another type than the last read member has.
  @usableFromInline
  func unreadable(_ type: ValueType) -> any Error {
    guard let row else { return coding.nullRequired(coding.members[position - 1]) }
    return row.failure(coding.column(ofMember: position - 1), type, coding)
  }
}
