extension ThrowingTaskGroup where ChildTaskResult == HTTP.Response, Failure == any Error {
  /// Returns the result of the first task to end and cancels the others. A file that another task
  /// has saved in the meantime is removed.
  ///
  /// - Throws: The error of the first task to end, or `CancellationError` if the group is empty.
  package mutating func firstResponse() async throws -> HTTP.Response {
    let first = await nextResult()
    cancelAll()
    while let other = await nextResult() {
      if case .success(let response) = other, let file = response.bodyFile { FileBody.remove(file) }
    }
    guard let first else { throw CancellationError() }
    return try first.get()
  }
}
