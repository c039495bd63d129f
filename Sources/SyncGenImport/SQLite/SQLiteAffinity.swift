import SyncGenSchema

/// SQLite's rules for how a column converts values (SQLite documentation, "Determination Of Column
/// Affinity").
enum SQLiteAffinity {
  case integer, text, none, real, numeric

  /// The kind of values that a store writes to a column.
  enum Kind: String {
    case integers, numbers, texts
  }

  init(_ type: String) {
    let name = type.folded
    func has(_ parts: String...) -> Bool { parts.contains { name.contains($0) } }
    if has("int") {
      self = .integer
    } else if has("char", "clob", "text") {
      self = .text
    } else if name.isEmpty || has("blob") {
      self = .none
    } else {
      self = has("real", "floa", "doub") ? .real : .numeric
    }
  }

  /// Whether a column keeps such values unchanged, so that a store can adopt it.
  func keeps(_ kind: Kind, inColumnOfTimes isTemporal: Bool = false) -> Bool {
    switch kind {
    case .integers: [.integer, .numeric, .none].contains(self)
    case .numbers: self != .text
    case .texts: [.text, .none].contains(self) || self == .numeric && isTemporal
    }
  }
}

extension SQLiteColumnTyper.Result {
  /// The kind of values that a store writes for the type; nil for blobs, which any column keeps,
  /// and for amounts.
  var storedKind: SQLiteAffinity.Kind? {
    if cases != nil { return .texts }
    switch type {
    case .scalar(.int), .scalar(.bool): return .integers
    case .scalar(.double): return .numbers
    case .scalar(.date) where storage == ValueStorage.referenceDate.rawValue: return .numbers
    case .scalar(.date) where storage != nil: return .integers
    case .scalar(.uuid) where storage != nil: return nil
    case .scalar(.data), .money: return nil
    default: return .texts
    }
  }
}

extension String {
  /// Whether it is the declared type of a column of dates or times.
  var isTemporal: Bool { folded.contains("date") || folded.contains("time") }
}
