import SyncGenTemplateEngine

/// The types in generated Swift code, as used in templates.
///
/// `{{ swift.Date }}` is `Date`, or `Foundation.Date` if an entity or enum is called `Date`.
/// `{{ swift.Money }}` always has the module, because apps have types of that name.
final class TypeNamesContext: TemplateObject {
  /// The names by the module that they come from.
  static let modules: [(name: String, types: [String])] = [
    (
      "Swift",
      [
        "AnyKeyPath", "Array", "Bool", "CaseIterable", "Codable", "CodingKey", "CustomReflectable",
        "CustomStringConvertible",
        "Decodable", "Decoder", "Dictionary", "Double", "Encodable", "Encoder", "EncodingError",
        "Equatable", "Error", "ExpressibleByBooleanLiteral",
        "ExpressibleByExtendedGraphemeClusterLiteral", "ExpressibleByFloatLiteral",
        "ExpressibleByIntegerLiteral", "ExpressibleByNilLiteral",
        "ExpressibleByStringInterpolation",
        "ExpressibleByStringLiteral", "ExpressibleByUnicodeScalarLiteral", "Hashable", "Hasher",
        "Identifiable",
        "Int", "Int64", "KeyedDecodingContainer", "KeyedEncodingContainer", "Mirror", "Never",
        "Optional",
        "Sendable", "Set", "StaticString", "String", "Void",
      ]
    ),
    ("Foundation", ["Data", "Date", "Decimal", "URL", "UUID"]),
    (
      "SwiftSyncRuntime",
      [
        "APIClient", "APIError", "APIResponse", "AppScalar", "ApplyOptions", "ArchivableEntity",
        "AttributeMetadata",
        "CalendarDay", "ColumnMetadata", "DateForm", "DownloadProgress", "DraftableEntity",
        "Endpoint",
        "EndpointRequest", "EndpointSync",
        "EndpointPages",
        "EntityCoding", "EntityIdentity", "EntityMetadata", "EntityPatch", "EntitySyncMetadata",
        "ErrorFormat",
        "Fixtures", "FieldReader", "FieldVisitor", "FieldWriter", "ObjectDecoder", "ObjectEncoder",
        "IntegerEnum",
        "JSONValue", "JoinTableMetadata", "Middleware", "MigrationPlan", "MigrationStep", "Money",
        "OrderedList", "Patch",
        "RowEndpoint", "RowEndpoints", "WireFormat", "PushEndpoint",
        "PushedEntity",
        "QueriedColumn", "QueriedRow", "QueriedRows", "RelationMetadata",
        "RestorableEntity",
        "SchemaMetadata", "SearchableEntity",
        "StoredEntity", "StoredValue", "ApplyReport",
        "SyncSession", "SyncStore", "SyncedAPI", "DocumentEndpoint", "SyncedDocument",
        "SyncedEndpoint", "SyncedEntity",
        "SyncedValue", "TextEnum", "ToMany", "ToOne",
        "StoreSchema", "SyncScope", "SyncedStruct", "Transport", "UploadFile",
        "ValueReader",
        "ValueShape", "ValueType",
        "ValueWriter", "StoreSchemaVersion",
      ]
    ),
    ("SwiftSyncURLSession", ["URLSessionTransport"]),
  ]

  private static let index = NameIndex(modules.flatMap(\.types))

  /// Created with the object, so that names computed before are not used.
  private let index = TypeNamesContext.index
  /// The names in the order of the modules and their types.
  private let names: [TemplateValue]

  /// - Parameter scope: The names that have another meaning in the generated code, and the module
  ///   that it imports; without a scope, nothing is qualified.
  init(_ scope: SwiftNames? = nil) {
    names = Self.modules.flatMap { module -> [TemplateValue] in
      let runtime = scope?.runtimeModule ?? module.name
      let isExported = module.name == "SwiftSyncURLSession" && runtime == "SwiftSyncRuntime"
      let name = module.name == "SwiftSyncRuntime" || isExported ? runtime : module.name
      return module.types.map {
        .string(scope?.captured.contains($0) == true ? "\(name).\($0)" : $0)
      }
    }
  }

  func member(_ name: TemplateName) -> TemplateValue? {
    index[name].map { names[$0] }
  }

  var memberNames: [String] { Self.modules.flatMap(\.types) }

  var hasFixedMembers: Bool { true }
}
