import CSQLite

/// SQLite's memory statistics.
package enum MemoryStatistics {
  /// Turns off the statistics in this process, if no database has been opened yet.
  ///
  /// The statistics lock the whole library for each allocation: two threads with a database each
  /// spend a third of the time waiting for one another. This is the process's decision, so a
  /// program may turn them off, but a library may not.
  package static func turnOff() {
    _ = swiftsync_stop_counting_memory()
  }
}
