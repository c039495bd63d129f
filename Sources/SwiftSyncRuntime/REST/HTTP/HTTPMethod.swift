/// What a request wants of its URL.
public enum HTTPMethod: String, CaseIterable, Hashable, Sendable {
  /// Reads.
  case get = "GET"
  /// Makes something new, or does something.
  case post = "POST"
  /// Puts something in the place of what is there.
  case put = "PUT"
  /// Changes a part of what is there.
  case patch = "PATCH"
  /// Deletes.
  case delete = "DELETE"
}
