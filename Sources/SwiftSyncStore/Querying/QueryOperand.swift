public import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncCoding

/// An operand that a condition compares and an order sorts by: a column, or a value computed from
/// columns. Not intended for use in apps.
@_spi(Generated)
public indirect enum QueryOperand: Hashable, Sendable {
  /// A column of the row, or of a row related to it.
  case column(ColumnPath)
  /// A number, or the name of a state.
  case number(StoredValue)
  /// The state of the row that a path leads to, in the push queue.
  case pushState([Int])
  /// The number of rows of a to-many relationship, the last one of the path, that meet a condition.
  case count([Int], RelatedCondition)
  /// Two numbers with an SQL operator.
  case arithmetic(QueryOperand, String, QueryOperand)
  /// A function of all rows of a group, applied to a column or to the rows themselves.
  case aggregate(String, ColumnPath?)
  /// A part of searched text, or all of it, with the matches highlighted.
  case excerpt(Excerpt)
  /// A function of values.
  case computed(ComputedOperand)
  /// A value that is the same for all rows.
  case constant(ConstantOperand)
}

/// A function of values of a row. Not intended for use in apps.
@_spi(Generated)
public struct ComputedOperand: Hashable, Sendable {
  enum Function: Hashable, Sendable {
    case lowercased
    case length
    /// The first value that is not nil.
    case coalesce
    /// A part of a date in a time zone.
    case date(DatePart, TimeZone)
    /// The year or the month of a day.
    case day(DatePart)
    case not
  }

  let function: Function
  let arguments: [QueryOperand]
}

/// A value that a function takes besides those of rows. Not intended for use in apps.
@_spi(Generated)
public struct ConstantOperand: Hashable, Sendable {
  let value: ComparedValue
  /// The operand in whose stored form it is; `nil` for the member that it is written to.
  let peer: QueryOperand?
}

extension QueryOperand {
  /// The column in whose stored form its values are; `nil` for numbers and strings of functions.
  var storedColumn: ColumnPath? {
    switch self {
    case .column(let place), .aggregate(_, let place?): place
    case .computed(let computed) where computed.function == .coalesce:
      computed.arguments.lazy.compactMap(\.storedColumn).first
    case .constant(let constant): constant.peer?.storedColumn
    case .computed, .number, .count, .arithmetic, .aggregate, .excerpt, .pushState: nil
    }
  }
}

/// The values that a query selects, as part of a condition.
struct Subquery: Hashable, Sendable {
  private let query: any Hashable & Sendable
  let operand: QueryOperand?
  let entity: String
  let zones: Set<TimeZone>
  /// The statement; its values follow those of the condition.
  let sql: @Sendable (SchemaMetadata, inout SQLValues) throws(SyncError) -> String

  init<Row, Result>(_ selection: Query<Row>.Selection<Result>) {
    query = selection
    operand = selection.operands.first
    entity = Row.metadata.name
    zones = selection.zones
    sql = { (schema, values) throws(SyncError) in try selection.sql(schema, &values) }
  }

  static func == (left: Self, right: Self) -> Bool {
    AnyHashable(left.query) == AnyHashable(right.query)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(query)) }
}

/// A condition for related rows. Not intended for use in apps.
@_spi(Generated)
public struct RelatedCondition: Hashable, Sendable {
  let node: Condition.Node
}

/// A value that a column is compared with.
enum ComparedValue: Hashable, Sendable {
  case constant(any SyncedValue)
  case moment(Condition.RelativeDate)
  case day(Condition.RelativeDay)

  /// The current value; `nil` for a day that the calendar does not have.
  var value: (any SyncedValue)? {
    switch self {
    case .constant(let value): value
    case .moment(let moment): moment.date
    case .day(let day): day.day
    }
  }

  /// Strings, and values that are stored as text, are also compared by their bytes.
  static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.constant(let left), .constant(let right)):
      AnyHashable(left) == AnyHashable(right) && left.stored(in: .text) == right.stored(in: .text)
    case (.moment(let left), .moment(let right)): left == right
    case (.day(let left), .day(let right)): left == right
    default: false
    }
  }

  func hash(into hasher: inout Hasher) {
    switch self {
    case .constant(let value): hasher.combine(AnyHashable(value))
    case .moment(let moment): hasher.combine(moment)
    case .day(let day): hasher.combine(day)
    }
  }
}

/// A string that is compared by its bytes, as in SQLite. `String`, in contrast, also considers the
/// composed and the decomposed form of a character equal.
struct ExactText: Hashable, Sendable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (left: Self, right: Self) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(StoredValue.text(text)) }
}

/// The row after which a query begins. Two are equal if a table would store the same values for
/// both.
struct QueryStart<Row: SyncedEntity>: Hashable, Sendable {
  let row: Row

  static func == (left: Self, right: Self) -> Bool {
    left.row == right.row && left.stored == right.stored
  }

  func hash(into hasher: inout Hasher) { hasher.combine(row) }

  private var stored: [StoredValue?] {
    var writer = RowWriter(Row.metadata)
    row.write(to: &writer)
    return writer.values
  }
}

extension Condition {
  /// A date relative to the time at which a query runs, e.g.
  /// `$0.remindAt < .now(plus: .seconds(3600))`.
  ///
  /// A stored or observed query computes it each time it runs.
  public struct RelativeDate: Hashable, Sendable {
    private let offset: Duration

    /// The date at which the query runs, shifted by a duration. A negative duration gives an earlier
    /// date.
    public static func now(plus duration: Duration = .zero) -> RelativeDate {
      RelativeDate(offset: duration)
    }

    var date: Date { Date(timeIntervalSinceNow: offset / .seconds(1)) }
  }
}

extension Condition {
  /// A day relative to the day on which a query runs, e.g. `$0.dueOn <= .today(plusDays: 7)`.
  ///
  /// A stored or observed query computes it each time it runs.
  public struct RelativeDay: Hashable, Sendable {
    private let offset: Int
    let timeZone: TimeZone

    /// The day on which the query runs, shifted by a number of days. Negative numbers give an earlier
    /// day.
    ///
    /// - Parameter timeZone: By default that of the device when the query runs.
    public static func today(
      plusDays days: Int = 0, in timeZone: TimeZone = .autoupdatingCurrent
    ) -> RelativeDay {
      RelativeDay(offset: days, timeZone: timeZone)
    }

    /// The day; `nil` before the year 1 and after the year 9999.
    var day: CalendarDay? {
      let today = CalendarDay(DayClock.current.now(), in: timeZone)
      let day = today.advanced(by: offset)
      return today.distance(to: day) == offset ? day : nil
    }
  }
}
