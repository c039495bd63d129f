import CSQLite
import SwiftSyncFoundation
import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// The SQL functions that queries use where SQLite's own functions know only ASCII and UTC.
enum SQLFunctions {
  /// `swiftsync_lower(text)`: the text in lowercase.
  static let lowercased = "swiftsync_lower"
  /// `swiftsync_date(date, form, part, zone)`: a part of a date in a time zone.
  static let date = "swiftsync_date"

  private static let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY

  /// Registers all functions. Each returns null for null.
  static func install(on handle: OpaquePointer) {
    TextSearch.install(on: handle)
    sqlite3_create_function(
      handle, lowercased, 1, flags, nil,
      { context, _, arguments in
        guard let text = arguments?[0].flatMap(SQLFunctions.text) else {
          return sqlite3_result_null(context)
        }
        SQLFunctions.give(text.lowercased(), to: context)
      }, nil, nil)
    sqlite3_create_function(
      handle, date, 4, flags, nil,
      { context, _, arguments in SQLFunctions.giveDate(context, arguments) }, nil, nil)
  }

  private static func giveDate(
    _ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
  ) {
    guard let arguments, let value = arguments[0],
      let form = arguments[1].flatMap(text).flatMap(DateForm.Storage.init(rawValue:)),
      let part = arguments[2].flatMap(text).flatMap(DatePart.init(rawValue:)),
      let microseconds = form.microseconds(BoundValue(value)),
      let zone = zone(context, arguments[3])
    else { return sqlite3_result_null(context) }
    let local = zone.local(microseconds)
    let civil = CivilDay(days: local.days)
    switch part {
    case .year: sqlite3_result_int(context, Int32(civil.year))
    case .month: sqlite3_result_int(context, Int32(civil.month))
    case .hour: sqlite3_result_int(context, Int32(local.second / 3600))
    case .day:
      // The offset of a zone can lead to the year 0 or 10000, of which there are no days.
      let day = CalendarDay(year: civil.year, month: civil.month, day: civil.day)
      guard let day else { return sqlite3_result_null(context) }
      give(day.description, to: context)
    }
  }

  /// The zone of an argument. It is kept while the argument is the same for all rows.
  private static func zone(_ context: OpaquePointer?, _ argument: OpaquePointer?) -> LocalTime? {
    if let known = sqlite3_get_auxdata(context, 3) {
      return Unmanaged<LocalTime>.fromOpaque(known).takeUnretainedValue()
    }
    guard let zone = argument.flatMap(text).flatMap(TimeZone.init(identifier:)) else { return nil }
    let time = LocalTime(zone)
    sqlite3_set_auxdata(context, 3, Unmanaged.passRetained(time).toOpaque()) { pointer in
      if let pointer { Unmanaged<LocalTime>.fromOpaque(pointer).release() }
    }
    return time
  }

  private static func text(_ value: OpaquePointer) -> String? {
    guard sqlite3_value_type(value) != SQLITE_NULL, let start = sqlite3_value_text(value) else {
      return nil
    }
    let count = Int(sqlite3_value_bytes(value))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  private static func give(_ text: String, to context: OpaquePointer?) {
    // `SQLITE_TRANSIENT`, a macro that Swift does not import.
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    sqlite3_result_text(context, text, Int32(text.utf8.count), transient)
  }
}

/// What a query computes from a date.
enum DatePart: String, Hashable, Sendable {
  case day
  case year
  case month
  case hour
}

/// The clock of a time zone.
private final class LocalTime {
  private let zone: TimeZone

  init(_ zone: TimeZone) {
    self.zone = zone
  }

  /// The days since 1970-01-01 and the second of the day.
  func local(_ microseconds: Int64) -> (days: Int, second: Int) {
    let seconds = floorDivided(Int(microseconds), by: 1_000_000)
    let date = Date(timeIntervalSince1970: Double(seconds))
    let local = seconds + zone.secondsFromGMT(for: date)
    let days = floorDivided(local, by: 86_400)
    return (days, local - days * 86_400)
  }

  private func floorDivided(_ number: Int, by divisor: Int) -> Int {
    number >= 0 ? number / divisor : (number + 1) / divisor - 1
  }
}

extension BoundValue {
  /// An argument of a function, valid during the call.
  fileprivate init(_ value: OpaquePointer) {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: self = .real(sqlite3_value_double(value))
    case SQLITE_TEXT:
      guard let start = sqlite3_value_text(value) else {
        self = .null
        return
      }
      self = .text(JSONSlice(start, Int(sqlite3_value_bytes(value))))
    default: self = .null
    }
  }
}
