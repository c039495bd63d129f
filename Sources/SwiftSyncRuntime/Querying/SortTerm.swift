/// A column that a query's rows are sorted by, e.g. `$0.dueOn.ascending`.
public struct SortTerm: Sendable {
  let place: ColumnPath
  let isDescending: Bool
}
