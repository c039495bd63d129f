import SyncGenSchema

/// A schema that is as hard on the generated code as the language allows.
enum TortureSchema {
  /// Names of types that generated code uses itself, or that Swift and its libraries declare.
  static let entityNames = [
    "Task", "Data", "Date", "String", "Error", "Result", "Set", "Patch", "Optional", "URL", "UUID",
    "TaskPatch", "Entity",
    "Int", "Bool", "Double", "Decimal", "Array", "Dictionary", "Identifiable", "Hashable",
    "Sendable", "Codable", "Decoder", "Encoder", "CodingKey", "CodingKeys", "JSONValue", "Money",
    "CalendarDay", "Row", "RowWriter", "Identity", "ID", "EntityMetadata", "AttributeMetadata",
    "ColumnMetadata", "RelationMetadata", "EntityCoding", "FieldReader", "FieldWriter",
    "FieldVisitor", "EntityPatch", "EntityIdentity", "SyncedEntity", "SyncedValue",
    "StoredValue", "ValueType", "DateForm", "StoreSchemaVersion", "SchemaMetadata",
    "EntitySyncMetadata", "JoinTableMetadata", "TextEnum", "IntegerEnum", "CaseIterable", "Void",
    "Never", "Character", "Any1", "Class", "Actor", "MainActor", "Observable", "Sequence",
    "Equatable", "Encodable", "Decodable", "RawRepresentable", "Float", "Int64", "StaticString",
    "Locale", "Calendar", "Model", "Element", "Wrapped", "Value", "Key", "Index", "Table", "Group",
    "Order", "Column", "Columns", "QueriedMembers", "Condition", "Predicate", "QueriedRow",
    "QueriedColumn", "ToOne", "ToMany",
    "MigrationPlan", "MigrationStep", "MigrationStage", "OldRows", "StageRows", "StageDatabase",
    "StoredEntity",
  ]

  /// Keywords of Swift, reserved and contextual, except those that no member can have as its name.
  static let swiftKeywords = [
    "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default",
    "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate",
    "for", "func", "guard", "if", "import", "in", "inout", "internal", "is", "let", "nil",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
    "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while",
    "any", "some", "async", "actor", "macro", "package", "open", "borrowing", "consuming",
    "consume", "copy", "discard", "each", "isolated", "nonisolated", "sending", "unsafe", "then",
    "yield", "get", "set", "willSet", "didSet", "mutating", "lazy", "weak", "unowned", "optional",
    "required", "convenience", "dynamic", "final", "indirect", "infix", "prefix", "postfix", "left",
    "right", "none", "some1", "override", "of", "module", "using", "read", "modify",
  ]

  /// Keywords of SQLite that are not keywords of Swift.
  static let sqlKeywords = [
    "abort", "action", "add", "after", "all", "alter", "always", "analyze", "and", "asc", "attach",
    "autoincrement", "before", "begin", "between", "by", "cascade", "cast", "check", "collate",
    "column", "commit", "conflict", "constraint", "create", "cross", "current", "currentDate",
    "currentTime", "currentTimestamp", "database", "deferrable", "deferred", "delete", "desc",
    "detach", "distinct", "drop", "end", "escape", "except", "exclude", "exclusive", "exists",
    "explain", "fail", "filter", "first", "following", "foreign", "from", "full", "generated",
    "glob", "group", "groups", "having", "ignore", "immediate", "index", "indexed", "initially",
    "inner", "insert", "instead", "intersect", "into", "isnull", "join", "key", "last", "like",
    "limit", "match", "materialized", "natural", "no", "not", "nothing", "notnull", "null",
    "nulls", "offset", "on", "or", "order", "others", "outer", "over", "partition", "plan",
    "pragma", "preceding", "primary", "query", "raise", "range", "recursive", "references",
    "regexp", "reindex", "release", "rename", "replace", "restrict", "returning", "rollback",
    "row", "rows", "savepoint", "select", "table", "temp", "temporary", "ties", "to",
    "transaction", "trigger", "unbounded", "union", "unique", "update", "vacuum", "values", "view",
    "virtual", "when", "window", "with", "within", "without",
  ]

  /// Names that generated code uses for its own variables, parameters, members and labels.
  static let localNames = [
    "decoder", "encoder", "entity", "result", "newer", "old", "new", "newValue", "storedValues",
    "coding", "value", "missing", "applied", "merging", "difference", "apply", "diff", "container",
    "models", "ddl", "fingerprint", "source", "target", "other", "money", "ids", "reference",
    "column", "columns", "attributes", "relations", "description", "rawValue", "allCases", "type",
    "size", "path", "place", "member", "dynamicMember", "store", "link", "relation", "isNil",
  ]
}
