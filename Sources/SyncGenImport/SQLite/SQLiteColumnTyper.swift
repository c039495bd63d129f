import SwiftSyncValues
import SyncGenSchema

/// The type of a column, by its declaration, its name, its checks and its values.
struct SQLiteColumnTyper {
  struct Result {
    var type: ImportedTypeName
    /// The values that a check or the samples allow, for a column that is an enum.
    var cases: [String]?
    /// Whether the check states the values.
    var isEnumChecked = false
    var dates = DateFormats.auto
    var storage = ValueStorage.text
    /// The form of the value in a store of the schema, if it differs from that in the file.
    var otherStorage: String?
    var notes: [ImportNote] = []

    init(_ type: ImportedTypeName) { self.type = type }

    /// The result with a comment that says from what it is guessed.
    fileprivate func guessed(from what: String = "the texts", unless isStated: Bool = false)
      -> Result
    {
      guard !isStated else { return self }
      var result = self
      result.notes = [.guessed(.type, "from \(what)")]
      return result
    }
  }

  let column: ColumnDefinition
  let profile: SQLiteColumnProfile
  /// The strings that a check allows.
  let allowed: [String]?
  /// Whether a check allows only 0 and 1.
  let isCheckedFlag: Bool
  /// Whether a check requires JSON.
  let isCheckedJSON: Bool
  let isPartOfKey: Bool
  /// Whether Core Data created the file.
  let isOfCoreData: Bool

  private var declared: String {
    String(column.type.folded.prefix { $0 != "(" }).split(separator: " ").joined(separator: " ")
  }

  private var words: [String] {
    NameStyle().snakeCase(column.name).folded.split { $0 == "_" || $0 == " " || $0 == "-" }
      .map(String.init)
  }

  func result() -> Result {
    if let allowed {
      var result = Result(.string)
      result.cases = allowed
      result.isEnumChecked = true
      return result
    }
    if isCheckedFlag { return Result(.scalar(.bool)) }
    if let result = byDeclaration() { return result }
    if profile.texts > 0, profile.texts == profile.values { return ofTexts() }
    if profile.blobs > 0, profile.blobs == profile.values { return ofBlobs() }
    return byAffinity()
  }

  private func byDeclaration() -> Result? {
    switch declared {
    case "bool", "boolean":
      return profile.values == 0 || profile.areAll(.flag) ? Result(.scalar(.bool)) : nil
    case "date", "datetime", "timestamp", "timestamptz": return date()
    case _ where declared.isUUID:
      if profile.blobs > 0 { return ofBlobs() }
      return profile.values == 0 || profile.areAll(.uuid) ? uuid() : nil
    case "json", "jsonb": return profile.blobs > 0 ? ofBlobs() : json()
    case "decimal", "numeric":
      guard !isPartOfKey, profile.values == 0 || profile.areAll(.decimal) else { return nil }
      var result = Result(.scalar(.decimal))
      result.otherStorage =
        "numbers, but a store writes 'decimal' as text; use 'double' to keep the file unchanged"
      return result
    default: return isCheckedJSON ? json() : nil
    }
  }

  private func date() -> Result? {
    if isOfCoreData, profile.integers + profile.reals == profile.values {
      var result = Result(.scalar(.date))
      result.storage = .referenceDate
      return result
    }
    if profile.values == 0 { return Result(.scalar(declared == "date" ? .day : .date)) }
    if profile.areAll(.day) { return Result(.scalar(.day)).guessed(unless: declared == "date") }
    if profile.areAll(.timestamp) { return timestamp() }
    let isNumber = profile.integers == profile.values
    return isNumber ? unixTime()?.guessed(from: "the numbers") : nil
  }

  private func timestamp() -> Result {
    var result = Result(.scalar(.date))
    if let text = profile.otherTimestamp {
      result.otherStorage =
        "dates such as '\(text)', which a store reads; it writes the form "
        + "'2026-03-03T09:30:00.000000Z', so rewrite them before you compare or order by them"
    }
    return result
  }

  private func uuid() -> Result {
    var result = Result(.scalar(.uuid))
    if profile.values > 0, !profile.areAll(.canonicalUUID) {
      result.otherStorage =
        "UUIDs in upper case, but a store writes lower case; convert them, or use 'string'"
    }
    return result
  }

  private func unixTime() -> Result? {
    var result = Result(.scalar(.date))
    if profile.areAll(.unixSeconds) {
      result.storage = .seconds
    } else if profile.areAll(.unixMicroseconds) {
      result.storage = .integer
    } else if profile.areAll(.unixMilliseconds) {
      result.dates = DateFormats([.unixMilliseconds])
      result.otherStorage =
        "milliseconds since 1970, but a store writes text; use 'int' to keep the file unchanged"
    } else {
      return nil
    }
    return result
  }

  private func json() -> Result {
    if profile.areAll(.textList) { return Result(.list(.string)).guessed() }
    return Result(.json)
  }

  private static let amounts: Set = [
    "price", "amount", "cost", "rate", "total", "fee", "balance", "estimate", "tax", "discount",
  ]
  private static let timeEndings: Set = [
    "at", "date", "time", "timestamp", "created", "updated", "modified", "deleted",
  ]
  private static let flagStarts: Set = ["is", "has", "can", "should"]

