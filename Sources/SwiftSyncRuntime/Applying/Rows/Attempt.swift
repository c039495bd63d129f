/// One try to write all rows that have waited.
struct Attempt {
  /// An enforced reference that must have a row at the end of the attempt.
  struct Reference {
    let node: RowNode
    /// The keys that lead to it from its row.
    let path: String
    /// Position in `SchemaPlan.entities`.
    let target: Int
    let id: StoredValue
  }

  /// Rows that cannot be written, whatever else is.
  var failures: [ObjectIdentifier: DeferredRow.Reason] = [:]
  /// Rows that turn out not to be written, so that they must keep their values.
  var excluded: Set<ObjectIdentifier> = []
  var hasNewFailures = false
  var references: [Reference] = []
}
