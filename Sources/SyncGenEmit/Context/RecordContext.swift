import SyncGenSchema
import SyncGenTemplateEngine

/// An entity as a GRDB record, as exposed to templates.
struct RecordContext: ContextSubject {
  let id: EntityID
  let names: SwiftNames

  static let type = ContextType<Self>(
    "record", "An entity as a record of GRDB.",
    [
      .objects("columns", "The columns for requests, in the order of the struct.") {
        RecordColumnContext.all(of: $0.id, names: $0.names)
      },
      .objects("associations", "The relationships, in the order of the schema.") {
        RecordAssociationContext.all(of: $0.id, names: $0.names)
      },
      .texts("conditions", "The conditions that a row meets if it is not soft-deleted, in Swift.") {
        $0.names.schema[$0.id].recordConditions
      },
      .flag("hasOwnKeys", "Whether `id` is the identity and GRDB cannot find rows by its type.") {
        $0.hasOwnKeys
      },
      .flag("usesFoundation", "Whether declarations of the record name types of Foundation.") {
        $0.stated.contains { $0.type.isFromFoundation($0.scalar) }
      },
      .flag("usesRuntime", "Whether declarations of the record name types of the runtime.") {
        context in
        context.stated.contains { $0.isFromRuntime || context.names.isTargetID($0) }
      },
      .texts("modules", "The modules of the app whose types declarations of the record name.") {
        AppModules.of($0.stated.map(\.scalar))
      },
    ])

  /// The attributes whose types are named in declarations by the types of columns and of the
  /// identity.
  private var stated: [Attribute] {
    let columns = PropertyContext.all(of: id, names: names).compactMap(\.recordAttribute)
    return columns + (hasOwnKeys ? names.identityAttribute(id).map { [$0] } ?? [] : [])
  }

  /// GRDB stores values of other types differently, or does not know them.
  private var hasOwnKeys: Bool {
    guard IdentityContext(id: id, names: names).isIdentifiable else { return false }
    guard let identity = names.identityAttribute(id), identity.scalar?.appType == nil else {
      return true
    }
    switch identity.type {
    case .enumeration, .scalar(.string), .scalar(.int), .scalar(.uuid), .scalar(.date): return false
    default: return true
    }
  }
}

extension Attribute {
  /// Whether its type is one of the runtime's, or a Swift type that the runtime can store.
  fileprivate var isFromRuntime: Bool {
    switch type {
    case .array, .dictionary: true
    case .scalar(let base): scalar?.appType == nil && (base == .json || base == .day)
    case .enumeration, .money, .value: false
    }
  }
}

/// A column as named in GRDB requests, as exposed to templates.
struct RecordColumnContext: ContextSubject {
  private let column: Column
  private let storage: String
  private let swiftName: String
  private let swiftType: String
  private let deprecation: String?

  static let type = ContextType<Self>(
    "record column", "A column for GRDB requests.",
    [
      .text("column", "The name, not quoted.") { $0.column.name.name },
      .text("name", "The name as written in Swift code.") { $0.swiftName },
      .text("type", "The type of the column; `GRDB.Column` where GRDB stores the same.") {
        $0.swiftType
      },
      .text("storage", "`text`, `integer`, `seconds`, `real` or `blob`.") { $0.storage },
      .optionalText("deprecation", "The reason that `deprecated:` gives.") { $0.deprecation },
    ])

  static func all(of id: EntityID, names: SwiftNames) -> [RecordColumnContext] {
    let entity = names.schema[id]
    let properties = PropertyContext.all(of: id, names: names)
    let taken = Set(properties.map(\.name))
    return properties.flatMap { property in
      zip(property.columns, property.recordNames(besides: taken)).map { position, name in
        RecordColumnContext(
          column: entity.columns[position], storage: storage(of: position, entity),
          swiftName: name, swiftType: property.recordType, deprecation: property.deprecation)
      }
    }
  }

  /// As the runtime calls it.
  private static func storage(of position: Int, _ entity: Entity) -> String {
    let column = entity.columns[position]
    if case .attribute(let index) = column.source, entity.attributes[index].form == .seconds {
      return ValueStorage.seconds.rawValue
    }
    return column.storage.rawValue.lowercased()
  }
}

extension PropertyContext {
  /// The names of its columns; the two of an amount of money are named after their parts.
  fileprivate func recordNames(besides taken: Set<String>) -> [String] {
    guard isMoney else { return [identifier.source] }
    return ["MinorUnits", "Currency"].map { part in
      RecordNames.free("\(name)\(part)", "Column", besides: taken)
    }
  }
}

/// The names of declarations that generated records add.
enum RecordNames {
  /// Static members of records that GRDB, the runtime and generated code declare or use.
  static let members: Set<String> = [
    "all", "annotated", "association", "belongsTo", "coding", "databaseColumnDecodingStrategy",
    "databaseColumnEncodingStrategy", "databaseComponents", "databaseDecodingUserInfo",
    "databaseEncodingUserInfo", "databaseSelection", "databaseTableName", "deleteAll", "deleteOne",
    "exists", "fetchAll", "fetchCount", "fetchCursor", "fetchOne", "fetchSet", "filter", "find",
    "hasMany", "hasOne", "including", "joining", "metadata", "persistenceConflictPolicy", "request",
    "updateAll",
  ]

  /// The name, with the suffix appended until it differs from all taken ones.
  static func free(_ name: String, _ suffix: String, besides taken: Set<String>) -> String {
    var result = name
    while taken.contains(result) { result += suffix }
    return result
  }
}

extension Entity {
  /// The conditions for a row that is not soft-deleted, as GRDB expressions.
  var recordConditions: [String] {
    let tombstone = keptTombstone.map {
      "GRDB.Column(\(SwiftText.string($0.column.name))) \($0.isFlag ? "!== 1" : "== nil")"
    }
    let archive = sync.archive.flatMap { attributes[$0.flag].columns.first }.map {
      "GRDB.Column(\(SwiftText.string(columns[$0].name.name))) !== 1"
    }
    return [tombstone, archive].compactMap(\.self)
  }
}
