extension EntityCoding {
  /// The constant default of an attribute.
  func defaultValue<T: SyncedValue>(_ field: Int) -> T? {
    fields[field].defaultValues.first.flatMap { $0.withBound(T.init(column:)) }
  }

  /// The constant default of a money attribute.
  func defaultMoney(_ field: Int) -> Money? {
    let values = fields[field].defaultValues
    guard values.count == 2, case .integer(let units) = values[0], case .text(let code) = values[1]
    else { return nil }
    return Money(minorUnits: units, currency: code)
  }

  func nullRequired(_ field: Int) -> SyncError {
    .nullRequired(entity: metadata.name, member: fields[field].name)
  }
}
