import Testing

@_spi(Generated) @testable import SwiftSyncCoding
@_spi(Generated) @testable import SwiftSyncStore

/// Which events are written where there is no system log.
@Suite struct SyncLogTests {
  @Test func errorsOfCallsAreNoWarnings() {
    let failed: [SyncError] = [
      .unknownEntity("Jop", known: []), .invalidOption("limit: 0"), .noStore,
      .refused(.everyRowRejected, report: ApplyReport()),
    ]
    for error in failed { #expect(SyncLog.Event.failed(error).level == .error) }
    for error in [SyncError.cancelled, .closed, .opening, .suspended] {
      #expect(SyncLog.Event.failed(error).level == .information)
    }
  }

  @Test func whatNoCallThrowsIsAWarning() {
    let row = ApplyReport.RejectedRow(
      path: "[0]", identity: nil, rule: .badValue, message: "no number")
    let events: [SyncLog.Event] = [
      .rejected(row), .rejectedMore(3), .unmatchedResults(1), .unusableResponse("no list"),
      .notPushable(entity: "Job", operation: "update", 1),
      .uncertainCreate(entity: "Job", identity: "1"),
      .notKept(entity: "Job", identity: "1", ["name"]), .otherVersion(2, fingerprint: "0123456789"),
      .startedOver(.cancelled, file: "old.sqlite", summary: "3 local changes not restored"),
    ]
    for event in events { #expect(event.level == .warning, "\(event)") }
    #expect(SyncLog.Event.unresolvedReferences(2).level == .information)
    #expect(
      SyncLog.Event.valuesChanged(entity: "Job", identity: "1", ["name"]).level == .information)
  }

  @Test func onlyNoneIsSilent() {
    #expect(SyncLog.none.isSilent)
    #expect(!SyncLog.system.isSilent && !SyncLog { _, _ in }.isSilent)
  }
}
