/// Names that a schema cannot use, each with the reason. All other names are escaped where
/// necessary.
package enum ReservedNames {
  /// The prefixes of tables that belong to SQLite and to the runtime.
  static let tablePrefixes = ["sqlite_", "swiftsync_"]

  /// The reason why an entity or an enum cannot have a name; `nil` if it can.
  package static func reason(againstType name: String, schema: String) -> String? {
    if modules.contains(name) { return "generated code refers to the '\(name)' module" }
    if keywords.contains(name) { return "it is a Swift keyword" }
    let rest = name.dropFirst(schema.count)
    guard !schema.isEmpty, name.hasPrefix(schema), !rest.isEmpty else { return nil }
    let version = rest.dropFirst("SchemaV".count)
    let isVersion = rest.hasPrefix("SchemaV") && !version.isEmpty && version.allSatisfy(\.isNumber)
    if isVersion || ["Schema", "MigrationPlan", "MigrationStages", "API"].contains(rest) {
      return "the generated code has a type of that name"
    }
    return nil
  }

  /// The reason why an attribute, a relationship, a field, a parameter or an endpoint cannot have a
  /// name.
  ///
  /// - Parameter kind: Which of these has the name.
  package static func reason(
    againstMember name: String, of kind: String = "attribute"
  ) -> String? {
    switch (name, kind) {
    case ("init", _): "it is the name of initializers"
    case ("self", _): "'self' always refers to the value"
    case ("hashValue", _): "Hashable declares it"
    case ("identity", _): "the generated code declares it"
    case ("pushState", "attribute"), ("pushState", "relationship"):
      "queries have the state of the row's push under that name"
    case ("uploads", "endpoint"): "the client has its uploads under that name"
    default: nil
    }
  }

  /// The member that types with secrets declare.
  static let mirror = "customMirror"

  /// The names that a case of an enum cannot have, with the reasons.
  package static let cases: [String: String] = [
    "init": "it is the name of initializers",
    "self": "'self' always refers to the value",
    "hashValue": "Hashable declares it",
    "rawValue": "the generated code declares it",
    "allCases": "CaseIterable declares it",
  ]

  /// The modules whose names generated code uses to qualify types.
  private static let modules: Set = [
    "Swift", "Foundation", "SwiftSyncRuntime", "SwiftSyncCoding", "SwiftSyncREST", "SwiftSyncStore",
  ]

  private static let keywords: Set = ["Self", "Any"]

  /// The name of a type that a field or an endpoint declares inline: the given one, unless the type
  /// would hide a module.
  static func nestedType(_ name: String) -> String {
    modules.contains(name) ? proposal(for: name, kind: "type") : name
  }

  /// A suggested name to use instead.
  package static func proposal(for name: String, kind: String) -> String {
    switch (kind, name) {
    case ("entity", _), ("enum", _): name + (kind == "entity" ? "Item" : "Kind")
    case (_, "init"): "initial"
    case (_, "self"): "itself"
    case (_, "hashValue"): "digest"
    case ("endpoint", "uploads"): "allUploads"
    default: name + "Value"
    }
  }
}
