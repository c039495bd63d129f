@_spi(Generated) import SwiftSyncREST
import SwiftSyncStore

extension SyncStore {
  /// Lets problems read responses as the types that the endpoints of an upload declare under
  /// `errors`.
  func noteErrors(of endpoint: PushEndpoint) {
    for (entity, formats) in endpoint.errors where !formats.isEmpty {
      errorReaders.set(entity) { status, body in
        let found = formats.lazy.compactMap { $0.named(status, body) }
          .map { FieldErrors($0).byPath }
        return found.first { !$0.isEmpty } ?? [:]
      }
    }
  }
}
