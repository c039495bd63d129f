import SwiftSyncValues
import SyncGenSchema
import SyncGenYAML

/// Creates a schema from a document: its components here, its operations in an extension.
struct OpenAPISchemaMaker {
  /// The place of a type.
  struct Place {
    /// The name from which that of an unnamed type is derived.
    let owner: String
    var key = ""
    /// Whether rows contain it, so that it cannot contain rows of other entities.
    var isStored = false
    /// Whether it is a part of a request body.
    var isBody = false
    var use = OpenAPIUses.Use.responses

    func inner(_ key: String) -> Place { inside(owner, key) }

    /// A place in something with another name that is used in the same way.
    func inside(_ owner: String, _ key: String) -> Place {
      Place(owner: owner, key: key, isStored: isStored, isBody: isBody, use: use)
    }
  }

  struct Typed {
    var type: ImportedTypeName
    var isOptional = false
    var dates = DateFormats.auto
    var notes: [ImportNote] = []

    /// The type with notes that say that they are about the parts of a list or a dictionary.
    func noted(_ part: String) -> Typed {
      var typed = self
      typed.notes = notes.map { note in
        note.guess == nil ? ImportNote("each \(part): \(note.text)") : note
      }
      return typed
    }
  }

  let document: OpenAPIDocument
  let roles: OpenAPIRoles
  let examples: OpenAPIExamples
  let uses: OpenAPIUses
  let sharedEnums: OpenAPISharedEnums
  var result = ImportedSchema()
  /// The components that rows contain, except entities.
  let stored: Set<String>
  /// The positions of the entities by their names in snake_case.
  let sourcePositions: [String: Int]
  /// The components with the members of entities, by the names of these.
  let components: [String: String]
  var taken: Set<String>
  private var operationRemarks = OperationRemarks()
  /// The descriptions and summaries that several operations have.
  var sharedTexts: Set<String> = []
  /// The security schemes that the app has to implement.
  var unreadSchemes: Set<String> = []
  /// Entities whose identity has more parts than their own key.
  var partial: Set<String> = []
  var enumNames: [[String]: String] = [:]
  /// The types of objects without a name.
  var unnamedTypes: [UnnamedType: String] = [:]

  struct UnnamedType: Hashable {
    private let key: String
    private let fields: [ImportedAttribute]
    private let notes: [ImportNote]

    init(key: String, fields: [ImportedAttribute], notes: [ImportNote]) {
      (self.key, self.notes) = (key, notes)
      self.fields = fields.map { field in
        var field = field
        field.place = nil
        return field
      }
    }
  }

  /// The positions of entities by their names.
  var entityPositions: [String: Int] = [:]
  /// The schemas of an entity's values by their keys, by the entity's name.
  var rowNodes: [String: [String: YAMLNode]] = [:]
  /// The results of comparing bodies with entities.
  var unsentKeys: [String: [String]] = [:]
  /// Why types with an id are not entities, by the type.
  var obstacles: [String: ImportNote]
  /// What requests write.
  var writes = OpenAPIWrites()
  /// The types of bodies that have the component of an entity but are not sent as its rows, by
  /// component.
  var bodyTypes: [String: String] = [:]
  /// The positions of types by their names, for the first `types` of the result.
  var typePositions: (names: [String: Int], types: Int) = ([:], 0)
  /// The types of inline components.
  private var aliases: [String: Typed] = [:]
  /// The inline components that are being examined, because they may refer to themselves.
  private var openAliases: Set<String> = []
  /// The places of the objects whose fields are being read. References to parts of a component can
  /// refer back to them.
  private var open: Set<String> = []

