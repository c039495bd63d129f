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
        "Equatable", "Error", "ExpressibleByNilLiteral", "Hashable", "Hasher", "Identifiable",
        "Int", "Int64", "KeyedDecodingContainer", "KeyedEncodingContainer", "Never", "Optional",
        "Sendable", "Set", "StaticString", "String",
      ]
    ),
    ("Foundation", ["Data", "Date", "Decimal", "URL", "UUID"]),
    (
      "SwiftSyncRuntime",
      [
        "ArchivableEntity", "AttributeMetadata", "CalendarDay", "ColumnMetadata", "DateForm",
        "EntityCoding", "EntityIdentity", "EntityMetadata", "EntityPatch", "EntitySyncMetadata",
        "FieldReader", "FieldVisitor", "FieldWriter", "IntegerEnum", "JSONValue",
        "JoinTableMetadata", "Money", "MoneyColumn", "OptionalColumn", "OptionalMoneyColumn",
        "OrderedList", "Patch", "QueriedRow", "RelationMetadata", "RequiredColumn",
        "RestorableEntity", "SchemaMetadata", "StoredValue", "SyncedEntity", "SyncedValue",
        "TextEnum", "ToMany", "ToOne", "ValueType", "VersionedSchema",
      ]
    ),
  ]

  private static let moduleOfType: [String: String] = {
    var result: [String: String] = [:]
    for module in modules {
      for type in module.types { result[type] = module.name }
    }
    return result
  }()

  /// The names that mean something else in the code that is generated.
  private let captured: Set<String>

  init(captured: Set<String>) {
    self.captured = captured
  }

  func member(_ name: String) -> TemplateValue? {
    guard let module = Self.moduleOfType[name] else { return nil }
    return .string(captured.contains(name) ? "\(module).\(name)" : name)
  }

  var memberNames: [String] { Self.modules.flatMap(\.types) }
}
