/// A change whose request the server has neither accepted nor rejected, with the reason.
struct FailedChange: Sendable {
  let pushed: PushedChange
  let reason: ProblemReason
}
