import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncSession
import SyncGenSchema

/// Checks sample payloads in the same way as `check-payload`.
struct SampleChecker: PayloadChecking {
  private let checker: PayloadChecker

  init(_ schema: Schema) {
    checker = PayloadChecker(SchemaMetadata(schema))
  }

  func accepts(_ payload: CheckedPayload) -> Bool {
    let source = PayloadSource.data(Data(payload.json.utf8))
    do {
      guard let document = payload.document else {
        return try checker.accepts(
          source, as: payload.entity, root: payload.root, keyedBy: payload.keyedBy,
          isItem: payload.isItem)
      }
      return try checker.accepts(source, asDocument: document)
    } catch {
      // `check-payload` ends with an error too.
      return false
    }
  }
}
