package import SyncGenDiagnostics
import SyncGenSchema

/// Reads SwiftData and SwiftSync models from Swift sources.
package enum SwiftModelImport {
  /// The models of all files as one schema; those of versioned schemas as its versions.
  package static func read(_ files: [SourceFile]) -> ImportedSchema {
    let found = SwiftModels(files)
    guard !found.versions.isEmpty else { return found.schema(of: nil, version: 1).schema }
    var versions = found.versions.enumerated().map {
      found.schema(of: $0.element, version: $0.offset + 1)
    }
    ModelReferences.carryBack(&versions)
    var schema = versions[versions.count - 1].schema
    schema.olderVersions = versions.dropLast().map(\.schema)
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
  private(set) var modelsByName: [String: [Located]] = [:]
  private(set) var enums: [Located] = []
  private(set) var structs: [Located] = []
  /// The extensions of types that have coding keys.
  private(set) var codingKeys: [Located] = []
  /// The types of `typealias` declarations, as text.
  private(set) var aliases: [String: String] = [:]
  /// The versions, the oldest first.
  private(set) var versions: [SwiftVersion] = []
  private var stages: [ImportRemark] = []

  init(_ files: [SourceFile]) {
    let declarations = files.map { (SwiftParser.file($0.bytes), $0.path) }
    // An extension with models may be in a file before that of its schema.
    for (file, path) in declarations { addVersions(of: file, path) }
    for (file, path) in declarations {
      addAliases(of: file)
      for type in file.children { add(type, path, version: nil) }
    }
    modelsByName = Dictionary(grouping: models, by: \.type.name)
    versions.sort { $0.number.lexicographicallyPrecedes($1.number) }
  }

  private mutating func addVersions(of type: SwiftDeclaration, _ path: String) {
    for child in type.children {
      if let version = SwiftVersion(child, path) { versions.append(version) }
      addVersions(of: child, path)
    }
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
    } else if versions.contains(where: { $0.name == type.name }) {
      version = type.name
    } else if type.kind == "enum", !type.cases.isEmpty {
      enums.append(located)
    } else if type.kind == "struct" {
      structs.append(located)
    }
    if type.inherited.contains("SchemaMigrationPlan") {
      stages.append(
        ImportRemark(at: located.place(type.line), "migration plan \(type.name) is not imported"))
    }
    for child in type.children { add(child, path, version: version) }
  }

  func schema(
    of version: SwiftVersion?, version number: Int
  ) -> (schema: ImportedSchema, merged: [ModelReferences.Merged]) {
    var choice = SwiftVersionModels(self, version)
    let chosen = choice.models
    // A version may have models of another one, with the types inside it.
    let own = Set(chosen.map(\.version) + [version?.name, nil])
    func wanted(_ types: [Located]) -> [Located] {
      let wanted = types.filter { own.contains($0.version) }
      return wanted.filter { $0.version == version?.name }
        + wanted.filter { $0.version != version?.name }
    }
    var maker = SwiftSchemaMaker(
      chosen.lastOfEachName, wanted(enums).lastOfEachName, wanted(structs).lastOfEachName,
      wanted(codingKeys), aliases)
    maker.result.version = number
    maker.make()
    maker.result.remarks += choice.remarks
    if version?.name == versions.last?.name { maker.result.remarks += stages + unusedModels }
    return (maker.result, maker.merged)
  }

  /// The models that no version has.
  private var unusedModels: [ImportRemark] {
    let used = versions.flatMap { version -> [String] in
      var choice = SwiftVersionModels(self, version)
      return choice.models.map(\.key)
    }
    let known = Set(used)
    return models.filter { !versions.isEmpty && !known.contains($0.key) }.map { model in
      ImportRemark(
        at: model.place(model.type.line),
        "model \(model.type.name) is not imported: no versioned schema has it in its 'models'")
    }
  }
}

extension SwiftModels.Located {
  /// Tells models of the same name apart.
  var key: String { "\(path):\(type.line):\(type.name)" }
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
