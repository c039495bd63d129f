package import SyncGenDiagnostics

/// An entity under `resources:` of `api:`, with what it stands for.
///
/// The endpoints and the upload are those of the API. This says where they come from, for pages that
/// show it.
package struct Resource: Hashable, Sendable {
  package enum Part: String, CaseIterable, Hashable, Sendable {
    case list, get, create, update, delete

    /// Whether it sends local changes.
    var isWrite: Bool {
      switch self {
      case .list, .get: false
      case .create, .update, .delete: true
      }
    }
  }

  /// An endpoint that a resource stands for.
  package struct Endpoint: Hashable, Sendable {
    package let part: Part
    package let name: String
    /// Whether the schema has written the endpoint out, which replaces the part.
    package let isWrittenOut: Bool
  }

  package let entity: EntityID
  /// In the order of the parts.
  package let endpoints: [Endpoint]
  /// The upload to which the resource adds the entity; `nil` if there is none.
  package var upload: String?
  /// The span of its name.
  package let span: SourceSpan
}
