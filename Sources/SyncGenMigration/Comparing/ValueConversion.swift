import SyncGenSchema

/// How the values of a column are converted to those of the same column in the next version.
enum ValueConversion: Hashable {
  /// They do not change.
  case none
  /// SQL returns the new value; values that it cannot convert become null if the conversion is
  /// lossy.
  case sql(String, isLossy: Bool)
  /// There is no conversion.
  case impossible

  var isLossy: Bool {
    if case .sql(_, isLossy: true) = self { true } else { false }
  }

  /// The new value of a column.
  func expression(_ column: String) -> String {
    if case .sql(let sql, _) = self { sql } else { column }
  }
}

/// Finds the conversion between two types of an attribute.
struct ColumnConverter {
  let pairing: SchemaPairing

  /// - Parameter column: The old column in SQL. The columns of money are handled by the callers.
  func conversion(
    from old: Attribute, to new: Attribute, column: String
  ) -> ValueConversion {
    conversion(from: old.storedType, to: new.storedType, column: column)
  }

  func conversion(
    from old: StoredType, to new: StoredType, column: String
  ) -> ValueConversion {
    if old.type.valueType != nil { return values(from: old, to: new, column) }
    switch (old.type, new.type) {
    case (.money, .money): return .none
    case (.scalar(.date), .scalar(.date)):
      return StoredFormSQL.date(column, from: old.storage, to: new.storage)
    case (.scalar(.uuid), .scalar(.uuid)) where old.isBlob == new.isBlob: return .none
    case (.scalar(let from), .scalar(let to)):
      // Values of several forms are converted to strings first.
      let text = StoredFormSQL.text(column, of: old)
      let conversion =
        from == to && text == column && !new.isBlob ? .none : scalar(from, to, text, new)
      return inForm(of: new, conversion, text, column)
    case (.enumeration(let from), .enumeration(let to)):
      return EnumConverter(pairing: pairing).conversion(from, to, column)
    case (.scalar(let from), .enumeration(let to)): return scalar(from, to, column)
    case (.enumeration(let from), .scalar(let to)): return enumeration(from, to, column)
    case (.array(let from), .array(let to)), (.dictionary(let from), .dictionary(let to)):
      return elements(from, to, column, isArray: old.type.isArray)
    case (let from, .array(let to)):
      return wrapped(
        from, in: to, old.isBlob ? StoredFormSQL.text(column, of: old) : column, old.storage)
    // Lists are kept as the JSON that they are.
    case (.array, .scalar(.json)), (.dictionary, .scalar(.json)): return .none
    default: return .impossible
    }
  }

  /// Values that are stored as JSON, alone or in lists.
  private func values(
    from old: StoredType, to new: StoredType, _ column: String
  ) -> ValueConversion {
    let conversion = JSONConverter.conversion(from: old, to: new, in: pairing)
    switch conversion {
    case .copied: return .none
    case .impossible: return .impossible
    default:
      return .sql(
        conversion.sql(JSONSource(base: column), mayBeNull: true), isLossy: conversion.isLossy)
    }
  }

  // MARK: Scalars

  private func scalar(
    _ from: ScalarType, _ to: ScalarType, _ column: String, _ new: StoredType
  ) -> ValueConversion {
    if from == to { return .none }
    switch (from, to) {
    case (.date, .string), (.decimal, .string), (.day, .string), (.uuid, .string), (.url, .string),
      (.json, .string),
      (.bool, .int):
      return .none
    case (.int, .string), (.int, .decimal), (.int, .json):
      return .sql("CAST(\(column) AS TEXT)", isLossy: false)
    case (.bool, .string), (.bool, .json):
      return .sql(
        "CASE \(column) WHEN 0 THEN 'false' WHEN 1 THEN 'true' END", isLossy: false)
    case (.string, .json), (.uuid, .json), (.url, .json), (.day, .json), (.decimal, .json):
      return .sql("CASE WHEN \(column) IS NOT NULL THEN json_quote(\(column)) END", isLossy: false)
    case (.day, .date):
      return .sql(midnight(column, in: new.storage), isLossy: false)
    case (.date, .day): return .sql("substr(\(column), 1, 10)", isLossy: true)
    default: return lossy(from, to, column)
    }
  }

  /// What a column holds for the start of a day.
  private func midnight(_ day: String, in form: ValueStorage) -> String {
    let seconds = "CAST(strftime('%s', \(day)) AS INTEGER)"
    return switch form {
    case .text, .blob: "\(day) || 'T00:00:00.000000Z'"
    case .integer: "\(seconds) * 1000000"
    case .seconds: seconds
    case .referenceDate: "\(seconds) - 978307200.0"
    }
  }

