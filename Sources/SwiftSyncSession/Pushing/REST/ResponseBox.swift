/// Collects responses of concurrent requests, so that responses that arrive together are settled
/// together.
actor ResponseBox<Value: Sendable> {
  private var values: [Value] = []
  private var waiting: CheckedContinuation<[Value], Never>?

  func put(_ value: Value) {
    if let waiting {
      self.waiting = nil
      waiting.resume(returning: [value])
    } else {
      values.append(value)
    }
  }

  /// Returns all responses that have arrived, and waits for the first one if there are none. Only
  /// one task may call it.
  func take() async -> [Value] {
    guard values.isEmpty else {
      defer { values = [] }
      return values
    }
    return await withCheckedContinuation { waiting = $0 }
  }
}
