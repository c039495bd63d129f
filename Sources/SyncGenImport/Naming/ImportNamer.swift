import SwiftSyncValues
import SyncGenSchema

/// Gives all elements of an imported schema names of the schema language, and drops the keys,
/// columns and tables that follow from them.
struct ImportNamer {
  /// The new names for those of a source.
  struct Table {
    /// Entities, enums, types and scalars.
    var types: [String: String] = [:]
    /// Members by the source's names of their owners and of themselves.
    var members: [String: [String: String]] = [:]

    func type(_ name: String) -> String { types[name] ?? name }

    func member(_ name: String, of owner: String) -> String { members[owner]?[name] ?? name }
  }

  let style: NameStyle
  let namer: RemoteNamer
  private(set) var table = Table()
  /// The endpoints that cannot have the names that follow from the source, by their final names.
  var endpointRenames: [String: EndpointRename] = [:]
  var schema: ImportedSchema
  /// The name of the schema itself.
  let schemaName: String

  /// - Parameter name: The name of the schema.
  static func named(_ source: ImportedSchema, name: String) -> ImportedSchema {
    var namer = ImportNamer(source, schemaName: name)
    namer.makeNames()
    namer.apply()
    namer.noteRenames(of: source)
    namer.noteStoreNames(of: source)
    var result = namer.schema
    var tables = [source.version: namer.table]
    result.olderVersions = source.olderVersions.map { older in
      var older = older
      older.conventions = result.conventions
      var namer = ImportNamer(older, schemaName: name)
      namer.makeNames()
      namer.apply()
      tables[older.version] = namer.table
      return namer.schema
    }
    result.migrations = result.migrations.map { migration in
      let table = tables[migration.version - 1] ?? namer.table
      return ImportedMigration(
        version: migration.version, steps: migration.steps.map { table.named(step: $0) })
    }
    return result
  }

  private init(_ source: ImportedSchema, schemaName: String) {
    schema = source
    self.schemaName = schemaName
    style = NameStyle(acronyms: source.conventions.acronyms)
    let keys = source.conventions.remoteKeys ?? Self.keyStyle(of: source, style)
    schema.conventions.remoteKeys = keys
    namer = RemoteNamer(keys, style, envelope: source.conventions.envelope)
  }

  /// The style of most keys in payloads.
  private static func keyStyle(
    of schema: ImportedSchema, _ style: NameStyle
  ) -> Conventions.RemoteKeys {
    let keys = schema.payloadKeys
    let styles: [Conventions.RemoteKeys] = [.snakeCase, .camelCase, .kebabCase, .verbatim]
    var best = (style: Conventions.RemoteKeys.snakeCase, count: 0)
    for candidate in styles {
      let namer = RemoteNamer(candidate, style)
      let count = keys.count { key in
        namer.paths(ImportNames.member(key, style)).first?.dotted == key
      }
      if count > best.count { best = (candidate, count) }
    }
    return best.style
  }

  // MARK: Names

  private mutating func makeNames() {
    var taken = TakenNames()
    for entity in schema.entities { name(entity.name, "entity", &taken) }
    for model in schema.enums { name(model.name, "enum", &taken) }
    for type in schema.types { name(type.name, "type", &taken) }
    for scalar in schema.scalars { name(scalar.name, "type", &taken) }
    for entity in schema.entities { table.members[entity.name] = memberNames(of: entity) }
    for type in schema.types {
      guard case .fields(let fields) = type.content else { continue }
      table.members[type.name] = Self.names(of: fields, style)
    }
  }

  private mutating func name(
    _ source: String, _ kind: String, _ taken: inout TakenNames
  ) {
    var name = ImportNames.type(source, style)
    if let substitute = ShadowedNames.substitute(for: name, kind: kind), !taken.has(substitute) {
      name = substitute
    }
    if ReservedNames.reason(againstType: name, schema: schemaName) != nil {
      name = ReservedNames.proposal(for: name, kind: kind)
    }
    table.types[source] = taken.unique(name)
  }

  /// The name of a type in another version, where no other type has it.
  func formerName(_ source: String, _ kind: String) -> String {
    let name = ImportNames.type(source, style)
    let free = ShadowedNames.substitute(for: name, kind: kind) ?? name
    return ReservedNames.reason(againstType: free, schema: schemaName) == nil
      ? free : ReservedNames.proposal(for: free, kind: kind)
  }

  /// The name of a member in another version.
  func formerName(ofMember source: String) -> String {
    Self.unreserved(ImportNames.member(source, style))
  }

  private func memberNames(of entity: ImportedEntity) -> [String: String] {
    var taken = TakenNames()
    var names = Self.names(of: entity.attributes, style, &taken)
    for relation in entity.relations {
      let name = Self.unreserved(ImportNames.member(relation.name, style))
      names[relation.name] = taken.unique(name) { name in
        relation.isToMany
          ? [style.camelCase(Inflection.singular(style.snakeCase(name))) + "IDs"]
          : [name + "ID"] + (relation.targets.isEmpty ? [] : [name + "Type"])
      }
    }
    return names
  }

  static func names(of attributes: [ImportedAttribute], _ style: NameStyle) -> [String: String] {
    var taken = TakenNames()
    return names(of: attributes, style, &taken)
  }

  private static func names(
    of attributes: [ImportedAttribute], _ style: NameStyle, _ taken: inout TakenNames
  ) -> [String: String] {
    var names: [String: String] = [:]
    for attribute in attributes {
      let name = unreserved(ImportNames.member(attribute.name, style))
      names[attribute.name] = taken.unique(name) { name in
        attribute.type == .money ? [name + "Minor", name + "Currency"] : []
      }
    }
    return names
  }

  static func unreserved(_ name: String, kind: String = "attribute") -> String {
    ReservedNames.reason(againstMember: name, of: kind) == nil
      ? name : ReservedNames.proposal(for: name, kind: kind)
  }
}

extension ImportedSchema {
  /// The keys in payloads, each as often as members have it.
  fileprivate var payloadKeys: [String] {
    var keys: [String] = []
    func add(_ path: String) {
      guard let steps = ValuePath.steps(path) else { return }
      for case .key(let key) in steps.suffix(1) { keys.append(key) }
    }
    func add(_ attributes: [ImportedAttribute]) {
      for attribute in attributes {
        if case .paths(let paths)? = attribute.remote { paths.forEach(add) }
      }
    }
    for entity in entities {
      add(entity.attributes)
      entity.relations.forEach { $0.remote.forEach(add) }
    }
    for type in types {
      switch type.content {
      case .fields(let fields): add(fields)
      case .tagged(let tagged): tagged.cases.forEach { add($0.fields) }
      }
    }
    return keys
  }
}

extension ImportNamer.Table {
  /// A migration step with names of the schema.
  func named(step: YAMLValue) -> YAMLValue {
    guard case .mapping(let entries) = step else { return step }
    return .mapping(
      entries.map { entry in
        guard ["drops", "allow-lossy", "remote-changed"].contains(entry.key),
          case .list(let names) = entry.value
        else { return entry }
        var entry = entry
        entry.value = .list(names.map(named(name:)))
        return entry
      })
  }

  private func named(name: YAMLValue) -> YAMLValue {
    guard case .text(let text) = name else { return name }
    if let type = types[text] { return .text(type) }
    guard let dot = text.lastIndex(of: ".") else { return name }
    let (owner, member) = (String(text[..<dot]), String(text[text.index(after: dot)...]))
    return .text(type(owner) + "." + self.member(member, of: owner))
  }
}
