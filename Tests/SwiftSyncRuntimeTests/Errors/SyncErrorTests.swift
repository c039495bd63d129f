import SwiftSyncRuntime
import Testing

@Suite struct SyncErrorTests {
  private struct Offline: Error {}

  @Test func interruptionErrorsSayNothingWasChanged() {
    #expect(
      SyncError.cancelled.description == "the task was cancelled, so nothing was changed")
    #expect(
      SyncError.interruptedPayload(SyncError.PayloadInterruption(Offline())).description
        == "the payload ended early, so nothing was changed: Offline()")
  }
}
