package import SwiftSyncValues
package import SyncGenDiagnostics

/// The `api:` section of a schema.
package struct API: Hashable, Sendable {
  /// The prefix of all paths, if `base:` is a path.
  package let base: String
  /// The URL with which all requests begin by default, if `base:` is one.
  package let baseURL: String?
  package let version: Int?
  /// The header fields of all requests.
  package let headers: [EndpointHeader]
  package let endpoints: [EndpointModel]
  /// The positions of the endpoints that a session pulls, in the order in which it does so.
  package let pulls: [Int]
  /// Endpoints that upload local changes.
  package let uploads: [UploadEndpoint]
  /// Endpoints for single rows that upload local changes.
  package let rowUploads: [RowUpload]
  /// The types under `types:` that no attribute has.
  package let types: [InlineType]
  /// The resources, whose endpoints and uploads are among those above.
  package let resources: [Resource]
}

extension API {
  /// Creates an API with types but without endpoints.
  init(types: [InlineType]) {
    self.init(
      base: "", baseURL: nil, version: nil, headers: [], endpoints: [], pulls: [],
      uploads: [], rowUploads: [], types: types, resources: [])
  }

  /// The endpoints that return the list of a parent, unless a session pulls these rows otherwise.
  package var pullsForParents: [(endpoint: EndpointModel, parent: RelationID)] {
    let pulled = Set(pulls.compactMap { endpoints[$0].stores?.entity })
    return endpoints.compactMap { endpoint in
      guard case .ofParent(let parent) = endpoint.pulling, !pulled.contains(parent.entity) else {
        return nil
      }
      return (endpoint, parent)
    }
  }

  /// The path of `base:`, also of a URL.
  package var basePath: String { baseURL.map(Self.path(ofURL:)) ?? base }

  /// What follows the host of a URL.
  static func path(ofURL url: String) -> String {
    guard let colon = url.firstIndex(of: ":") else { return "" }
    let host = url[colon...].dropFirst("://".count)
    return host.firstIndex(of: "/").map { String(url[$0...]) } ?? ""
  }

  /// The types that contain rows.
  package var documents: [InlineType] {
    let documents = DocumentTypes(types)
    return types.indices.filter(documents.isDocument).map { types[$0] }
  }
}

package struct EndpointModel: Hashable, Sendable {
  package enum Method: String, CaseIterable, Hashable, Sendable {
    case get
    case head
    case post
    case put
    case patch
    case delete
  }

  package let name: SwiftIdentifier
  package let method: Method
  /// The path with `{placeholders}`.
  package let path: String
  /// The placeholders, in order.
  package let pathParameters: [SwiftIdentifier]
  /// The placeholders whose types the schema states.
  package let placeholders: [InlineField]
  package let query: [InlineField]
  /// The parameters of the query with the same value in every request.
  package let constants: [QueryConstant]
  package let headers: [EndpointHeader]
  package let body: PayloadType?
  package let bodyFormat: BodyFormat
  /// The media type of a body of bytes, if the schema states one.
  package let contentType: String?
  package let returns: PayloadType?
  /// The formats of responses with a status other than 200 to 299: single statuses first, then
  /// ranges.
  package let errors: [EndpointError]
  /// How a response with a status from 200 to 299 indicates a failure.
  package let failure: EndpointFailure?
  package let version: Int?
  /// The seconds within which a response must be complete.
  package let timeout: Int?
  /// How pages are requested; `nil` if a response contains the whole list.
  package let paging: EndpointPaging?
  package let stores: EndpointStores?
  /// The position of the document type of the response, if it is applied to the store.
  package let storedDocument: Int?
  package let pulling: EndpointPulling
  package let documentation: String?
  /// The reason stated by `deprecated:`.
  package let deprecation: String?
  package let annotations: Annotations
  package let span: SourceSpan

  /// Whether `errors` has `none`.
  package var mayReturnNothing: Bool { errors.contains { $0.body == .none } }
}

