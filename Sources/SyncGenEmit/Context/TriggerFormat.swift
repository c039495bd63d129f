/// The format of the triggers that record local writes.
///
/// Stores replace triggers of their own format and of lower ones by those of their schema, and keep
/// those of higher formats. A change of the text that the templates generate from the same schema
/// must therefore increment it.
package enum TriggerFormat {
  /// 0 is the format of triggers without a recorded number.
  package static let current = 4
}