  init(_ document: OpenAPIDocument) {
    self.document = document
    let roles = OpenAPIRoles(document)
    self.roles = roles
    var obstacles = roles.obstacles
    for (component, rows) in roles.replaced {
      guard let name = rows.name else { continue }
      obstacles[name] = obstacles.removeValue(forKey: component)
    }
    self.obstacles = obstacles
    examples = OpenAPIExamples(document) { roles.entity($0) != nil }
    uses = OpenAPIUses(document)
    sharedEnums = OpenAPISharedEnums(document)
    let entities = roles.sources.flatMap { [$0.component] + (roles.forms[$0.component] ?? []) }
    let ends = Set(document.schemas.map(\.key).filter { roles.entity($0) != nil })
    stored = document.reached(from: entities.compactMap(document.node), ends: ends)
      .subtracting(ends)
    sourcePositions = Dictionary(
      roles.sources.enumerated().map {
        (ImportNames.snake($0.element.name, NameStyle()), $0.offset)
      }, uniquingKeysWith: min)
    components = Dictionary(
      roles.sources.map { ($0.name, $0.component) }, uniquingKeysWith: { first, _ in first })
    taken = Set(document.schemas.map(\.key)).union(roles.sources.map(\.name))
      .union(roles.replaced.values.compactMap(\.name))
  }

  mutating func make() {
    result.name = document.root["info"]?["title"]?.text
    result.documentation = document.root["info"]?["description"]?.text.flatMap(OpenAPIProse.short)
    for pair in document.schemas { addEnum(pair.key) }
    if roles.resources != nil { result.conventions.envelope = .jsonAPI }
    for source in roles.sources {
      if roles.resources == nil {
        addEntity(source.name, source.component)
      } else {
        addResource(source.name, source.component)
      }
    }
    entityPositions = Dictionary(result.entities.enumerated().map { ($1.name, $0) }) { $1 }
    OpenAPIInverses.complete(&result)
    completeParts()
    ignoreReplacedIDs()
    for pair in document.schemas { addType(pair.key) }
  }

  mutating func remark(_ node: YAMLNode, _ message: String) {
    result.remarks.append(ImportRemark(at: document.place(node), message))
  }

  /// Notes a remark on an operation. Equal remarks become one line.
  mutating func remark(_ node: YAMLNode, of operation: String, _ message: String) {
    operationRemarks.add(message, on: operation, at: document.place(node))
  }

  mutating func addOperationRemarks() { result.remarks += operationRemarks.lines }

  mutating func remark(_ shape: OpenAPIShape) {
    for problem in shape.problems { remark(shape.node, "\(problem): not imported") }
  }

  // MARK: Components

  private mutating func addEnum(_ name: String) {
    guard roles.roles[name] == .enumeration, let shape = document.shape(ofComponent: name) else {
      return
    }
    var model = OpenAPIEnums.model(name, shape, document)
    model.notes += Self.formatNotes(shape)
    result.enums.append(model)
  }

  private mutating func addType(_ name: String) {
    guard let shape = document.shape(ofComponent: name) else { return }
    switch roles.roles[name] {
    case .tombstone:
      addFields(name, shape, like: Place(owner: name))
    case .value where !roles.isCaseInPlace(name):
      if roles.replaced[name] != nil { return addReplaced(name, shape) }
      addFields(name, withSubtypes(shape, name), like: place(ofComponent: name))
    case .tagged:
      guard let tagging = OpenAPITagging.find(shape, document) else { return }
      addTagged(name, tagging, shape, like: place(ofComponent: name))
    case .scalar: addScalar(name, shape)
    default: break
    }
  }

  func place(ofComponent name: String) -> Place {
    Place(
      owner: name, isStored: stored.contains(name), isBody: roles.inputs.contains(name),
      use: uses[name])
  }

