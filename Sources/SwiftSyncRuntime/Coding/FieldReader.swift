@_spi(Generated) import SwiftSyncREST

/// Gives an entity its members, one after the other, from a row, a payload or a patched copy.
///
/// Generated code calls it; an app only passes it on. There is a function for each of the usual types:
/// what is generic asks for types while it runs, which took a third of the time to read a row.
@_spi(Generated)
public struct FieldReader {
  enum Source {
    case row(RowColumns)
    case values(StoredRow)
    case payload(PayloadDecoder)
    case states([FieldState])
  }

  private let source: Source
  /// The source if it is a row, beside it so that a value is read without copying the source.
  private let row: RowColumns?
  private let coding: EntityCoding
  /// How many members were read.
  private var position = 0

  /// Of a row, it reads the one on which the statement stands; after `rewind` the next one.
  init(_ source: Source, _ coding: EntityCoding) {
    self.source = source
    if case .row(let columns) = source { row = columns } else { row = nil }
    self.coding = coding
  }

  /// Begins again with the first member.
  mutating func rewind() {
    position = 0
  }

  /// The next member, which is required.
  public mutating func value<T: SyncedValue>() throws -> T { try required() }

  /// The next member, which is optional.
  public mutating func optional<T: SyncedValue>() throws -> T? { try nullable() }

  /// The next member, which is required, for a function that knows the type.
  @inline(__always)
  mutating func required<T: SyncedValue>() throws -> T {
    guard let row else { return try anyRequired() }
    position += 1
    return try row.value(coding.column(ofMember: position - 1), coding)
  }

  /// The next member, which is optional, for a function that knows the type.
  @inline(__always)
  mutating func nullable<T: SyncedValue>() throws -> T? {
    guard let row else { return try anyOptional() }
    position += 1
    return try row.optional(coding.column(ofMember: position - 1), coding)
  }

  /// The next member, which is required, of whatever source. Compiled once and not for each type.
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

  /// The next member, which is optional, of whatever source. Compiled once, too.
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

  /// The next member, which is a required amount.
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

  /// The next member, which is an optional amount.
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

  /// Whether the source is a row: then a member is read without its type.
  @usableFromInline
  var isRow: Bool { row != nil }

  /// The error that the row holds another value than one of the type of the member that came last.
  @usableFromInline
  func unreadable(_ type: ValueType) -> any Error {
    guard let row else { return coding.nullRequired(coding.members[position - 1]) }
    return row.failure(coding.column(ofMember: position - 1), type, coding)
  }
}
