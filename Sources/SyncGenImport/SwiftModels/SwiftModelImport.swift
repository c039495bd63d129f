package import SyncGenDiagnostics
import SyncGenSchema

/// Reads SwiftData and SwiftSync models from Swift sources.
package enum SwiftModelImport {
  /// The models of all files as one schema; those of versioned schemas as its versions.
  package static func read(_ files: [SourceFile]) -> ImportedSchema {
    let found = SwiftModels(files)
    guard let newest = found.versions.last else { return found.schema(of: nil, version: 1) }
    var schema = found.schema(of: newest.name, version: found.versions.count)
    for (index, version) in found.versions.dropLast().enumerated() {
      schema.olderVersions.append(found.schema(of: version.name, version: index + 1))
    }
    return schema
  }
}

/// The types of all files.
struct SwiftModels {
  struct Located {
    let type: SwiftDeclaration
    let path: String
    /// The versioned schema that contains it.
    let version: String?

    func place(_ line: Int) -> String { "\(path):\(line)" }
  }

  private(set) var models: [Located] = []
  private(set) var enums: [Located] = []
  private(set) var structs: [Located] = []
  /// The extensions of types that have coding keys.
  private(set) var codingKeys: [Located] = []
  /// The types of `typealias` declarations, as text.
  private(set) var aliases: [String: String] = [:]
  /// The versions, the oldest first.
  private(set) var versions: [(name: String, number: [Int])] = []
  private var stages: [ImportRemark] = []

  init(_ files: [SourceFile]) {
    for file in files {
      let declaration = SwiftParser.file(file.bytes)
      addAliases(of: declaration)
      for type in declaration.children { add(type, file.path, version: nil) }
    }
    versions.sort { $0.number.lexicographicallyPrecedes($1.number) }
  }

  private mutating func addAliases(of type: SwiftDeclaration) {
    for (name, tokens) in type.aliases { aliases[name] = tokens.map(\.text).joined() }
  }

  private mutating func add(_ type: SwiftDeclaration, _ path: String, version: String?) {
    var version = version
    let located = Located(type: type, path: path, version: version)
    addAliases(of: type)
    if type.codingKeys != nil { codingKeys.append(located) }
    if type.has("Model") {
      models.append(located)
    } else if type.kind == "enum", type.inherited.contains("VersionedSchema") {
      version = type.name
      versions.append((type.name, Self.number(of: type)))
    } else if type.kind == "enum", !type.cases.isEmpty {
      enums.append(located)
    } else if type.kind == "struct" {
      structs.append(located)
    } else if type.kind == "extension", type.inherited.contains("VersionedSchema") {
      version = type.name
      versions.append((type.name, Self.number(of: type)))
    } else if type.kind == "extension", versions.contains(where: { $0.name == type.name }) {
      version = type.name
    }
    if type.inherited.contains("SchemaMigrationPlan") {
      stages.append(
        ImportRemark(at: located.place(type.line), "migration plan \(type.name) is not imported"))
    }
    for child in type.children { add(child, path, version: version) }
  }

  /// The number in `Schema.Version(1, 2, 0)`.
  private static func number(of type: SwiftDeclaration) -> [Int] {
    let stated = type.properties.first { $0.name == "versionIdentifier" }
    return stated?.value.compactMap { $0.kind == .number ? Int($0.text) : nil } ?? []
  }

  func schema(of version: String?, version number: Int) -> ImportedSchema {
    let isWanted = { (type: Located) in type.version == nil || type.version == version }
    var maker = SwiftSchemaMaker(
      models.filter(isWanted).lastOfEachName, enums.filter(isWanted).lastOfEachName,
      structs.filter(isWanted).lastOfEachName, codingKeys.filter(isWanted), aliases)
    maker.result.version = number
    maker.make()
    maker.result.remarks += version == versions.last?.name ? stages : []
    return maker.result
  }
}

extension [SwiftModels.Located] {
  /// A type inside a version takes precedence over one outside.
  fileprivate var lastOfEachName: [SwiftModels.Located] {
    filter { one in
      one.type.kind != "extension"
        && (one.version != nil || !contains { $0.version != nil && $0.type.name == one.type.name })
    }.reduce(into: []) { kept, one in
      if !kept.contains(where: { $0.type.name == one.type.name }) { kept.append(one) }
    }
  }
}
