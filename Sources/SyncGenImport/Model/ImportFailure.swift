/// The reason why no schema can be created from a source.
package struct ImportFailure: Error, Hashable {
  /// `FILE:LINE:COLUMN` or a file; `nil` if it does not concern one.
  package let place: String?
  package let message: String

  package init(at place: String? = nil, _ message: String) {
    self.place = place
    self.message = message
  }
}
