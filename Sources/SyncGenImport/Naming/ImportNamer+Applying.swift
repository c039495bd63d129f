import SwiftSyncValues
import SyncGenSchema

/// Applies the names to the model.
extension ImportNamer {
  mutating func apply() {
    schema.enums = schema.enums.map(named)
    schema.scalars = schema.scalars.map { scalar in
      var scalar = scalar
      scalar.name = table.type(scalar.name)
      return scalar
    }
    schema.types = schema.types.map(named)
    schema.entities = schema.entities.map(named)
    if var api = schema.api {
      api.headers = api.headers.map(named)
      api.endpoints = named(api.endpoints)
      schema.api = api
    }
    schema.answers = schema.answers.map { answer in
      var answer = answer
      answer.keyedBy = answer.keyedBy.map { table.member($0, of: answer.target) }
      answer.target = table.type(answer.target)
      return answer
    }
  }

  private func named(_ source: ImportedEnum) -> ImportedEnum {
    var model = source
    model.name = table.type(source.name)
    model.renamedFrom = source.renamedFrom.map { formerName($0, "enum") }
    var taken = TakenNames()
    model.cases = source.cases.map { one in
      var one = one
      one.name = caseName(
        one.name ?? one.value, &taken, keepsUnknown: !source.rejectsUnknown)
      return one
    }
    return model
  }

  /// - Parameter keepsUnknown: Whether there is a case `unknown` for other values.
  private func caseName(
    _ text: String, _ taken: inout TakenNames, keepsUnknown: Bool
  ) -> String {
    let name = ImportNames.member(text, style)
    let isReserved = ReservedNames.cases[name] != nil || keepsUnknown && name == "unknown"
    return taken.unique(isReserved ? name + "Value" : name)
  }

  private func named(_ source: ImportedType) -> ImportedType {
    var type = source
    type.name = table.type(source.name)
    type.renamedFrom = source.renamedFrom.map { formerName($0, "type") }
    switch source.content {
    case .fields(let fields):
      type.content = .fields(named(fields, of: source.name, in: .object))
    case .tagged(var tagged):
      var taken = TakenNames()
      tagged.cases = tagged.cases.map { one in
        var one = one
        one.name = caseName(
          one.name ?? one.value, &taken, keepsUnknown: !tagged.rejectsUnknown)
        one.type = one.type.map(table.type)
        one.fields = named(one.fields)
        return one
      }
      type.content = .tagged(tagged)
    }
    return type
  }

  /// The fields of a type without a name.
  private func named(_ fields: [ImportedAttribute]) -> [ImportedAttribute] {
    let names = Self.names(of: fields, style)
    return fields.map { named($0, as: names[$0.name] ?? $0.name, in: .object) }
  }

  private func named(
    _ fields: [ImportedAttribute], of owner: String, in place: RemoteNamer.Place
  ) -> [ImportedAttribute] {
    fields.map { named($0, as: table.member($0.name, of: owner), in: place) }
  }

  private func named(
    _ source: ImportedAttribute, as name: String, in place: RemoteNamer.Place
  ) -> ImportedAttribute {
    var attribute = source
    attribute.name = name
    attribute.type = named(source.type)
    attribute.renamedFrom = source.renamedFrom.map(formerName(ofMember:))
    if attribute.column == style.snakeCase(name) { attribute.column = nil }
    if case .paths(let paths)? = source.remote,
      paths == namer.paths(name).map({ namer.path($0, in: place).dotted })
    {
      attribute.remote = nil
    }
    return attribute
  }

  private func named(_ type: ImportedTypeName) -> ImportedTypeName {
    switch type {
    case .scalar, .money: type
    case .named(let name): .named(table.type(name))
    case .patch(let name): .patch(table.type(name))
    case .list(let element): .list(named(element))
    case .dictionary(let element): .dictionary(named(element))
    case .optional(let element): .optional(named(element))
    case .fields(let fields): .fields(named(fields))
    case .taggedRows(let tag, let cases):
      .taggedRows(tag: tag, cases: cases.map { .init(table.type($0.name), $0.value) })
    }
  }

  // MARK: Entities

  private func named(_ source: ImportedEntity) -> ImportedEntity {
    var entity = source
    let owner = source.name
    func member(_ name: String) -> String { self.member(path: name, of: source) }
    entity.name = table.type(owner)
    let plural = Inflection.plural(style.snakeCase(entity.name))
    if entity.remoteName == namer.resourceType(stated: nil, plural: plural) ?? entity.name {
      entity.remoteName = nil
    }
    if entity.table == plural { entity.table = nil }
    entity.renamedFrom = source.renamedFrom.map { formerName($0, "entity") }
    entity.attributes = source.attributes.map { attribute in
      let name = table.member(attribute.name, of: owner)
      let isIdentity = source.identity == [attribute.name]
      return named(attribute, as: name, in: isIdentity ? .identity : .attribute)
    }
    entity.relations = source.relations.map { relation in
      let others = source.relations.filter { $0 != relation }.flatMap(\.remote)
      return named(relation, of: owner, besides: source.attributeKeys.union(others))
    }
    entity.identity = source.identity.map(member)
    entity.indexes = source.indexes.map { index in
      var index = index
      index.members = index.members.map(member)
      return index
    }
    entity.sync = source.sync.map { named($0, member) }
    return entity
  }

