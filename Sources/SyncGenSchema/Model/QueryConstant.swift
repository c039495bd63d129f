/// A parameter of a query that has the same value in every request.
package struct QueryConstant: Hashable, Sendable {
  /// The parameter as a field of type string, which has the name and the key.
  package let field: InlineField
  package let value: String

  /// The name in a query.
  package var remote: String { field.remote.dotted }
}
