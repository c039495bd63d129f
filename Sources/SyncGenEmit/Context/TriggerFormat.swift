/// The format of the triggers that record local writes.
///
/// Stores replace triggers of their own format and of lower ones by those of their schema, and leave those of
/// higher formats alone. So a change of the text that the templates make of the same schema adds one.
package enum TriggerFormat {
  /// 0 is the format of triggers that no number was noted for.
  package static let current = 2
}
