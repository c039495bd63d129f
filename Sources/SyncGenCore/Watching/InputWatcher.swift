/// Waits until something that was read changes.
package struct InputWatcher {
  /// How long nothing may happen before a burst of changes counts as over.
  private static let quiet = 60
  /// After how long a burst counts as over in any case.
  private static let longest = 1_000

  private let events: FileEvents

  package init() throws(FileFailure) {
    events = try FileEvents()
  }

  /// Looks after everything in the log from now on.
  package func watch(_ log: InputLog) throws(FileFailure) {
    try events.watch(Set(log.stamps.keys))
  }

  /// Comes back when a burst of changes is over and something in the log is not as it was.
  ///
  /// What changed between reading and `watch` counts, and events of other files in the same
  /// folders do not, so that generating does not set itself off.
  package func waitForChange(of log: InputLog) throws(FileFailure) {
    while !log.isOutdated {
      try events.wait(atMost: nil)
      // A folder that was replaced is watched by its name, not as what it was.
      try watch(log)
    }
    var waited = 0
    while waited < Self.longest, try events.wait(atMost: Self.quiet) { waited += Self.quiet }
  }
}
