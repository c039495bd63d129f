import SyncGenSchema

/// A type that conforms to `VersionedSchema`.
struct SwiftVersion {
  /// A model in the list of a version.
  struct Listed: Hashable {
    /// The versioned schema before its name, as in `SchemaV1.Note`.
    let version: String?
    let name: String
  }

  let name: String
  let place: String
  /// The number, or that in its name.
  let number: [Int]
  /// The models in `models`; nil if the version does not list them.
  let listed: [Listed]?
  /// The versions whose lists are part of its own, as in `SchemaV1.models + […]`.
  let others: [String]

  init?(_ type: SwiftDeclaration, _ path: String) {
    guard ["enum", "struct", "class", "extension"].contains(type.kind),
      type.inherited.contains("VersionedSchema")
    else { return nil }
    name = type.name
    place = "\(path):\(type.line)"
    func tokens(_ name: String) -> [SwiftSourceToken] {
      type.properties.first { $0.name == name }.map { $0.value + $0.body } ?? []
    }
    // `Schema.Version(1, 2, 0)`
    let stated = tokens("versionIdentifier").compactMap { $0.kind == .number ? Int($0.text) : nil }
    number = stated.isEmpty ? name.split { !$0.isNumber }.compactMap { Int($0) } : stated
    let paths = Self.paths(in: tokens("models"))
    others = paths.filter { $0.last == "models" && $0.count > 1 }.map { $0[$0.count - 2] }
    let models = paths.filter { $0.last == "self" && $0.count > 1 }.map { $0.dropLast() }
    listed =
      models.isEmpty && others.isEmpty
      ? nil
      : models.map {
        Listed(version: $0.count > 1 ? $0[$0.count - 2] : nil, name: $0[$0.count - 1])
      }
  }

  /// The words between points, such as `SchemaV1`, `Note`, `self`.
  private static func paths(in tokens: [SwiftSourceToken]) -> [[String]] {
    var paths: [[String]] = []
    for (index, token) in tokens.enumerated() where token.kind == .word {
      if index > 1, tokens[index - 1].isSign("."), !paths.isEmpty {
        paths[paths.count - 1].append(token.text)
      } else {
        paths.append([token.text])
      }
    }
    return paths
  }
}

/// The models of a version: those in its list, and those to which they have relationships, which
/// SwiftData adds.
struct SwiftVersionModels {
  private let source: SwiftModels
  private let version: SwiftVersion?
  private(set) var remarks: [ImportRemark] = []

  init(_ source: SwiftModels, _ version: SwiftVersion?) {
    self.source = source
    self.version = version
  }

  /// In the order of the files.
  lazy var models: [SwiftModels.Located] = {
    guard let version, let listed = listed(by: version) else {
      return source.models.filter { $0.version == nil || $0.version == version?.name }
    }
    var chosen: [SwiftModels.Located] = []
    var names: Set<String> = []
    var next = listed.compactMap { item in
      model(item) ?? note(missing: item, version)
    }
    while let model = next.popLast() {
      guard names.insert(model.type.name).inserted else { continue }
      chosen.append(model)
      next += related(to: model)
    }
    let places = Set(chosen.map(\.key))
    return source.models.filter { places.contains($0.key) }
  }()

  /// The models in a version's list and, once each, in the lists that are part of it.
  private func listed(by version: SwiftVersion) -> [SwiftVersion.Listed]? {
    guard var listed = version.listed else { return nil }
    let versions = Dictionary(source.versions.map { ($0.name, $0) }) { first, _ in first }
    var seen: Set<String> = [version.name]
    var open = Array(version.others.reversed())
    while let name = open.popLast() {
      guard seen.insert(name).inserted, let other = versions[name] else { continue }
      // Without a qualifier, the other version means its own models.
      listed += (other.listed ?? []).map { .init(version: $0.version ?? name, name: $0.name) }
      open += other.others.reversed()
    }
    return listed
  }

  private mutating func note(
    missing item: SwiftVersion.Listed, _ version: SwiftVersion
  ) -> SwiftModels.Located? {
    remarks.append(
      ImportRemark(
        at: version.place,
        "model \(item.name) of \(version.name) is left out: it is not in the files"))
    return nil
  }

  /// The model with a name: inside the stated version, inside this one, or outside all of them.
  private func model(_ item: SwiftVersion.Listed) -> SwiftModels.Located? {
    let named = source.modelsByName[item.name] ?? []
    if let stated = item.version, let found = named.first(where: { $0.version == stated }) {
      return found
    }
    if let found = named.first(where: { $0.version == version?.name })
      ?? named.first(where: { $0.version == nil })
    {
      return found
    }
    // `typealias Note = SchemaV2.Note`
    guard let alias = source.aliases[item.name] else { return nil }
    let parts = alias.split(separator: ".").map(String.init)
    return named.first { parts.dropLast().last == $0.version }
  }

  private func related(to model: SwiftModels.Located) -> [SwiftModels.Located] {
    let names =
      model.type.inherited
      + model.type.properties.filter { !$0.isStatic && $0.isStored }.flatMap { property in
        property.type.isEmpty
          ? Self.calledTypes(in: property.value)
          : property.type.filter { $0.kind == .word }.map(\.text)
      }
    let own = model.version.flatMap { $0 == version?.name ? nil : $0 }
    return Set(names).sorted().compactMap { self.model(.init(version: own, name: $0)) }
  }

  /// The words of a value such as `[Note]()`; the type of a value is never a word before a point.
  private static func calledTypes(in value: [SwiftSourceToken]) -> [String] {
    value.indices.filter { index in
      value[index].kind == .word && !(index + 1 < value.count && value[index + 1].isSign("."))
    }.map { value[$0].text }
  }
}
