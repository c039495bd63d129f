extension QueriedColumn {
  /// Whether the column has this value.
  public static func == (column: Self, value: Value) -> Condition {
    Condition(column, .compares(.equal, value))
  }

  /// Whether the column has another value, or is nil.
  public static func != (column: Self, value: Value) -> Condition {
    !(column == value)
  }

  /// Whether the column has one of these values; there may be any number of them.
  ///
  /// Of doubles and data, SQLite takes 32,000 at most.
  public func isIn(_ values: some Sequence<Value>) -> Condition {
    Condition(self, .isOneOf(values.map { $0 }))
  }
}

extension QueriedColumn where Value: OrderedValue {
  /// Whether the column has a lesser value.
  public static func < (column: Self, value: Value) -> Condition {
    Condition(column, .compares(.less, value))
  }

  /// Whether the column has this value or a lesser one.
  public static func <= (column: Self, value: Value) -> Condition {
    Condition(column, .compares(.lessOrEqual, value))
  }

  /// Whether the column has a greater value.
  public static func > (column: Self, value: Value) -> Condition {
    Condition(column, .compares(.greater, value))
  }

  /// Whether the column has this value or a greater one.
  public static func >= (column: Self, value: Value) -> Condition {
    Condition(column, .compares(.greaterOrEqual, value))
  }

  /// The rows from the least value to the greatest; those with nil come first.
  public var ascending: SortTerm { SortTerm(place: place, isDescending: false) }

  /// The rows from the greatest value to the least; those with nil come last.
  public var descending: SortTerm { SortTerm(place: place, isDescending: true) }
}

extension QueriedColumn where Value == String {
  /// Whether the text begins with these characters, by their code points: `é` in one code point is
  /// not `é` in two, and `a` is not `A`.
  public func hasPrefix(_ prefix: String) -> Condition {
    Condition(self, .hasPrefix(prefix))
  }

  /// Whether the text has these characters in it, by their code points.
  public func contains(_ text: String) -> Condition {
    Condition(self, .contains(text))
  }
}

extension OptionalColumn {
  /// Whether the column is nil.
  public var isNil: Condition { !Condition(self, .isThere) }

  /// Whether the column has this value, or is nil if the value is.
  public static func == (column: Self, value: Value?) -> Condition {
    guard let value else { return column.isNil }
    return Condition(column, .compares(.equal, value))
  }

  /// Whether the column does not have this value, or is not nil if the value is.
  public static func != (column: Self, value: Value?) -> Condition {
    !(column == value)
  }
}
