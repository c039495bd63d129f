import Foundation
@_spi(Generated) import SwiftSyncRuntime
import SwiftSyncValues

/// The server's time and its counters. No two changes have the same time.
struct ServerClock {
  private var latest: Int64 = 0
  private var numbers: [Place: Int64] = [:]

  private struct Place: Hashable {
    let entity: Int
    let column: Int
  }

  /// Microseconds since 1970, in whole milliseconds: all formats of dates that have fractions can
  /// represent them.
  mutating func time() -> Int64 {
    let now = Int64(Date().timeIntervalSince1970 * 1000) * 1000
    latest = max(now, latest + 1000)
    return latest
  }

  /// Records a time or a number that the server's rows already have.
  mutating func note(_ value: StoredValue, in column: Int, of plan: EntityPlan) {
    if case .date(let form) = plan.fields[column].type {
      let time = value.withBound { form.storage.microseconds($0) }
      if let time { latest = max(latest, time) }
    } else if let number = Self.number(value) {
      let place = Place(entity: plan.index, column: column)
      numbers[place] = max(numbers[place] ?? 0, number)
    }
  }

  private static func number(_ value: StoredValue) -> Int64? {
    switch value {
    case .integer(let number): number
    case .text(let text): Int64(text)
    default: nil
    }
  }

  /// A number that no row of the entity has.
  mutating func number(in column: Int, of plan: EntityPlan) -> Int64 {
    let place = Place(entity: plan.index, column: column)
    let number = (numbers[place] ?? 0) + 1
    numbers[place] = number
    return number
  }

  /// A value for the clock of a changed row.
  mutating func value(in column: Int, of plan: EntityPlan) throws -> StoredValue {
    switch plan.fields[column].type {
    case .date(let form): return try next(in: column, form, of: plan)
    case .int: return .integer(number(in: column, of: plan))
    default:
      throw NoAnswer("the clock of \(plan.metadata.name) is neither a date nor a number")
    }
  }

  /// A millisecond, a second, a minute, and a day in microseconds.
  private static let units: [Int64] = [1_000, 1_000_000, 60_000_000, 86_400_000_000]

  /// A time after all others, in the smallest unit that both the column and payloads have: a clock
  /// that lost its fraction would not differ from the last one.
  private mutating func next(
    in column: Int, _ form: DateForm, of plan: EntityPlan
  ) throws -> StoredValue {
    let now = Int64(Date().timeIntervalSince1970 * 1000) * 1000
    for unit in Self.units {
      let time = (max(now, latest + 1) + unit - 1) / unit * unit
      let stored = date(time, in: column, of: plan)
      let json = try RowJSONWriter.json(stored, plan.fields[column].type)
      guard stored.withBound({ form.storage.microseconds($0) }) == time,
        RowJSONReader.convert(json, plan.fields[column].converter) == stored
      else { continue }
      latest = time
      return stored
    }
    throw NoAnswer("the clock of \(plan.metadata.name) has a format that cannot tell days apart")
  }

  /// The time of a deletion, or what else marks a row as deleted.
  mutating func tombstone(in column: Int, of plan: EntityPlan) throws -> StoredValue {
    switch plan.fields[column].type {
    case .date: return date(time(), in: column, of: plan)
    case .bool, .int: return .integer(1)
    default:
      throw NoAnswer("the tombstone of \(plan.metadata.name) is neither a date nor a flag")
    }
  }

  /// A value that the server makes for a new row, in an attribute with `default: temporary`.
  mutating func made(in column: Int, of plan: EntityPlan) throws -> StoredValue {
    switch plan.fields[column].type {
    case .int: return .integer(number(in: column, of: plan))
    case .string: return .text(String(number(in: column, of: plan)))
    case .uuid, .uuidBlob: return try Self.uuid(in: column, of: plan)
    default:
      throw NoAnswer(
        "the backend cannot make a value of '\(plan.metadata.columns[column].name)' of "
          + plan.metadata.name)
    }
  }

  static func uuid(in column: Int, of plan: EntityPlan) throws -> StoredValue {
    var text = UUID().uuidString.lowercased()
    let stored = text.withUTF8 { bytes -> StoredValue? in
      let token = JSONToken(.string, JSONSlice(bytes))
      return plan.fields[column].converter.convert(token, in: ByteArena())?.stored
    }
    guard let stored else {
      throw NoAnswer(
        "the backend cannot make a value of '\(plan.metadata.columns[column].name)' of "
          + plan.metadata.name)
    }
    return stored
  }

  func date(_ time: Int64, in column: Int, of plan: EntityPlan) -> StoredValue {
    .date(time, in: plan.metadata.columns[column].storage)
  }
}
