import SwiftSyncThreads

/// A value that is made when it is first asked for, once, by whichever thread asks.
///
/// For what few templates want and takes long to make.
///
/// `@unchecked`: what is mutable is touched under the lock only.
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

/// A value that is held by reference, so that its holder is quick to copy.
///
/// Each question of a template copies the subject that it is about, and an entity of the schema
/// has dozens of parts.
@propertyWrapper struct Shared<Value: Sendable>: Sendable {
  private final class Box: Sendable {
    let value: Value

    init(_ value: Value) {
      self.value = value
    }
  }

  private let box: Box

  init(wrappedValue: Value) {
    box = Box(wrappedValue)
  }

  var wrappedValue: Value { box.value }
}