  /// A conversion of strings as one of the columns' content.
  private func inForm(
    of new: StoredType, _ conversion: ValueConversion, _ text: String, _ column: String
  ) -> ValueConversion {
    let value = conversion.expression(text)
    if conversion == .impossible { return .impossible }
    if new.isBlob { return .sql(StoredFormSQL.bytes(ofUUID: value), isLossy: conversion.isLossy) }
    return value == column ? .none : .sql(value, isLossy: conversion.isLossy)
  }

  /// Conversions that not every value stands; what does not becomes null.
  private func lossy(
    _ from: ScalarType, _ to: ScalarType, _ column: String
  ) -> ValueConversion {
    func only(_ condition: String, _ value: String? = nil) -> ValueConversion {
      .sql("CASE WHEN \(condition) THEN \(value ?? column) END", isLossy: true)
    }
    let integer = "CAST(\(column) AS INTEGER)"
    let real = "CAST(\(column) AS REAL)"
    switch (from, to) {
    case (.int, .bool): return only("\(column) IN (0, 1)")
    case (.int, .double): return only("\(real) = \(column)", real)
    case (.double, .int): return only("\(integer) = \(column)", integer)
    case (.string, .int), (.decimal, .int):
      return only("CAST(\(integer) AS TEXT) = \(column)", integer)
    case (.decimal, .double): return .sql(real, isLossy: true)
    case (.string, .uuid): return only(StrictTexts.isUUID(column), "lower(\(column))")
    case (.string, .url): return only(StrictTexts.isURL(column))
    case (.string, .day): return only(StrictTexts.isDay(column))
    default: return .impossible
    }
  }

  // MARK: Enums and lists

  private func scalar(_ from: ScalarType, _ to: EnumID, _ column: String) -> ValueConversion {
    let model = pairing.new[to]
    guard from == (model.hasIntegerValues ? .int : .string) else { return .impossible }
    if model.unknownValues == .keep { return .none }
    let values = model.cases.map { $0.rawValue.sql }.joined(separator: ", ")
    return .sql("CASE WHEN \(column) IN (\(values)) THEN \(column) END", isLossy: true)
  }

  private func enumeration(_ from: EnumID, _ to: ScalarType, _ column: String) -> ValueConversion {
    switch (pairing.old[from].hasIntegerValues, to) {
    case (false, .string), (true, .int): .none
    case (true, .string): .sql("CAST(\(column) AS TEXT)", isLossy: false)
    default: .impossible
    }
  }

  private func elements(
    _ from: ElementType, _ to: ElementType, _ column: String, isArray: Bool
  ) -> ValueConversion {
    switch (from, to) {
    case (.scalar(let from), .scalar(let to)): return from == to ? .none : .impossible
    case (.enumeration(let from), .enumeration(let to)):
      return EnumConverter(pairing: pairing).conversion(
        from, to, elementsOf: column, isArray: isArray)
    default: return .impossible
    }
  }

  /// A single value becomes a list with one element; null remains null.
  private func wrapped(
    _ from: AttributeType, in to: ElementType, _ column: String, _ storage: ValueStorage
  ) -> ValueConversion {
    let element: String?
    switch (from, to) {
    case (.scalar(let from), .scalar(let to)):
      element = from == to ? from.json(of: column, in: storage) : nil
    case (.enumeration(let from), .enumeration(let to)):
      let isSame = EnumConverter(pairing: pairing).conversion(from, to, column) == .none
      element = isSame ? column : nil
    default: element = nil
    }
    guard let element else { return .impossible }
    return .sql("CASE WHEN \(column) IS NOT NULL THEN json_array(\(element)) END", isLossy: false)
  }
}

extension ScalarType {
  /// The value as an argument of SQLite's `json_array`; `nil` if SQL does not yield the form that it
  /// has in a list.
  fileprivate func json(of column: String, in storage: ValueStorage) -> String? {
    switch self {
    case .string, .int, .decimal, .day, .uuid, .url: column
    case .bool: "json(CASE \(column) WHEN 0 THEN 'false' ELSE 'true' END)"
    case .json: "json(\(column))"
    case .date: storage == .text ? column : nil
    case .double, .data: nil
    }
  }
}

extension AttributeType {
  var isArray: Bool {
    if case .array = self { true } else { false }
  }
}

extension EnumModel.RawValue {
  /// The value as an SQL literal.
  var sql: String {
    switch self {
    case .string(let text): SQLText.string(text)
    case .int(let value): "\(value)"
    }
  }

  var isInteger: Bool {
    if case .int = self { true } else { false }
  }
}
