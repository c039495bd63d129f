/// A name in SQL, e.g. `project_id`. It is quoted here, and only here, if SQL would misread it.
package struct SQLIdentifier: Hashable, Sendable {
  /// The name without quotation marks.
  package let name: String

  /// Whether SQL reads the unquoted name correctly. Computed once, because names are written many
  /// times.
  let isPlain: Bool

  package init(_ name: String) {
    self.name = name
    isPlain = Self.isPlain(name)
  }
}