/// Whether a session pulls the rows of an endpoint.
package enum EndpointPulling: Hashable, Sendable {
  /// It does; `isStated` with `pulls: true`.
  case pulled(isStated: Bool)
  /// The endpoint returns the list of a parent, so it is requested for each of them.
  case ofParent(RelationID)
  case notPulled
}

/// The `fails:` setting of an endpoint.
package struct EndpointFailure: Hashable, Sendable {
  /// The flag that is true unless the request failed.
  package let flag: RemotePath
  /// The code of the error.
  package let code: RemotePath?
}

/// The type of the content of a request or a response.
package indirect enum PayloadType: Hashable, Sendable {
  case entity(EntityID)
  /// A patch, e.g. `Task.Patch`.
  case patch(EntityID)
  case scalar(ScalarType)
  case enumeration(EnumID)
  /// A type that attributes also have.
  case value(ValueTypeID)
  case money
  /// A file: a response, a body, or a part of a body.
  case file
  /// Any other type under `types:`, by its position.
  case named(Int)
  case inline(InlineType)
  /// A row of one of several entities, which is always the element of a list.
  case tagged(TaggedRows)
  case array(PayloadType)
  /// A dictionary with string keys.
  case dictionary(PayloadType)
  case optional(PayloadType)
}

/// An object type without a table.
package struct InlineType: Noted, Hashable, Sendable {
  /// The name by path, e.g. `CheerHistory.History`.
  package let name: String
  package var fields: [InlineField]
  package let notes: Notes
  /// The span of its fields.
  package let span: SourceSpan
  /// The span of its name; for an inline type, the same.
  package let nameSpan: SourceSpan
}

@dynamicMemberLookup
package struct InlineField: Noted, Hashable, Sendable {
  package let name: SwiftIdentifier
  /// The path; for money, that of the minor units.
  package let remote: RemotePath
  /// For money, the path of the currency.
  package let currencyRemote: RemotePath?
  package var type: PayloadType
  /// The scalar of the schema that the type names, or that of its elements.
  package let scalar: NamedScalar?
  package let isOptional: Bool
  package let defaultValue: ConstantValue?
  package let settings: FieldSettings
  package let span: SourceSpan

  package var notes: Notes { settings.notes }

  package subscript<Value>(dynamicMember path: KeyPath<FieldSettings, Value>) -> Value {
    settings[keyPath: path]
  }
}

/// The `stores:` setting of an endpoint: how its response is applied to the store.
package struct EndpointStores: Hashable, Sendable {
  package enum Operation: String, CaseIterable, Hashable, Sendable {
    case insert
    case update
    case delete
  }

  /// The conflict policy: what happens to a pending change if a response contains the same row.
  package enum Conflict: String, CaseIterable, Hashable, Sendable {
    case merge
    case serverWins = "server-wins"
    case newestWins = "newest-wins"
  }

  package let entity: EntityID
  /// The relationship of the entity that the path's placeholder names.
  package let scope: RelationID?
  package let root: RemotePath?
  /// The identity whose values are the keys of an object that contains the rows.
  package let keyedBy: String?
  /// What happens to stored rows that a list does not contain.
  package let missingRows: MissingRows
  package let operations: [Operation]
  /// The operations for nested rows and links.
  package let relationOperations: [Operation]
  /// The maximum number of rows that a call may delete.
  package let deletionLimit: Int?
  package let conflict: Conflict?
  package let isStrict: Bool
  /// The query parameter with the watermark.
  package let since: String?
}

/// An endpoint that uploads local changes.
package struct UploadEndpoint: Hashable, Sendable {
  package enum WireProtocol: String, CaseIterable, Hashable, Sendable {
    case batch
    case operations
  }

  package let name: SwiftIdentifier
  package let method: EndpointModel.Method
  package let path: String
  package let wireProtocol: WireProtocol
  package let entities: [EntityID]
  package let version: Int?
  package let span: SourceSpan
}