  /// A member, or a field of one as `address.country`.
  private func member(path: String, of entity: ImportedEntity) -> String {
    if let name = table.members[entity.name]?[path] { return name }
    guard let dot = path.firstIndex(of: ".") else { return path }
    let first = String(path[..<dot])
    let type = entity.attributes.first { $0.name == first }?.type.mentioned ?? ""
    let field = String(path[path.index(after: dot)...])
    return table.member(first, of: entity.name) + "." + table.member(field, of: type)
  }

  private func named(_ entry: YAMLEntry, _ member: (String) -> String) -> YAMLEntry {
    var entry = entry
    switch entry.value {
    case .text(let name): entry.value = .text(member(name))
    case .mapping(let entries): entry.value = .mapping(entries.map { named($0, member) })
    case .word, .list: break
    }
    return entry
  }

  /// - Parameter taken: The keys of other members, such as `object_ids` next to `object`.
  private func named(
    _ source: ImportedRelation, of owner: String, besides taken: Set<String>
  ) -> ImportedRelation {
    var relation = source
    relation.name = table.member(source.name, of: owner)
    relation.target = table.type(source.target)
    relation.targets = source.targets.map { .init(table.type($0.name), $0.value) }
    if case .named(let name) = source.inverse {
      relation.inverse = .named(table.member(name, of: source.target))
    }
    relation.order = source.order.map { table.member($0, of: source.target) }
    relation.through = source.through.map(table.type)
    relation.keyedBy = source.keyedBy.map { table.member($0, of: source.target) }
    relation.partPaths = source.partPaths.map {
      .init(table.member($0.name, of: source.target), $0.value)
    }
    relation.renamedFrom = source.renamedFrom.map(formerName(ofMember:))
    if relation.column == style.snakeCase(relation.name) + "_id" { relation.column = nil }
    let keys = keys(of: relation)
    let isSent = relation.sentKey == nil || relation.sentKey == keys.first
    // By convention, 'project_id' has an id and not a row.
    let isRead = relation.rowPath.map(namer.paths(relation.name).map(\.dotted).contains) ?? true
    if isSent, isRead, Set(keys).isSuperset(of: relation.remote), taken.isDisjoint(with: keys) {
      relation.remote = []
    }
    return relation
  }

  /// The keys of a relationship by convention. Ids are sent under the first one.
  private func keys(of relation: ImportedRelation) -> [String] {
    let (name, snake) = (relation.name, style.snakeCase(relation.name))
    let own = namer.paths(name)
    if schema.conventions.envelope == .jsonAPI { return own.map { namer.linkage($0).dotted } }
    let ids =
      relation.isToMany
      ? namer.ids(name, snake: snake, singular: Inflection.singular(snake))
      : namer.id(name, snake: snake)
    return (ids + own).map(\.dotted)
  }

  // MARK: Endpoints

  private mutating func named(_ endpoints: [ImportedEndpoint]) -> [ImportedEndpoint] {
    let names = endpointNames(endpoints)
    var placeholders = PlaceholderNotes(schema, style)
    return zip(endpoints, names).map { source, name in
      var endpoint = source
      endpoint.name = name
      if let rename = endpointRenames[name] {
        schema.remarks.append(rename.remark(at: source.place))
        endpoint.notes.append(rename.note)
      }
      endpoint.path = path(source.path)
      endpoint.storedEntity = source.storedEntity.map(table.type)
      endpoint.newRow = source.newRow.map(table.type)
      endpoint.query = named(source.query)
      endpoint.headers = source.headers.map(named)
      endpoint.returns = source.returns.map(named)
      endpoint.errors = source.errors.map { $0.with($0.type.map(named)) }
      switch source.body {
      case .json(let type): endpoint.body = .json(named(type))
      case .form(let fields): endpoint.body = .form(named(fields))
      case .multipart(let fields): endpoint.body = .multipart(named(fields))
      case .data, .file, nil: break
      }
      endpoint.notes += placeholders.notes(of: endpoint)
      return endpoint
    }
  }

  private func named(_ source: ImportedHeader) -> ImportedHeader {
    var header = source
    header.type = named(source.type)
    return header
  }

  /// A path with the names of its placeholders.
  private func path(_ source: String) -> String {
    var result = ""
    var rest = source[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let name = rest[rest.index(after: open)..<close]
      result += rest[..<open] + "{" + ImportNames.member(String(name), style) + "}"
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }
}

extension ImportedEntity {
  /// The paths of its attributes.
  fileprivate var attributeKeys: Set<String> {
    Set(
      attributes.flatMap { attribute -> [String] in
        if case .paths(let paths)? = attribute.remote { paths } else { [] }
      })
  }
}
