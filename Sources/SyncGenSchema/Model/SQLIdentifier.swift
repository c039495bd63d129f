/// A name in SQL, e.g. `project_id`. Quoted in one place, here, when SQL would misread it.
package struct SQLIdentifier: Hashable, Sendable {
  /// The name as it is, without quotation marks.
  package let name: String

  /// Whether SQL reads the name as it is. Worked out once: names are written many times.
  let isPlain: Bool

  package init(_ name: String) {
    self.name = name
    isPlain = Self.isPlain(name)
  }
}
