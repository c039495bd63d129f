import CSQLite

/// What SQLite counts of the memory that it takes.
package enum MemoryStatistics {
  /// Counts nothing in this process from now on, if no database was opened yet.
  ///
  /// Counting locks the whole library for each allocation: two threads with a database each wait for one another a
  /// third of the time. It is for the process to decide, so a program may do it and a library may not.
  package static func turnOff() {
    _ = swiftsync_stop_counting_memory()
  }
}
