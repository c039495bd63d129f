import Foundation

/// Gives an entity its members, one after the other, from a row, a payload or a patched copy.
///
/// Generated code calls it; an app only passes it on. What reads most values is compiled once for each
/// of the usual types: otherwise a third of the time to read a row goes into asking for generic types.
public struct FieldReader {
  enum Source {
    case row(RowColumns)
    case payload(PayloadDecoder)
    case states([FieldState])
  }

  private let source: Source
  /// The source if it is a row, beside it so that a value is read without copying the source.
  private let row: RowColumns?
  private let coding: EntityCoding
  /// How many members were read.
  private var position = 0

  init(_ source: Source, _ coding: EntityCoding) {
    self.source = source
    if case .row(let columns) = source { row = columns } else { row = nil }
    self.coding = coding
  }

  /// The next member, which is required.
  @_specialize(where T == String)
  @_specialize(where T == Int)
  @_specialize(where T == Double)
  @_specialize(where T == Bool)
  @_specialize(where T == Date)
  @_specialize(where T == UUID)
  @_specialize(where T == Decimal)
  @_specialize(where T == URL)
  @_specialize(where T == CalendarDay)
  public mutating func value<T: SyncedValue>() throws -> T {
    if let row {
      position += 1
      return try row.value(coding.column(ofMember: position - 1), coding)
    }
    let field = next()
    switch source {
    case .row(let columns): return try columns.value(coding.columns[field], coding)
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

  /// The next member, which is optional.
  @_specialize(where T == String)
  @_specialize(where T == Int)
  @_specialize(where T == Double)
  @_specialize(where T == Bool)
  @_specialize(where T == Date)
  @_specialize(where T == UUID)
  @_specialize(where T == Decimal)
  @_specialize(where T == URL)
  @_specialize(where T == CalendarDay)
  public mutating func optional<T: SyncedValue>() throws -> T? {
    if let row {
      position += 1
      return try row.optional(coding.column(ofMember: position - 1), coding)
    }
    let field = next()
    switch source {
    case .row(let columns): return try columns.optional(coding.columns[field], coding)
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
}
