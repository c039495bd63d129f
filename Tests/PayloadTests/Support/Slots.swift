/// Lets a few pieces of work run at once and the others wait.
actor Slots {
  static let shared = Slots(4)

  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ count: Int) {
    free = count
  }

  nonisolated func run(_ work: @Sendable () async throws -> Void) async throws {
    await enter()
    do {
      try await work()
      await leave()
    } catch {
      await leave()
      throw error
    }
  }

  private func enter() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  private func leave() {
    if waiting.isEmpty {
      free += 1
    } else {
      waiting.removeFirst().resume()
    }
  }
}
