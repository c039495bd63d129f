package import SwiftSyncFoundation
import SwiftSyncThreads

/// How the uploads of an app read what is wrong with single values in failed responses, by entity.
///
/// A database cannot contain functions, so they are known as soon as a session or a push has the
/// endpoints.
package final class ErrorReaders: @unchecked Sendable {
  /// Returns the messages by the paths of the values.
  package typealias Read = @Sendable (_ status: Int, _ body: Data) -> [String: [String]]

  private let lock = ThreadLock()
  /// Only accessed with the lock.
  private var readers: [String: Read] = [:]

  package func set(_ entity: String, _ read: @escaping Read) {
    lock.withLock { readers[entity] = read }
  }

  /// The messages in a body; empty if the endpoints of the entity declare none.
  package func errors(of entity: String, _ status: Int, _ body: Data) -> [String: [String]] {
    lock.withLock { readers[entity] }?(status, body) ?? [:]
  }
}
