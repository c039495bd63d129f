import SyncGenSchema

/// Comments on the placeholders of paths: what a source states about them and the schema language
/// cannot state, because it derives their types from their names.
struct PlaceholderNotes {
  private struct Inferred {
    let type: ImportedTypeName
    /// Such as `Task.id`.
    let source: String
  }

  private let style: NameStyle
  private let entities: [ImportedEntity]
  /// The positions of entities by their names in lower case.
  private let names: [String: Int]
  /// The positions of entities by their plurals and tables.
  private let lists: [String: Int]
  private let scalars: [String: ImportedTypeName]
  /// The comments, so that each is written only once.
  private var known: Set<String> = []

  /// - Parameter schema: A schema with names of the schema language.
  init(_ schema: ImportedSchema, _ style: NameStyle) {
    self.style = style
    entities = schema.entities
    var (names, lists): ([String: Int], [String: Int]) = ([:], [:])
    for (index, entity) in entities.enumerated() {
      names[entity.name.lowercased()] = index
      for list in [entity.plural ?? Inflection.plural(style.snakeCase(entity.name)), entity.table] {
        if let list, lists[list] == nil { lists[list] = index }
      }
    }
    (self.names, self.lists) = (names, lists)
    scalars = Dictionary(schema.scalars.map { ($0.name, .scalar($0.base)) }) { first, _ in first }
  }

  /// - Parameter endpoint: An endpoint with names of the schema language, except those of its
  ///   placeholders.
  mutating func notes(of endpoint: ImportedEndpoint) -> [ImportNote] {
    var notes: [ImportNote] = []
    for placeholder in endpoint.placeholders {
      let name = ImportNames.member(placeholder.name, style)
      let inferred = inferred(name, endpoint)
      var facts = placeholder.notes
      if inferred == nil, placeholder.type != .string, case .scalar(let type) = placeholder.type {
        facts.insert("string, '\(type.rawValue)' in the document", at: 0)
      }
      if let inferred, differ(placeholder.type, inferred.type) {
        let stated = placeholder.type.value(isOptional: false).plainText
        notes.append(
          .guessed(.type, "{\(name)} has the type of \(inferred.source) instead of '\(stated)'"))
      }
      if !facts.isEmpty { notes.append(ImportNote("{\(name)}: " + facts.joined(separator: "; "))) }
    }
    return notes.filter { known.insert($0.comment).inserted }
  }

  /// Whether a type accepts other values than the stated one. A number may be an integer.
  private func differ(_ stated: ImportedTypeName, _ inferred: ImportedTypeName) -> Bool {
    guard case .scalar(let own) = stated, case .scalar(let other) = inferred else { return false }
    return own != other && !(own == .double && other == .int)
  }

  // MARK: The rules of the schema language

  private func inferred(_ name: String, _ endpoint: ImportedEndpoint) -> Inferred? {
    let ends = ["ID", "Id"].filter(name.hasSuffix)
    let stems = [name] + ends.prefix(1).map { String(name.dropLast($0.count)) }
    let own = entity(of: endpoint)
    let reference = own.flatMap { index in
      entities[index].relations.first { !$0.isToMany && stems.contains($0.name) }?.target
    }
    let named = ([reference].compactMap(\.self) + stems).lazy.compactMap { names[$0.lowercased()] }
    if let index = named.first { return identity(of: index) }
    guard let index = list(before: name, endpoint.path) ?? own else { return nil }
    let entity = entities[index]
    guard let attribute = entity.attributes.first(where: { $0.name == name }) else {
      return name == "id" ? identity(of: index) : nil
    }
    return made(attribute, of: entity)
  }

  private func entity(of endpoint: ImportedEndpoint) -> Int? {
    var types = [endpoint.returns?.mentioned]
    if case .json(let type)? = endpoint.body { types.insert(type.mentioned, at: 0) }
    types.insert(endpoint.storedEntity, at: 0)
    return types.compactMap(\.self).compactMap { names[$0.lowercased()] }.first
  }

  /// The entity whose plural is the segment before a placeholder.
  private func list(before name: String, _ path: String) -> Int? {
    let segments = path.split(separator: "/").map(String.init)
    guard let index = segments.firstIndex(of: "{\(name)}"), index > 0 else { return nil }
    return lists[segments[index - 1].replacing("-", with: "_")]
  }

  private func identity(of index: Int) -> Inferred? {
    let entity = entities[index]
    guard entity.identity.count == 1,
      let attribute = entity.attributes.first(where: { $0.name == entity.identity[0] })
    else { return nil }
    return made(attribute, of: entity)
  }

  private func made(_ attribute: ImportedAttribute, of entity: ImportedEntity) -> Inferred {
    let type = attribute.type.mentioned.flatMap { scalars[$0] } ?? attribute.type
    return Inferred(type: type, source: "\(entity.name).\(attribute.name)")
  }
}

extension YAMLValue {
  /// The text of a value that is a single word.
  fileprivate var plainText: String {
    switch self {
    case .text(let text), .word(let text): text
    case .list, .mapping: ""
    }
  }
}
