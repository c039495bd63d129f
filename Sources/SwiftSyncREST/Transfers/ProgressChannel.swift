/// Passes the newest counts of a transfer from a transport to a loop.
final class ProgressChannel<Counts: Sendable>: Sendable {
  let stream: AsyncStream<Counts>
  let continuation: AsyncStream<Counts>.Continuation

  init() {
    (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }
}
