package import SyncGenDiagnostics

/// `api:` of a schema.
package struct API: Hashable, Sendable {
  package let base: String
  package let version: Int?
  package let endpoints: [Endpoint]
  /// Endpoints that upload local changes.
  package let uploads: [UploadEndpoint]
  /// The types under `types:` that no attribute has.
  package let types: [InlineType]
}

extension API {
  /// Types without endpoints.
  init(types: [InlineType]) {
    self.init(base: "", version: nil, endpoints: [], uploads: [], types: types)
  }

  /// The types that have rows in them.
  package var documents: [InlineType] {
    let documents = DocumentTypes(types)
    return types.indices.filter(documents.isDocument).map { types[$0] }
  }
}

package struct Endpoint: Hashable, Sendable {
  package enum Method: String, CaseIterable, Hashable, Sendable {
    case get
    case post
    case put
    case patch
    case delete
  }

  package let name: SwiftIdentifier
  package let method: Method
  /// With `{placeholders}`.
  package let path: String
  /// The placeholders in their order.
  package let pathParameters: [SwiftIdentifier]
  package let query: [InlineField]
  package let body: PayloadType?
  package let returns: PayloadType?
  package let version: Int?
  package let stores: EndpointStores?
  /// The position of the document that a response is, if that goes into the store.
  package let storedDocument: Int?
  package let documentation: String?
  package let annotations: Annotations
  package let span: SourceSpan
}

/// What a request or a response carries.
package indirect enum PayloadType: Hashable, Sendable {
  case entity(EntityID)
  /// `Task.Patch`
  case patch(EntityID)
  case scalar(ScalarType)
  case enumeration(EnumID)
  /// A type that attributes have, too.
  case value(ValueTypeID)
  case money
  /// Any other type under `types:`, by its position.
  case named(Int)
  case inline(InlineType)
  /// A row of one of several entities; always the element of a list.
  case tagged(TaggedRows)
  case array(PayloadType)
  /// Keys are strings.
  case dictionary(PayloadType)
  case optional(PayloadType)
}

/// An object type without a table.
package struct InlineType: Hashable, Sendable {
  /// Named by its path, e.g. `CheerHistory.History`.
  package let name: String
  package let fields: [InlineField]
  package let documentation: String?
  package let annotations: Annotations
  /// Where its fields are.
  package let span: SourceSpan
  /// Where its name is; of a type in place, the same.
  package let nameSpan: SourceSpan
}

package struct InlineField: Hashable, Sendable {
  package let name: SwiftIdentifier
  /// Of money, the path of the minor units.
  package let remote: RemotePath
  /// The path of the currency of money.
  package let currencyRemote: RemotePath?
  package let type: PayloadType
  /// The scalar of the schema that the type is named by, or that of its elements.
  package let scalar: NamedScalar?
  package let isOptional: Bool
  package let defaultValue: ConstantValue?
  package let remoteDates: DateFormats
  package let isEmptyNull: Bool
  /// Of a list of rows in a document, what happens to stored rows that it does not have; `nil`: they are kept.
  package let missingRows: EndpointStores.MissingRows?
  package let documentation: String?
  package let deprecation: String?
  package let annotations: Annotations
  package let span: SourceSpan
}

/// `stores:` of an endpoint: how its response goes into the store.
package struct EndpointStores: Hashable, Sendable {
  package enum MissingRows: String, CaseIterable, Hashable, Sendable {
    case delete
    case keep
  }

  package enum Operation: String, CaseIterable, Hashable, Sendable {
    case insert
    case update
    case delete
  }

  package let entity: EntityID
  /// The relation of the entity that the path's placeholder names.
  package let scope: RelationID?
  package let root: RemotePath?
  /// The identity under which rows lie in an object.
  package let keyedBy: String?
  package let missingRows: MissingRows?
  package let operations: [Operation]
  /// The query parameter that carries the watermark.
  package let since: String?
  /// The query parameter that is counted up until a page is empty.
  package let page: String?
}

/// An endpoint that uploads local changes.
package struct UploadEndpoint: Hashable, Sendable {
  package enum WireProtocol: String, CaseIterable, Hashable, Sendable {
    case batch
    case operations
  }

  package let name: SwiftIdentifier
  package let method: Endpoint.Method
  package let path: String
  package let wireProtocol: WireProtocol
  package let entities: [EntityID]
  package let version: Int?
  package let span: SourceSpan
}
