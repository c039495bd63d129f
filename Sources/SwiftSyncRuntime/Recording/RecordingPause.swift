/// Keeps local writes from being recorded while a call applies a payload.
///
/// The triggers in the database ask whether `swiftsync_applying` has a row. It is put there before the
/// first write of a call, so that a call that writes nothing leaves the file as it is, and taken away
/// before the transaction ends, so that no other connection ever sees it.
final class RecordingPause {
  private let connection: Connection
  private var isPending = false
  private var isOn = false

  init(on connection: Connection) {
    self.connection = connection
  }

  /// Makes the next write begin the pause.
  func prepare() {
    isPending = true
  }

  /// Begins the pause, if one is wanted and has not begun.
  @inline(__always)
  func begin() throws(SyncError) {
    if isPending { try insert() }
  }

  private func insert() throws(SyncError) {
    try connection.execute("INSERT INTO swiftsync_applying (is_on) VALUES (1)")
    isPending = false
    isOn = true
  }

  /// Ends the pause: what is written from now on is recorded.
  func end() throws(SyncError) {
    isPending = false
    guard isOn else { return }
    try connection.execute("DELETE FROM swiftsync_applying")
    isOn = false
  }
}
