/// Tells the caller of a pull which page is being fetched.
enum PageProgress {
  /// Receives the number of each page, from 1, before it is requested.
  @TaskLocal static var note: (@Sendable (Int) -> Void)?
}