  private mutating func addTagged(
    _ name: String, _ tagging: OpenAPITagging, _ shape: OpenAPIShape, like place: Place
  ) {
    var place = place
    place.isBody = false
    let hasContent = tagging.cases.allSatisfy { content(of: $0, tagging.tag) != nil }
    let cases = tagging.cases.map { one -> ImportedTagged.Case in
      if hasContent, let inner = content(of: one, tagging.tag) {
        let fields = members(of: inner, name, place.use).map {
          field($0, of: inner, in: place.inside(name, $0.key))
        }
        return .init(one.value, isInteger: one.isInteger, fields: fields)
      }
      if let component = one.component, roles.roles[component] == .value,
        !roles.has(tagging.tag, component)
      {
        return .init(one.value, isInteger: one.isInteger, type: component)
      }
      let members = members(of: one.shape, name, place.use).filter { $0.key != tagging.tag }
      let fields = members.map {
        field($0, of: one.shape, in: place.inside(name, $0.key))
      }
      return .init(one.value, isInteger: one.isInteger, fields: fields)
    }
    var tagged = ImportedTagged(tag: tagging.tag, cases: cases)
    tagged.rejectsUnknown = tagging.rejectsUnknown
    tagged.hasContentUnderTag = hasContent
    var type = ImportedType(name, .tagged(tagged), at: document.place(shape.node))
    type.documentation = shape.documentation(of: name)
    result.types.append(type)
  }

  /// The object under the key that the tag names, if there is nothing else.
  private func content(of one: OpenAPITagging.Case, _ tag: String) -> OpenAPIShape? {
    let rest = one.shape.properties.filter { $0.key != tag }
    guard rest.count == 1, rest[0].key == one.value else { return nil }
    let inner = document.expanded(document.shape(rest[0].node))
    return inner.isObject && roles.entity(inner.component ?? "") == nil ? inner : nil
  }

  // MARK: Types

  mutating func type(_ shape: OpenAPIShape, in place: Place, depth: Int = 0) -> Typed {
    guard depth < OpenAPIDocument.depth else { return json(shape, "it is nested too deeply") }
    if let component = shape.component { return named(component, shape, in: place, depth) }
    var typed = plain(shape, in: place, depth)
    typed.isOptional = shape.isNullable
    return typed
  }

  private mutating func json(_ shape: OpenAPIShape, _ reason: String) -> Typed {
    remark(shape.node, "left as JSON: \(reason)")
    return Typed(type: .json, isOptional: shape.isNullable)
  }

  private mutating func named(
    _ component: String, _ shape: OpenAPIShape, in place: Place, _ depth: Int
  ) -> Typed {
    var typed: Typed
    switch roles.roles[component] {
    case .entity, .copy:
      let entity = roles.entity(component) ?? component
      if place.isStored {
        return json(shape, "'\(entity)' is an entity, which a value cannot hold")
      }
      typed = Typed(type: .named(place.isBody ? nestedRow(component, entity) : entity))
    case .patch(let entity): typed = Typed(type: place.isStored ? .json : .patch(entity))
    case .enumeration, .tagged, .scalar: typed = Typed(type: .named(component))
    case .value where !roles.isCaseInPlace(component):
      typed = Typed(type: .named(typeName(component)))
    case .tombstone: typed = Typed(type: place.isStored ? .json : .named(component))
    case .value, .inline, .base, nil: typed = alias(component, shape, in: place, depth)
    }
    typed.isOptional = typed.isOptional || shape.isNullable
    return typed
  }

  private mutating func alias(
    _ component: String, _ shape: OpenAPIShape, in place: Place, _ depth: Int
  ) -> Typed {
    let key = component + (place.isStored ? " stored" : "") + (place.isBody ? " body" : "")
    if let known = aliases[key] { return known }
    guard let inner = document.shape(ofComponent: component), openAliases.insert(key).inserted
    else { return json(shape, "'\(component)' refers to itself") }
    defer { openAliases.remove(key) }
    var inside = place.inside(component, "item")
    inside.use = uses[component]
    let typed = type(inner, in: inside, depth: depth + 1)
    aliases[key] = typed
    return typed
  }

