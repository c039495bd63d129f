import SwiftSyncThreads

/// A value that is created on first access, once, by any thread.
///
/// For values that few templates need and that take long to create.
///
/// `@unchecked`: the lock protects all mutable state.
final class Deferred<Value: Sendable>: @unchecked Sendable {
  private let lock = ThreadLock()
  private let make: @Sendable () -> Value
  private var made: Value?

  init(_ make: @escaping @Sendable () -> Value) {
    self.make = make
  }

  var value: Value {
    lock.withLock {
      if let made { return made }
      let value = make()
      made = value
      return value
    }
  }
}
