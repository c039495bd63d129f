extension Statement {
  /// Binds copies of values from the first parameter on.
  func bind(_ values: [StoredValue]) {
    for (index, value) in values.enumerated() { bind(Int32(index + 1), value) }
  }
}
