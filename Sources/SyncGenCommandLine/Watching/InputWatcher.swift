/// Waits until an input changes.
package struct InputWatcher {
  /// The time without events after which a burst of changes is considered to be over, in
  /// milliseconds.
  private static let quiet = 60
  /// The maximum duration of a burst, in milliseconds.
  private static let longest = 1_000

  private let events: FileEvents

  package init() throws(FileFailure) {
    events = try FileEvents()
  }

  /// Watches everything in the log from now on.
  package func watch(_ log: InputLog) throws(FileFailure) {
    try events.watch(Set(log.stamps.keys))
  }

  /// Returns when a burst of changes is over and something in the log has changed.
  ///
  /// Changes between reading and `watch` count. Events of other files in the same folders do not,
  /// so that generating does not trigger itself.
  package func waitForChange(of log: InputLog) throws(FileFailure) {
    while !log.isOutdated {
      try events.wait(atMost: nil)
      // A replaced folder is watched by its name, not by its former inode.
      try watch(log)
    }
    var waited = 0
    while waited < Self.longest, try events.wait(atMost: Self.quiet) { waited += Self.quiet }
  }
}
