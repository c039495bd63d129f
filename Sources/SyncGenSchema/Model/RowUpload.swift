package import SyncGenDiagnostics

/// How an upload endpoint sends changes.
package enum UploadProtocol: String, CaseIterable, Hashable, Sendable {
  case batch
  case operations
  /// A `RowUpload`.
  case rest
}

/// An upload of the `rest` protocol consists of the endpoints that create, update and delete single
/// rows.
package struct RowUpload: Hashable, Sendable {
  package let name: SwiftIdentifier
  /// The entities, in the order of the schema.
  package let entities: [RowRoutes]
  /// The number of concurrent requests.
  package let concurrency: Int
  package let idempotencyKey: IdempotencyKeySetting?
  package let retriesCreates: Bool
  package let span: SourceSpan

  package static let usualConcurrency = 4
  package static let maximumConcurrency = 32
}

/// The `idempotency-key:` setting of an upload.
package struct IdempotencyKeySetting: Hashable, Sendable {
  package let header: String
  /// The validity in seconds.
  package let validity: Int

  package static let usualHeader = "Idempotency-Key"
  package static let usualValidity = 86_400
}

/// The endpoints of one entity's rows.
package struct RowRoutes: Hashable, Sendable {
  package let entity: EntityID
  package let create: RowRoute?
  package let update: RowRoute?
  package let delete: RowRoute?
  /// The endpoint that returns a row by its identity. It is derived from the endpoints; the schema
  /// does not name it.
  package let fetch: RowRoute?
}

/// An endpoint in its role of accepting or returning one row.
package struct RowRoute: Hashable, Sendable {
  package enum Body: String, Hashable, Sendable {
    case none
    /// The written fields.
    case changed
    case whole
  }

  /// The position in the API's `endpoints`.
  package let endpoint: Int
  /// The path, with the names of identity parts and to-one relationships as placeholders.
  package let path: String
  package let body: Body
  /// The keys of the row in a request, from the outside in; empty if the row is the body.
  package let bodyRoot: [String]
  /// The keys of the row in a response, from the outside in; `nil` if there is none.
  package let returned: [String]?
}
