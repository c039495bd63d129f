/// The two columns of an amount that is always there.
///
/// Amounts of different currencies do not compare, so each part is compared for itself.
public struct MoneyColumn: QueriedMember {
  private let place: ColumnPath

  @_spi(Generated)
  public init(_ place: ColumnPath) {
    self.place = place
  }

  /// E.g. cents.
  public var minorUnits: RequiredColumn<Int64> { RequiredColumn(place) }
  /// Three capital letters, e.g. `EUR`.
  public var currency: RequiredColumn<String> { RequiredColumn(place.next) }
}

/// The two columns of an amount that can be nil.
public struct OptionalMoneyColumn: QueriedMember {
  private let place: ColumnPath

  @_spi(Generated)
  public init(_ place: ColumnPath) {
    self.place = place
  }

  /// E.g. cents.
  public var minorUnits: OptionalColumn<Int64> { OptionalColumn(place) }
  /// Three capital letters, e.g. `EUR`.
  public var currency: OptionalColumn<String> { OptionalColumn(place.next) }

  /// Whether there is no amount.
  public var isNil: Condition { minorUnits.isNil }
}

extension ColumnPath {
  /// The column after this one: an amount's currency.
  fileprivate var next: ColumnPath { ColumnPath(relations: relations, column: column + 1) }
}
