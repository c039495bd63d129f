import SyncGenTemplateEngine

/// The types that generated Swift code uses, as templates write them.
///
/// `{{ types.Date }}` is `Date`, or `Foundation.Date` where an entity or enum is called `Date`.
final class TypeNamesContext: TemplateObject {
  /// The names by the module that they come from.
  static let modules: [(name: String, types: [String])] = [
    (
      "Swift",
      [
        "Array", "Bool", "CaseIterable", "Codable", "CodingKey", "CustomStringConvertible",
        "Decodable", "Decoder", "Dictionary", "Double", "Encodable", "Encoder", "EncodingError",
        "Equatable", "Error", "ExpressibleByBooleanLiteral",
        "ExpressibleByExtendedGraphemeClusterLiteral", "ExpressibleByFloatLiteral",
        "ExpressibleByIntegerLiteral", "ExpressibleByNilLiteral",
        "ExpressibleByStringInterpolation",
        "ExpressibleByStringLiteral", "ExpressibleByUnicodeScalarLiteral", "Hashable", "Hasher",
        "Identifiable",
        "Int", "Int64", "KeyedDecodingContainer", "KeyedEncodingContainer", "Never", "Optional",
        "Sendable", "Set", "StaticString", "String",
      ]
    ),
    ("Foundation", ["Data", "Date", "Decimal", "URL", "UUID"]),
    (
      "SwiftSyncRuntime",
      [
        "APIClient", "APIError", "AppScalar", "ApplyOptions", "ArchivableEntity",
        "AttributeMetadata",
        "CalendarDay", "ColumnMetadata", "DateForm", "Endpoint", "EndpointRequest", "EndpointSync",
        "EntityCoding", "EntityIdentity", "EntityMetadata", "EntityPatch", "EntitySyncMetadata",
        "FieldReader", "FieldVisitor", "FieldWriter", "ObjectDecoder", "ObjectEncoder",
        "IntegerEnum",
        "JSONValue", "JoinTableMetadata", "Middleware", "MigrationPlan", "MigrationStep", "Money",
        "MoneyColumn", "OldRows", "OptionalColumn", "OptionalMoneyColumn", "OrderedList", "Patch",
        "WireFormat", "PushEndpoint", "PushedEntity", "QueriedRow", "RelationMetadata",
        "RequiredColumn", "RestorableEntity",
        "SchemaMetadata", "StageDatabase", "StageRows", "StoredEntity", "StoredValue", "SyncReport",
        "SyncStore", "DocumentEndpoint", "SyncedDocument", "SyncedEndpoint", "SyncedEntity",
        "SyncedValue", "TextEnum", "ToMany", "ToOne",
        "StoreSchema", "SyncedStruct", "Transport", "ValueReader", "ValueShape", "ValueType",
        "ValueWriter", "VersionedSchema",
      ]
    ),
    ("SwiftSyncURLSession", ["URLSessionTransport"]),
  ]

  private static let index = NameIndex(modules.flatMap(\.types))

  /// Made with the object: a name that is computed before means nothing.
  private let index = TypeNamesContext.index
  /// In the order of the modules and their types.
  private let names: [TemplateValue]

  /// - Parameter captured: The names that mean something else in the code that is generated.
  init(captured: Set<String>) {
    names = Self.modules.flatMap { module in
      module.types.map { .string(captured.contains($0) ? "\(module.name).\($0)" : $0) }
    }
  }

  func member(_ name: TemplateName) -> TemplateValue? {
    index[name].map { names[$0] }
  }

  var memberNames: [String] { Self.modules.flatMap(\.types) }
}
