import SwiftSyncValues

/// Dates in the forms of columns.
extension DateForm.Storage {
  /// The form that a column of a storage holds dates in.
  package init(in storage: StoredValue.Storage) {
    switch storage {
    case .text, .blob: self = .text
    case .integer: self = .integer
    case .seconds: self = .seconds
    case .real: self = .referenceDate
    }
  }

  /// The storage of a column that holds dates in the form.
  package var column: StoredValue.Storage {
    switch self {
    case .text: .text
    case .integer: .integer
    case .seconds: .seconds
    case .referenceDate: .real
    }
  }

  /// Whether columns hold seconds, so that `Date` cannot be read from the column's value without
  /// its form.
  package var isSeconds: Bool { self == .seconds || self == .referenceDate }

  /// Microseconds since 1970 of what a column of the form holds; `nil` if it is not a date.
  ///
  /// A column of whole seconds may hold fractions that another program has stored, and a numeric column keeps
  /// reference dates without a fraction as integers.
  package func microseconds(_ value: BoundValue) -> Int64? {
    let start = self == .seconds ? 0 : DateNumber.reference
    switch value.kind {
    case .integer where isSeconds:
      return DateNumber.microseconds(ofSeconds: value.integer, after: start)
    case .integer: return DateText.range.contains(value.integer) ? value.integer : nil
    case .real where isSeconds: return DateNumber.microseconds(ofSeconds: value.real, after: start)
    case .text: return DateText.microseconds(value.slice)
    case .missing, .null, .real, .blob: return nil
    }
  }

  /// What a column holds for a date, except for the form of text.
  func number(_ microseconds: Int64) -> BoundValue {
    switch self {
    case .text, .integer: .integer(microseconds)
    case .seconds: .integer(DateNumber.seconds(microseconds))
    case .referenceDate: .real(DateNumber.referenceSeconds(microseconds))
    }
  }
}

extension StoredValue {
  /// A date as a column stores it.
  package static func date(_ microseconds: Int64, in storage: Storage) -> StoredValue {
    let form = DateForm.Storage(in: storage)
    guard form == .text else { return form.number(microseconds).stored }
    let text = String(unsafeUninitializedCapacity: DateText.length) { text in
      guard let start = text.baseAddress else { return 0 }
      DateText.write(microseconds, to: start)
      return DateText.length
    }
    return .text(text)
  }
}

extension ValueType {
  /// The type whose stored values Swift's types are read from: dates that are seconds become
  /// microseconds, and a UUID of bytes text.
  package var asRead: ValueType {
    switch self {
    case .date(let form) where form.storage.isSeconds: .date(form.with(.integer))
    case .uuidBlob: .uuid
    default: self
    }
  }

  /// A value of a column as `asRead` has it; missing for a date that is not one.
  package func readable(_ value: BoundValue) -> BoundValue {
    guard case .date(let form) = self, form.storage.isSeconds, !value.isNull else { return value }
    return form.storage.microseconds(value).map(BoundValue.integer) ?? .missing
  }
}
