extension Duration {
  /// The modifier by which SQLite's date functions add the time to a date, e.g. `+30.0 seconds`.
  package var sqlModifier: String { "+\(self / .seconds(1)) seconds" }
}
