import SwiftSyncValues
import SyncGenSchema

/// Infers a schema from the shapes of responses.
struct SchemaInference {
  private(set) var groups = EntityGroups()
  private var documents: [Document] = []
  var found = ImportedSchema()
  var enums: [ImportedEnum] = []
  /// The finished types by name.
  var types: [String: ImportedType?] = [:]
  var typeOrder: [String] = []

  /// A response with rows of several entities.
  private struct Document {
    let name: String
    let place: Shape
    let path: String
  }

  /// Adds a response.
  ///
  /// - Parameter isStated: Whether the user has named its rows.
  mutating func add(_ answer: JSONAnswer, isStated: Bool) {
    answers.append((answer, isStated))
  }

  private var answers: [(answer: JSONAnswer, isStated: Bool)] = []
  private var pending: [(rows: FoundRows, path: String, answer: Shape)] = []

  private mutating func findRows(of answer: JSONAnswer, isStated: Bool) {
    let path = answer.path
    for row in answer.rows {
      groups.add(row, path: path, isStated: isStated && answer.rows.count == 1)
    }
    if answer.isDocument {
      documents.append(Document(name: answer.name, place: answer.shape, path: path))
    } else {
      pending += answer.rows.map { ($0, path, answer.shape) }
    }
  }

  mutating func schema() -> ImportedSchema {
    let resources = answers.compactMap { one in
      one.answer.resources.map { (path: one.answer.path, resources: $0) }
    }
    if resources.count == answers.count {
      addResources(of: resources)
    } else {
      addRows()
    }
    found.enums = enums
    found.types = typeOrder.compactMap { types[$0] ?? nil } + found.types
    found.dropTypes(found.unusedTypes)
    DateConventions.state(in: &found)
    DeletionMarks.find(in: &found)
    return found
  }

  private mutating func addRows() {
    for one in answers { findRows(of: one.answer, isStated: one.isStated) }
    groups.findNested()
    nameDocuments()
    for group in groups.groups { group.object.markRows(identity: group.identity) }
    let members = groups.groups.map { RowMember.all(of: $0) }
    findTypes(members)
    for (group, members) in zip(groups.groups, members) { addEntity(group, members) }
    addInverses()
    for document in documents { add(document) }
    addAnswers()
  }

  /// Gives documents names that no entity has: `tweet_response` for a file `tweets.json` with rows
  /// and other values.
  private mutating func nameDocuments() {
    var taken = TakenNames()
    groups.groups.forEach { taken.take($0.name) }
    documents = documents.map { document in
      let name = taken.has(document.name) ? document.name + "_response" : document.name
      return Document(name: taken.unique(name), place: document.place, path: document.path)
    }
  }

  private func findTypes(_ members: [[RowMember]]) {
    var places: [(place: Shape, key: String, owner: String)] = []
    for (group, members) in zip(groups.groups, members) {
      let money = MoneyFinder(members)
      for member in members
      where money.amount(member) == nil && relation(member, of: group) == nil {
        places.append((member.place, member.key, group.name))
      }
    }
    for document in documents {
      for member in document.place.object?.members ?? [] where !Self.hasRows(member.place) {
        places.append((member.place, member.key, document.name))
      }
    }
    var types = ValueTypes()
    types.find(in: places, besides: Set(groups.groups.map(\.name) + documents.map(\.name)))
  }

  // MARK: Entities

  private mutating func addEntity(_ group: EntityGroup, _ members: [RowMember]) {
    var entity = ImportedEntity(group.name, identity: group.identityNames, at: group.path)
    if group.identity == nil, group.parts.isEmpty, !members.contains(where: { $0.name == "key" }) {
      var key = ImportedAttribute("key", .string)
      key.notes = ["the key of the row in the object"]
      entity.attributes.append(key)
    }
    var relations: [ImportedRelation] = []
    let money = MoneyFinder(members)
    for member in members where !money.isCurrency(member) {
      guard member.hasPath else {
        found.remarks.append(
          ImportRemark(at: group.path, "key '\(member.key)' of \(group.name) cannot be named"))
        continue
      }
      if let relation = relation(member, of: group) {
        Self.add(relation, hasRows: member.hasObjects, to: &relations)
        if let unread = link(member)?.unread, !unread.isEmpty {
          let listed = unread.map { "'\($0)'" }.joined(separator: " and ")
          found.remarks.append(
            ImportRemark(
              at: group.path,
              "\(listed) of \(group.name) \(unread.count == 1 ? "is" : "are") not imported"))
        }
        if member.place.rowList?.path.isEmpty == false,
          member.place.element?.object?.member("cursor") != nil
        {
          found.remarks.append(
            ImportRemark(
              at: group.path, "'\(member.remote)[].cursor' of \(group.name) is not imported")
          )
        }
      } else {
        entity.attributes.append(money.amount(member) ?? attribute(member, of: group))
      }
    }
    let names = Set(entity.attributes.map(\.name))
    for index in relations.indices where names.contains(relations[index].name) {
      relations[index].name += "_reference"
    }
    entity.relations = relations
    if group.parts.isEmpty {
      let first = entity.attributes.firstIndex { $0.name == entity.identity[0] }
      if let first { entity.attributes.insert(entity.attributes.remove(at: first), at: 0) }
    } else {
      setParts(of: &entity, group)
    }
    addTagged(&entity, members)
    found.entities.append(entity)
  }

  /// Sets the identity by the names of its attributes and to-one relationships.
  private func setParts(of entity: inout ImportedEntity, _ group: EntityGroup) {
    let (attributes, relations) = (entity.attributes, entity.relations)
    entity.identity = group.parts.map { key in
      let path = ValuePath.text([.key(key)])
      return relations.first { !$0.isToMany && $0.remote.contains(path) }?.name
        ?? attributes.first { $0.remote == .key(path) }?.name ?? key
    }
    entity.notes = [
      .guessed(
        .identity, "together, \(group.parts.joined(separator: " and ")) identify the rows")
    ]
  }