  private func ofTexts() -> Result {
    if let result = byForm() { return result.guessed() }
    if profile.areAll(.decimal), !isPartOfKey,
      profile.hasAny(.fraction), words.contains(where: Self.amounts.contains)
    {
      return Result(.scalar(.decimal)).guessed(from: "the name and the texts")
    }
    // The declaration says something else, or nothing.
    var result = Result(.string).guessed(unless: column.affinity == .text)
    if !isPartOfKey, let cases = profile.enumValues {
      result.cases = cases
      result.notes = [
        .guessed(.enumeration, "from \(cases.count) values in \(profile.values) rows")
      ]
    }
    return result
  }

  /// The type of texts that all have one form.
  private func byForm() -> Result? {
    if profile.areAll(.uuid) { return uuid() }
    if profile.areAll(.day) { return Result(.scalar(.day)) }
    if profile.areAll(.timestamp) { return timestamp() }
    if profile.areAll(.webAddress) { return Result(.scalar(.url)) }
    if profile.areAll(.textList) { return Result(.list(.string)) }
    return profile.areAll(.jsonObject) || profile.areAll(.jsonList) ? Result(.json) : nil
  }

  private func ofBlobs() -> Result {
    guard profile.areAll(.uuidBlob) else { return Result(.scalar(.data)) }
    // Rows are identified by text and numbers only.
    if isPartOfKey {
      var result = Result(.scalar(.data))
      result.notes = ["UUIDs of 16 bytes, which cannot identify rows"]
      return result
    }
    var result = Result(.scalar(.uuid))
    result.storage = .blob
    if !declared.isUUID { result.notes = [.guessed(.type, "from the bytes")] }
    return result
  }

  private func byAffinity() -> Result {
    let numbers = profile.integers + profile.reals
    if numbers > 0, numbers == profile.values { return ofNumbers() }
    // Values of several kinds, or none.
    if profile.values > 0 { return ofMixed() }
    if declared.contains("int") {
      let isFlag = Self.flagStarts.contains(words.first ?? "")
      return isFlag ? Result(.scalar(.bool)).guessed(from: "the name") : Result(.int)
    }
    if ["char", "clob", "text"].contains(where: declared.contains) { return ofEmptyText() }
    if declared.contains("blob") { return Result(.scalar(.data)) }
    if ["real", "floa", "doub"].contains(where: declared.contains) {
      return Result(.scalar(.double))
    }
    return declared.isEmpty ? guessed(.string) : ofUnknownType()
  }

  /// The type of a text column without values, by its name and its default.
  private func ofEmptyText() -> Result {
    var result = Result(.string)
    switch column.defaultSQL {
    case "'[]'": result = Result(.list(.string))
    case "'{}'": result = Result(.json)
    case nil where words.count > 1 && words.last == "at": result = Result(.scalar(.date))
    case nil where words.count > 1 && words.last == "on": result = Result(.scalar(.day))
    default: return result
    }
    result.notes = [.guessed(.type, "the column has no values")]
    return result
  }

  private func guessed(_ type: ImportedTypeName) -> Result {
    var result = Result(type)
    result.notes = [.guessed(.type, "the column has neither a type nor values")]
    return result
  }

  /// The type of a column without values whose declared type SQLite treats as numeric.
  private func ofUnknownType() -> Result {
    var result = Result(.scalar(.double))
    result.notes = [
      .guessed(.type, "the column has no values and a type that SQLite does not know")
    ]
    return result
  }

  private func ofNumbers() -> Result {
    guard profile.reals == 0, !declared.isFloatingPoint else {
      return Result(.scalar(.double)).guessed(from: "the numbers", unless: !declared.isEmpty)
    }
    if isPartOfKey {
      return Result(.int).guessed(from: "the numbers", unless: !declared.isEmpty)
    }
    if profile.areAll(.flag), Self.flagStarts.contains(words.first ?? "") {
      return Result(.scalar(.bool)).guessed(from: "the name and the numbers")
    }
    if isNamedAsTime, let result = unixTime() {
      return result.guessed(from: "the name and the numbers")
    }
    return Result(.int).guessed(from: "the numbers", unless: !declared.isEmpty)
  }

  private var isNamedAsTime: Bool {
    Self.timeEndings.contains(words.last ?? "") || words.contains("date")
  }

  private func ofMixed() -> Result {
    var result = Result(profile.texts == 0 && profile.blobs > 0 ? .scalar(.data) : .string)
    let kinds = [
      (profile.integers + profile.reals, "number"), (profile.texts, "string"),
      (profile.blobs, "blob"),
    ]
    let found = kinds.filter { $0.0 > 0 }
      .map { profile.isPartial ? "\($0.1)s" : $0.0 == 1 ? "1 \($0.1)" : "\($0.0) \($0.1)s" }
      .joined(separator: " and ")
    result.notes = ["the rows have \(found)"]
    result.otherStorage = "\(found), but a store has values of one kind; convert the others"
    return result
  }
}

extension SQLiteColumnTyper.Result {
  /// The kind of values that a store writes for the type; nil for blobs, which any column keeps,
  /// and for amounts.
  var storedKind: ColumnDefinition.Content? {
    if cases != nil { return .texts }
    switch type {
    case .scalar(.int), .scalar(.bool): return .integers
    case .scalar(.double): return .numbers
    case .scalar(.date) where storage == .referenceDate: return .numbers
    case .scalar(.date) where storage != .text: return .integers
    case .scalar(.uuid) where storage != .text: return nil
    case .scalar(.data), .money: return nil
    default: return .texts
    }
  }
}

extension String {
  /// Whether it is the type of UUIDs.
  fileprivate var isUUID: Bool { self == "uuid" || self == "guid" }

  /// Whether a column of this type stores all numbers as `REAL`.
  fileprivate var isFloatingPoint: Bool {
    ["real", "floa", "doub"].contains { contains($0) }
  }
}
