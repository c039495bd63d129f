/// What a query does with marked rows: those with a kept tombstone (`tombstone: {…, keep: true}`),
/// and those that are archived (`archive:`).
///
/// It concerns the rows that are fetched or counted. Rows that a condition or an order only looks at
/// through a to-one relation are seen whether they are marked or not.
public enum MarkedRows: Hashable, Sendable {
  /// They are not there.
  case leaveOut
  /// They are rows like all others.
  case include
  /// The others are not there.
  case only
}
