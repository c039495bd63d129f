package import SwiftSyncValues

/// The type of a value in a payload, in SQLite and in Swift, without its optionality.
///
/// It drives the one table of conversions; see `ValueConverter`.
@_spi(Generated)
public indirect enum ValueType: Hashable, Sendable {
  /// Text, unchanged.
  case string
  /// A 64-bit integer.
  case int
  /// A finite double-precision number.
  case double
  /// An exact number of at most 38 digits; canonical text in SQLite.
  case decimal
  /// A boolean; 0 or 1 in SQLite.
  case bool
  /// A point in time, to the microsecond.
  case date(DateForm)
  /// A day without a time and time zone, `YYYY-MM-DD`.
  case day
  /// A day that payloads write in other forms.
  case formattedDay(DayForm)
  /// A UUID; lowercase text in SQLite.
  case uuid
  /// A UUID; 16 bytes in SQLite.
  case uuidBlob
  /// A URL, as it is spelled.
  case url
  /// Bytes; base64 in payloads.
  case data
  /// Any JSON; compact text with sorted keys in SQLite.
  case json
  /// Two columns: minor units and currency.
  case money
  /// An enum with string values. `allowing` lists the allowed values; `nil` keeps unknown ones.
  case textEnum(allowing: [String]?)
  /// An enum with integer values. `allowing` lists the allowed values; `nil` keeps unknown ones.
  case integerEnum(allowing: [Int64]?)
  /// A value of a type without a table; JSON text in SQLite.
  case value(ValueShape)
  /// A list of values of one type; JSON text in SQLite. With a separator, payloads write the list
  /// as a single string.
  case array(ValueType, separator: String? = nil)
  /// A dictionary of values of one type with string keys; JSON text in SQLite.
  case dictionary(ValueType)
}

/// How a date is written in payloads and in SQLite.
@_spi(Generated)
public struct DateForm: Hashable, Sendable {
  /// How payloads write dates (A17).
  public enum Remote: String, Hashable, Sendable {
    /// Any recognizable form: ISO 8601, or a unix time whose magnitude determines its unit.
    case auto
    /// ISO 8601, e.g. `2026-01-02T03:04:05Z`.
    case iso8601
    /// Seconds since 1970-01-01T00:00:00Z.
    case unix
    /// Milliseconds since 1970-01-01T00:00:00Z.
    case unixMilliseconds = "unix-ms"
  }

  /// How columns hold dates.
  public enum Storage: String, Hashable, Sendable {
    /// `2026-01-02T03:04:05.123456Z`
    case text
    /// Microseconds since 1970-01-01T00:00:00Z.
    case integer
    /// Whole seconds since 1970-01-01T00:00:00Z.
    case seconds
    /// Seconds since 2001-01-01T00:00:00Z, with their fractions.
    case referenceDate = "reference-date"
  }

  /// How payloads write dates, if `formats` is empty.
  public let remote: Remote
  /// How the column holds dates.
  public let storage: Storage
  /// Several formats, or one that `remote` does not have. Each is read; the first one is written.
  let formats: [DateFormat]

  /// Creates a form for both payloads and columns.
  public init(remote: Remote, storage: Storage) {
    self.remote = remote
    self.storage = storage
    formats = []
  }

  package init(formats: [DateFormat], storage: Storage) {
    let simple = formats.count == 1 ? formats.first.flatMap(Remote.init) : nil
    remote = simple ?? .auto
    self.storage = storage
    self.formats = simple == nil ? formats : []
  }

  /// The form inside lists: there dates are text, whatever a column would hold.
  var asElement: DateForm { with(.text) }

  /// The same in payloads, in columns of another form.
  package func with(_ storage: Storage) -> DateForm {
    formats.isEmpty
      ? DateForm(remote: remote, storage: storage) : DateForm(formats: formats, storage: storage)
  }
}

/// How a day is written in payloads.
@_spi(Generated)
public struct DayForm: Hashable, Sendable {
  /// The formats. Each is read; the first one is written. At least one.
  let formats: [DateFormat]

  package init(formats: [DateFormat]) { self.formats = formats }
}

extension DateForm.Remote {
  /// Creates a simple form, or returns `nil` for a format that has none.
  package init?(_ format: DateFormat) {
    switch format {
    case .auto: self = .auto
    case .iso8601: self = .iso8601
    case .unix: self = .unix
    case .unixMilliseconds: self = .unixMilliseconds
    case .rfc2822, .pattern: return nil
    }
  }
}

extension ValueType {
  /// Whether payloads write the values in another form than columns do inside lists.
  var hasFormats: Bool {
    switch self {
    case .date, .formattedDay: true
    default: false
    }
  }
}

extension ValueType {
  /// The type with its dates as columns hold them, whatever their form in payloads.
  package var asStored: ValueType {
    switch self {
    case .date(let form): .date(DateForm(remote: .iso8601, storage: form.storage))
    case .formattedDay: .day
    case .array(let element, let separator): .array(element.asStored, separator: separator)
    case .dictionary(let element): .dictionary(element.asStored)
    default: self
    }
  }
}