  /// Merges two keys of one relationship, e.g. `project` and `project_id`. Nested rows come first,
  /// because the first key that a row has is read.
  private static func add(
    _ relation: ImportedRelation, hasRows: Bool, to relations: inout [ImportedRelation]
  ) {
    let twin = relations.firstIndex {
      ImportNames.snake($0.name, NameStyle()) == ImportNames.snake(relation.name, NameStyle())
        && $0.target == relation.target && $0.isToMany == relation.isToMany
    }
    guard let twin else {
      var relation = relation
      while relations.contains(where: { $0.name == relation.name }) {
        relation.name += "_reference"
      }
      return relations.append(relation)
    }
    let known = relations[twin].remote
    relations[twin].remote = hasRows ? relation.remote + known : known + relation.remote
    relations[twin].isOptional = relations[twin].isOptional && relation.isOptional
    relations[twin].notes = relations[twin].isOptional ? relations[twin].notes : []
  }

  private mutating func attribute(_ member: RowMember, of group: EntityGroup) -> ImportedAttribute {
    let isIdentity =
      group.isPart(member) || group.isIdentity(member)
    var attribute = ImportedAttribute(
      member.name,
      isIdentity
        ? Self.identityType(of: member.place)
        : type(of: member.place, key: member.key, owner: group.name, at: group.path),
      isOptional: !isIdentity && member.isOptional)
    attribute.remote = .key(member.remote)
    if group.isPart(member), member.place.texts.days == member.place.count {
      attribute.type = .scalar(.day)
    }
    if !isIdentity, let separator = Self.separator(of: member.place, key: member.key) {
      attribute.type = .list(.string)
      attribute.separator = separator
    }
    attribute.notes =
      isIdentity
      ? Self.evidence(for: group)
      : Self.notes(
        member.place, missing: member.missing, of: member.rows, attribute.type,
        attribute.separator == nil ? nil : "from the commas")
    if attribute.type.isDate { attribute.remoteDates = Self.dateFormats(of: member.place) }
    return attribute
  }

  private static func evidence(for group: EntityGroup) -> [ImportNote] {
    if group.uniqueRows > 0 {
      return [.guessed(.identity, "unique in all \(group.uniqueRows) rows")]
    }
    return group.isFoundBySlug ? [.guessed(.identity, "from its name")] : []
  }

  private static func identityType(of place: Shape) -> ImportedTypeName {
    if place.numbers.count > 0 { return place.texts.count > 0 ? .string : .int }
    return place.texts.uuids == place.texts.count ? .scalar(.uuid) : .string
  }

  // MARK: Answers

  private mutating func add(_ document: Document) {
    let place = document.path
    let fields = documentFields(document.place, prefix: [], owner: document.name, at: place)
    found.types.append(ImportedType(document.name, .fields(fields), at: place))
    found.answers.append(ImportedAnswer(place, document.name, isDocument: true))
  }

  private mutating func documentFields(
    _ answer: Shape, prefix: [PathStep], owner: String, at place: String
  ) -> [ImportedAttribute] {
    guard let object = answer.object else { return [] }
    return object.members.flatMap { member -> [ImportedAttribute] in
      let path = prefix + [.key(member.key)]
      if let inner = member.place.object, inner.group == nil, Self.hasRows(member.place) {
        return documentFields(member.place, prefix: path, owner: owner, at: place)
      }
      let missing = object.missing(member)
      let type =
        documentType(member.place)
        ?? type(of: member.place, key: member.key, owner: owner, at: place)
      var field = ImportedAttribute(
        prefix.isEmpty ? member.key : ValuePath.text(path), type,
        isOptional: missing > 0 || member.place.nulls > 0)
      field.remote = .key(ValuePath.text(path))
      field.notes = Self.notes(member.place, missing: missing, of: object.count, type)
      if type.isDate { field.remoteDates = Self.dateFormats(of: member.place) }
      return [field]
    }
  }

  private func documentType(_ place: Shape) -> ImportedTypeName? {
    if let list = place.rowList, list.path.isEmpty { return .list(.named(list.group.name)) }
    if let group = place.object?.group, place.isOnlyObjects { return .named(group.name) }
    return nil
  }

  /// Whether there are rows at a place of a document, or deeper.
  static func hasRows(_ place: Shape) -> Bool {
    if place.rowList != nil { return true }
    guard let object = place.object, place.isOnlyObjects else { return false }
    return object.group != nil
      || object.values == nil && object.members.contains { hasRows($0.place) }
  }

  private mutating func addAnswers() {
    for (rows, path, answer) in pending {
      guard let group = rows.place.object?.group else { continue }
      var found = ImportedAnswer(path, group.name, isDocument: false)
      found.root = rows.root.isEmpty ? nil : rows.root
      found.isItem = rows.isItem
      found.keyedBy = rows.isKeyed ? group.identityNames[0] : nil
      found.page = AnswerPages.page(in: answer, root: rows.root)
      self.found.answers.append(found)
    }
    for one in answers where !one.answer.isDocument {
      found.remarks += BesideRows.remarks(on: one.answer)
    }
  }

  // MARK: What others have

  var allGroups: [EntityGroup] { groups.groups }
}

extension Shape {
  var isOnlyObjects: Bool { objects > 0 && objects + nulls == count }
}

extension ImportedTypeName {
  /// Whether it is a date, or a list of dates.
  var isDate: Bool {
    switch self {
    case .scalar(let type): type == .date
    case .list(let element), .dictionary(let element), .optional(let element): element.isDate
    default: false
    }
  }
}
