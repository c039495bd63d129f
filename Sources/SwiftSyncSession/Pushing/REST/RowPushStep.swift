/// One pass of a push over the queue. Either the run or one of its jobs uses it at a time.
final class RowPass: @unchecked Sendable {
  var schedule: RowSchedule

  init(_ pass: RowSchedulePlanner.Pass = RowSchedulePlanner.Pass()) {
    schedule = pass.schedule
  }
}

/// A part of a push in one transaction: settles the responses that have arrived, and selects the
/// next changes.
final class RowPushStep {
  /// The result of a step.
  struct Result: Sendable {
    var outcome = RowSettlement.Outcome()
    /// The requests to send.
    var requests: [RowRequest] = []
  }

  private let settlement: RowSettlement
  private let writer: RowRequestWriter
  private let queue: ChangeQueue
  private let pass: RowPass

  init(
    _ endpoint: PushEndpoint, _ pass: RowPass, _ writer: Writer, _ transaction: SyncTransaction
  ) {
    settlement = RowSettlement(endpoint, writer, transaction)
    self.writer = RowRequestWriter(endpoint, writer.plan, on: writer.connection)
    queue = ChangeQueue(on: writer.connection)
    self.pass = pass
  }

  /// - Parameters:
  ///   - free: The number of requests that may be sent.
  ///   - isOpen: Whether changes are selected at all.
  ///   - isRefreshable: Whether a row may be fetched once more.
  func run(
    _ responses: [(request: RowRequest, verdict: RowVerdict)], free: Int, isOpen: Bool,
    _ isRefreshable: (RowRequest) -> Bool
  ) throws(SyncError) -> Result {
    var result = Result()
    if !responses.isEmpty {
      result.outcome = try settlement.settle(responses, isRefreshable)
      for (request, fate) in result.outcome.fates { take(fate, of: request, isOpen, &result) }
    }
    while isOpen, result.requests.count < free {
      let items = pass.schedule.next(free - result.requests.count)
      if items.isEmpty { break }
      for item in items { try handOut(item, &result) }
    }
    return result
  }

  private func take(
    _ fate: RowSettlement.Fate, of request: RowRequest, _ isOpen: Bool, _ result: inout Result
  ) {
    switch fate {
    case .finished: pass.schedule.finish(request.item)
    case .failed: pass.schedule.fail(request.item)
    case .again: pass.schedule.repeatLater(request.item)
    // During a pause, the change is sent again after the pause, and the row is fetched then.
    case .asked where !isOpen: pass.schedule.repeatLater(request.item)
    case .asked(let question): result.requests.append(question)
    }
  }

  private func handOut(_ item: Int, _ result: inout Result) throws(SyncError) {
    let pushed = pass.schedule.changes[item]
    let handed = try writer.request(
      item, pushed, postponing: pass.schedule.postponedFields(of: item))
    switch handed {
    case .request(let request):
      result.requests.append(request)
    case .dropped:
      pass.schedule.finish(item)
    case .changed:
      // The next pass plans the change again.
      pass.schedule.fail(item)
    case .refused(let pushed, let reason):
      try queue.markSent(pushed.change)
      try settlement.entries.settle(
        pushed, .rejected(ProblemReason(reason)), &result.outcome.summary)
      pass.schedule.fail(item)
    }
  }
}
