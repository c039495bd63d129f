/// How far a session is.
public enum SessionProgress: Sendable {
  /// A step begins; its position from 0, and how many there are.
  case began(String, step: Int, of: Int)
  /// A push has got a response; what it has done so far.
  case pushed(String, PushSummary)
  /// A step has failed and is tried again.
  case waits(String, seconds: Double, after: any Error)
  /// A step is done, or has failed for good.
  case ended(SyncSummary.Step)
}