  private mutating func plain(_ shape: OpenAPIShape, in place: Place, _ depth: Int) -> Typed {
    if !shape.alternatives.isEmpty { return choice(shape, in: place) }
    if OpenAPIEnums.isEnum(shape) || OpenAPIEnums.isOpenEnum(shape, document) {
      return Typed(type: .named(enumeration(shape, in: place)), notes: Self.formatNotes(shape))
    }
    if !shape.properties.isEmpty {
      let origin = document.place(shape.node)
      guard open.count < OpenAPIDocument.depth, open.insert(origin).inserted else {
        return json(shape, "it contains itself")
      }
      defer { open.remove(origin) }
      let name = unique(place)
      addFields(name, shape, like: place)
      return Typed(type: .named(shared(name, place)))
    }
    if shape.types == ["object"] { return dictionary(shape, in: place, depth) }
    if shape.types == ["array"] { return list(shape, in: place, depth) }
    if let reason = shape.contradiction { return json(shape, reason) }
    return scalar(shape)
  }

  private mutating func choice(_ shape: OpenAPIShape, in place: Place) -> Typed {
    if let tagging = OpenAPITagging.find(shape, document) {
      let origin = document.place(shape.node)
      guard open.count < OpenAPIDocument.depth, open.insert(origin).inserted else {
        return json(shape, "it contains itself")
      }
      defer { open.remove(origin) }
      let name = unique(place)
      addTagged(name, tagging, shape, like: place)
      return Typed(type: .named(name))
    }
    if !place.isStored, case .one(let entity)? = choice(shape, 0) {
      return Typed(type: .named(entity))
    }
    let shapes = shape.alternatives.map { document.expanded(document.shape($0)) }
    let types = Set(shapes.flatMap(\.types))
    if types.isSubset(of: ["integer", "number"]), !types.isEmpty {
      return Typed(type: types.contains("number") ? .scalar(.double) : .int)
    }
    if types == ["string"] {
      return Typed(type: .string, notes: shape.limits.map { ImportNote($0) })
    }
    let isPlain = shapes.allSatisfy { $0.properties.isEmpty && $0.alternatives.isEmpty }
    if isPlain, !types.isEmpty, types.isDisjoint(with: ["array", "object"]) {
      return Typed(type: .json, notes: [Self.note(ofTypes: types)])
    }
    return json(shape, "it has one of \(shapes.count) forms that no key distinguishes")
  }

  private mutating func dictionary(
    _ shape: OpenAPIShape, in place: Place, _ depth: Int
  ) -> Typed {
    remark(shape)
    guard let values = shape.additional, !values.pairs.isEmpty else {
      return Typed(type: .json, notes: Self.notes(ofParts: shape))
    }
    if place.isStored, let entity = document.shape(values).component.flatMap(roles.entity) {
      return unkeyed(shape, entity)
    }
    let element = type(of: values, in: place, depth: depth + 1)
    return collection(element.noted("value"), shape, in: place) { .dictionary($0) }
  }

  /// What a list or an object states about all of its parts.
  private static func notes(ofParts shape: OpenAPIShape) -> [ImportNote] {
    shape.limits.map { ImportNote($0) } + formatNotes(shape)
  }

  private mutating func list(_ shape: OpenAPIShape, in place: Place, _ depth: Int) -> Typed {
    remark(shape)
    guard let items = shape.items, !items.pairs.isEmpty else { return Typed(type: .list(.json)) }
    var singular = place
    if !place.key.isEmpty {
      singular = place.inner(Inflection.singular(ImportNames.snake(place.key, NameStyle())))
    }
    let element = rowsWithoutNull(type(of: items, in: singular, depth: depth + 1), items)
    return collection(element.noted("element"), shape, in: place) { .list($0) }
  }

  private mutating func collection(
    _ element: Typed, _ shape: OpenAPIShape, in place: Place,
    _ made: (ImportedTypeName) -> ImportedTypeName
  ) -> Typed {
    let notes = Self.notes(ofParts: shape) + element.notes
    // Elements of type 'json' may be null.
    if element.isOptional, element.type != .json { return json(shape, "elements may be null") }
    if place.isStored {
      switch element.type {
      case .list, .dictionary: return json(shape, "it has lists in lists or dictionaries")
      default: return Typed(type: made(element.type), dates: element.dates, notes: notes)
      }
    }
    return Typed(type: made(element.type), dates: element.dates, notes: notes)
  }
}
