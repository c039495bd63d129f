/// A row of a query, readable until the query goes on.
public struct Row: ~Copyable {}
