/// Allows a few pieces of work to run at once, and makes the others wait.
///
/// All tests begin at the same time; without this limit, hundreds of programs would run at once.
package actor Slots {
  package static let shared = Slots(4)

  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ count: Int) {
    free = count
  }

  package nonisolated func run<Result: Sendable>(
    _ work: @Sendable () async throws -> Result
  ) async throws -> Result {
    await enter()
    do {
      let result = try await work()
      await leave()
      return result
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
