extension EntityCoding {
  /// The constant default of an attribute.
  func defaultValue<T: SyncedValue>(_ index: Int) -> T? {
    fields[index].defaultValues.first.flatMap { $0.withBound(T.init(column:)) }
  }

  /// The constant default of a money attribute.
  func defaultMoney(_ index: Int) -> Money? {
    let values = fields[index].defaultValues
    guard values.count == 2, case .integer(let units) = values[0], case .text(let code) = values[1]
    else { return nil }
    return Money(minorUnits: units, currency: code)
  }

  /// Applies a patch's member to a required member of the entity.
  ///
  /// - Throws: `SyncError.nullRequired` if it is null and there is no default (A2).
  public func apply<T: SyncedValue>(
    _ index: Int, _ patch: Patch<T>, to member: inout T
  ) throws {
    switch patch {
    case .missing: break
    case .value(let value): member = value
    case .null:
      guard let value: T = defaultValue(index) else { throw nullRequired(index) }
      member = value
    }
  }

  /// Applies a patch's amount to a required amount of the entity.
  ///
  /// - Throws: `SyncError.nullRequired` if it is null and there is no default (A2).
  public func apply(_ index: Int, money patch: Patch<Money>, to member: inout Money) throws {
    switch patch {
    case .missing: break
    case .value(let value): member = value
    case .null:
      guard let value = defaultMoney(index) else { throw nullRequired(index) }
      member = value
    }
  }

  private func nullRequired(_ index: Int) -> SyncError {
    .nullRequired(entity: metadata.name, member: fields[index].name)
  }
}
