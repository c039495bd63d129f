/// Collects the values of a row's columns.
public struct RowWriter {}
