import SwiftSyncValues
import SyncGenSchema
import SyncGenYAML

/// The location of the rows in a response, and how its pages are requested.
extension OpenAPISchemaMaker {
  mutating func addStores(of operation: OpenAPIOperation, to endpoint: inout ImportedEndpoint) {
    guard endpoint.method == .get, let type = endpoint.returns else { return }
    switch type {
    case .named(let name) where isEntity(name): storeRow(of: name, nil, to: &endpoint)
    case .optional(.named(let name)) where isEntity(name): storeRow(of: name, nil, to: &endpoint)
    case .list(.named(let name)) where isEntity(name):
      store(operation, rows: nil, of: name, fields: [], to: &endpoint)
    case .list(.named(let name)): noteValues(name, of: operation, endpoint, fields: [])
    case .fields(let fields): store(operation, fields, to: &endpoint)
    case .named(let name):
      noteForms(of: name)
      guard let fields = fields(of: name) else { return }
      store(operation, fields, to: &endpoint)
    default: break
    }
    if endpoint.stores != nil { noteVariants(of: operation, in: &endpoint) }
  }

  func isEntity(_ name: String) -> Bool { components[name] != nil }

  /// The fields of a type that is not a tagged value.
  mutating func fields(of name: String) -> [ImportedAttribute]? {
    guard case .fields(let fields)? = content(ofType: name) else { return nil }
    return fields
  }

  private mutating func content(ofType name: String) -> ImportedType.Content? {
    while typePositions.types < result.types.count {
      typePositions.names[result.types[typePositions.types].name] = typePositions.types
      typePositions.types += 1
    }
    return typePositions.names[name].map { result.types[$0].content }
  }

  /// A response in an envelope: rows, and statements about them.
  private mutating func store(
    _ operation: OpenAPIOperation, _ fields: [ImportedAttribute],
    to endpoint: inout ImportedEndpoint
  ) {
    let found = rows(in: fields, path: [])
    let values = fields.filter(\.type.isList).compactMap(\.type.mentioned)
    if found.isEmpty, values.count == 1 {
      return noteValues(values[0], of: operation, endpoint, fields: fields)
    }
    if found.count == 1, !found[0].isList {
      return storeRow(found[0], of: operation, to: &endpoint)
    }
    let lists = found.filter(\.isList)
    let isInside = !fields.contains { $0.type.entity(isEntity) != nil }
    guard lists.count == 1,
      found.count == 1 || isInside || hasPages(of: operation, endpoint, fields, lists[0])
    else { return storeSeveral(found, isInside, of: operation, fields, to: &endpoint) }
    store(operation, rows: lists[0].root, of: lists[0].entity, fields: fields, to: &endpoint)
    if lists[0].isOptional { endpoint.noteOptionalRoot(lists[0].root) }
    noteLostRows(found.filter { !$0.isList }, of: operation)
  }

  /// Rows under several keys are a document, which needs a name and has no pages.
  private mutating func storeSeveral(
    _ rows: [Rows], _ isInside: Bool, of operation: OpenAPIOperation,
    _ fields: [ImportedAttribute], to endpoint: inout ImportedEndpoint
  ) {
    if let list = rows.first(where: \.isList), hasPages(of: operation, endpoint, fields, list) {
      remark(
        operation.node, of: operation.title,
        "pages are not imported: there are rows under several keys")
    }
    guard !isInside, !rows.isEmpty else { return noteLostRows(rows, of: operation) }
    if case .fields? = endpoint.returns { endpoint.returns = named(fields, operation, endpoint) }
    endpoint.stores = []
  }

  /// A type for fields in place, which can then be a document or optional.
  mutating func named(
    _ fields: [ImportedAttribute], _ operation: OpenAPIOperation, _ endpoint: ImportedEndpoint
  ) -> ImportedTypeName {
    let name = unique(Place(owner: endpoint.name, key: "response"))
    result.types.append(ImportedType(name, .fields(fields), at: document.place(operation.node)))
    return .named(name)
  }

  private struct Rows {
    let root: String
    let entity: String
    let isList: Bool
    /// Whether the source requires other keys, but not this one.
    let isOptional: Bool
    /// Whether a list that is not one of rows is next to it.
    let isBesideList: Bool
  }

  /// The rows in a response: those of its own keys, otherwise those in objects under them.
  private mutating func rows(in fields: [ImportedAttribute], path: [String]) -> [Rows] {
    let hasRequired = fields.contains { !$0.isOptional }
    let own = fields.compactMap { field in
      field.type.entity(isEntity).map { entity in
        Rows(
          root: ValuePath.text((path + [field.name]).map { .key($0) }), entity: entity,
          isList: field.type.isList, isOptional: field.isOptional && hasRequired,
          isBesideList: fields.contains { $0.type.isList })
      }
    }
    guard own.isEmpty, path.count < 3, let envelope = envelope(in: fields),
      case .named(let name) = envelope.type, let inner = self.fields(of: name)
    else { return own }
    return rows(in: inner, path: path + [envelope.name])
  }

  // MARK: Single rows

  /// An optional row next to a list is not what the response of a list is about.
  private mutating func storeRow(
    _ rows: Rows, of operation: OpenAPIOperation, to endpoint: inout ImportedEndpoint
  ) {
    if rows.isOptional, rows.isBesideList, !operation.isOfOneRow {
      return noteLostRows([rows], of: operation)
    }
    storeRow(of: rows.entity, rows.root, to: &endpoint)
    if rows.isOptional { endpoint.noteOptionalRoot(rows.root) }
  }

  private mutating func storeRow(
    of entity: String, _ root: String?, to endpoint: inout ImportedEndpoint
  ) {
    endpoint.stores = root.map { [YAMLEntry("root", .text($0))] } ?? []
    endpoint.storedEntity = entity
    limitLists(of: entity, endpoint)
  }

  /// If a parameter limits a response to what has changed, the lists in its row are not complete.
  private mutating func limitLists(of entity: String, _ endpoint: ImportedEndpoint) {
    guard let index = entityPositions[entity],
      let parameter = endpoint.query.first(where: ChangeFilters.isOne)
    else { return }
    let model = result.entities[index]
    for (at, list) in model.relations.enumerated() where list.isToMany && list.partial == nil {
      result.entities[index].relations[at].partial = .flag(true)
      result.entities[index].relations[at].notes.append(
        .guessed(.completeness, "only changed rows in GET \(endpoint.path), by '\(parameter.name)'")
      )
      // A pushed list would remove the rows that the device does not have.
      if list.direction == .both, !isOtherEnd(list, of: model) {
        result.entities[index].relations[at].direction = .pull
      }
    }
  }

  // MARK: What is not stored

  private mutating func noteLostRows(_ rows: [Rows], of operation: OpenAPIOperation) {
    guard !rows.isEmpty else { return }
    let roots = rows.map { "'\($0.root)'" }.joined(separator: ", ")
    remark(operation.node, of: operation.title, "the rows under \(roots) are not stored")
  }

  /// Notes that a list is not stored, because its objects are not rows although they have ids.
  private mutating func noteValues(
    _ type: String, of operation: OpenAPIOperation, _ endpoint: ImportedEndpoint,
    fields: [ImportedAttribute]
  ) {
    noteForms(of: type)
    guard obstacles[type] != nil else { return }
    let name = ImportNames.type(type, NameStyle())
    remark(
      operation.node, of: operation.title,
      "the list of '\(name)' is not stored; a comment at the type says why")
    let finder = PageFinder(signs(of: operation, endpoint, fields, type))
    guard finder.page != nil || finder.problem != nil else { return }
    let reason = finder.problem ?? "the list is not stored"
    remark(operation.node, of: operation.title, "pages are not imported: \(reason)")
  }

  /// Notes that a tagged value is not a row, although all of its forms have an id. One that refers to
  /// rows becomes JSON.
  private mutating func noteForms(of type: String) {
    guard !document.isOwn, case .tagged(let tagged)? = content(ofType: type) else { return }
    let forms = tagged.cases.map { one in one.type.flatMap { fields(of: $0) } ?? one.fields }
    let haveIDs = forms.allSatisfy { form in
      form.contains { OpenAPIIdentities.isUsual($0.name) && $0.type.canIdentify }
    }
    guard haveIDs, returnedEntities(.fields(forms.flatMap(\.self))).isEmpty else { return }
    obstacles[type] = ImportNote("not an entity: its other keys depend on '\(tagged.tag)'")
  }

  /// Whether the rows are in pages, or may be.
  private mutating func hasPages(
    of operation: OpenAPIOperation, _ endpoint: ImportedEndpoint, _ fields: [ImportedAttribute],
    _ rows: Rows
  ) -> Bool {
    let finder = PageFinder(signs(of: operation, endpoint, fields, rows.entity))
    return finder.problem != nil
      || finder.page != nil && (finder.hasParameter || !operation.isOfOneRow)
  }

  /// The only object of a response besides statements about pages, if there is no list that the
  /// response could be about.
  private mutating func envelope(in fields: [ImportedAttribute]) -> ImportedAttribute? {
    let objects = fields.filter { field in
      guard case .named(let name) = field.type, self.fields(of: name) != nil else { return false }
      return !PageNames.containers.contains(PageSigns.snake(field.name))
    }
    let hasLists = fields.contains { field in
      if case .list(.named) = field.type { true } else { false }
    }
    return objects.count == 1 && !hasLists ? objects[0] : nil
  }

  /// Missing rows are kept, because a document does not state whether a list is complete.
  private mutating func store(
    _ operation: OpenAPIOperation, rows root: String?, of entity: String,
    fields: [ImportedAttribute], to endpoint: inout ImportedEndpoint
  ) {
    endpoint.stores = root.map { [YAMLEntry("root", .text($0))] } ?? []
    endpoint.storedEntity = entity
    let finder = PageFinder(signs(of: operation, endpoint, fields, entity))
    if let page = finder.page {
      endpoint.page = .mapping(page.entries)
      endpoint.notes.append(.guessed(.page, page.evidence))
    } else {
      endpoint.keepMissingRows()
    }
    if let problem = finder.problem {
      remark(operation.node, of: operation.title, "pages are not imported: \(problem)")
    }
  }

  // MARK: What the document says about pages

  private mutating func signs(
    of operation: OpenAPIOperation, _ endpoint: ImportedEndpoint, _ fields: [ImportedAttribute],
    _ entity: String
  ) -> PageSigns {
    let nodes = Dictionary(
      operation.parameters.map { ($0["name"]?.text ?? "", $0) },
      uniquingKeysWith: { _, last in last })
    let parameters = endpoint.query.map { parameter($0, nodes[$0.name]) }
    var signs = PageSigns(parameters: parameters, marks: marks(fields, path: []))
    signs.links = links(of: operation)
    signs.identity = roles.identity(of: entity)
    return signs
  }

  private func parameter(_ field: ImportedAttribute, _ node: YAMLNode?) -> PageSigns.Parameter {
    let form: PageSigns.Parameter.Form =
      switch field.type {
      case .int, .scalar(.double), .scalar(.decimal): .number
      case .string, .scalar(.uuid), .scalar(.data): .text
      default: .other
      }
    var parameter = PageSigns.Parameter(field.name, form)
    guard let node, let schema = node["schema"] else { return parameter }
    let shape = document.expanded(document.shape(schema))
    let stated = shape.defaultNode?.text.flatMap(Int.init)
    parameter.size = stated ?? shape.maximum.flatMap(Int.init)
    let text = [node, shape.node].compactMap { $0["description"]?.text }.joined(separator: " ")
    let words = Set(text.lowercased().split { !$0.isLetter }.map(String.init))
    parameter.mentionsNext = !words.isDisjoint(with: ["next", "subsequent"])
    guard PageNames.counted.contains(parameter.snake) else { return parameter }
    parameter.isCounted = !words.isDisjoint(with: ["number", "index", "starting"])
    let example = node["example"] ?? shape.node["example"]
    parameter.start =
      OpenAPIPageStart.inDefault(stated) ?? OpenAPIPageStart.inProse(text)
      ?? OpenAPIPageStart.inLimits(shape.minimum, example: example?.text)
    return parameter
  }

  private func links(of operation: OpenAPIOperation) -> (isStated: Bool, isAboutPages: Bool) {
    let headers = operation.responses.filter(\.isSuccess).compactMap { response in
      response.node["headers"]?.pairs.first { $0.key.lowercased() == "link" }?.value
    }
    guard let header = headers.first.map(document.resolved) else { return (false, false) }
    let text = header["description"]?.text?.lowercased() ?? ""
    return (true, ["page", "pagin", "next"].contains(where: text.contains))
  }

  /// The values next to the rows, including those in objects.
  private mutating func marks(_ fields: [ImportedAttribute], path: [String]) -> [PageSigns.Mark] {
    fields.flatMap { field -> [PageSigns.Mark] in
      let steps = path + [field.name]
      if let form = form(of: field) { return [.init(steps, form)] }
      guard path.count < 3, case .named(let name) = field.type, !isEntity(name),
        let inner = self.fields(of: name)
      else { return [] }
      return marks(inner, path: steps)
    }
  }

  /// `nil` if it is not a single value.
  private func form(of field: ImportedAttribute) -> PageSigns.Mark.Form? {
    let words = Set(
      (field.documentation ?? "").lowercased().split { !$0.isLetter }.map(String.init))
    switch field.type {
    case .scalar(.url): return .url
    case .string: return words.isDisjoint(with: ["url", "uri", "link", "href"]) ? .text : .url
    case .int, .scalar(.double): return words.contains("total") ? .total : .number
    case .scalar(.bool): return .flag
    case .json: return .unknown
    default: return nil
    }
  }
}

extension ImportedTypeName {
  /// The entity itself, or that of its elements.
  fileprivate func entity(_ isEntity: (String) -> Bool) -> String? {
    switch self {
    case .named(let name): isEntity(name) ? name : nil
    case .list(.named(let name)): isEntity(name) ? name : nil
    case .optional(let inner): inner.entity(isEntity)
    default: nil
    }
  }

  fileprivate var isList: Bool { if case .list = self { true } else { false } }
}

/// Where the pages or the rows of a list are counted from.
enum OpenAPIPageStart {
  private static let zero = [
    "zero-based", "zero based", "0-based", "0 based", "zero-indexed", "0-indexed", "0-index",
    "starts at 0", "starts from 0", "starts with 0", "starting at 0", "starting from 0",
    "starting with 0", "start at 0", "start from 0", "start with 0", "first page is 0",
    "page 0 is the first", "begins at 0", "beginning at 0", "(0..n)", "starting at zero",
    "starts at zero", "index from 0", "default value is 0", "default is 0", "defaults to 0",
  ]
  private static let one = [
    "one-based", "one based", "1-based", "1 based", "one-indexed", "1-indexed", "1-index",
    "starts at 1", "starts from 1", "starts with 1", "starting at 1", "starting from 1",
    "starting with 1", "start at 1", "start from 1", "start with 1", "first page is 1",
    "begins at 1", "beginning at 1", "(1..n)", "index from 1", "default value is 1",
    "default is 1", "defaults to 1", "default: 1",
  ]

  /// The first page is that of a request without the parameter.
  static func inDefault(_ value: Int?) -> PageSigns.Start? {
    guard let value, value == 0 || value == 1 else { return nil }
    return .init(number: value, reason: "by default")
  }

  static func inProse(_ text: String) -> PageSigns.Start? {
    let text = text.lowercased()
    for (number, phrases) in [(0, zero), (1, one)] {
      guard let phrase = phrases.first(where: { stands($0, in: text) }) else { continue }
      return .init(number: number, reason: "(\(phrase))")
    }
    return nil
  }

  /// Whether a phrase occurs, not followed by another digit, as in `starts at 10`.
  private static func stands(_ phrase: String, in text: String) -> Bool {
    guard let place = OpenAPISchemaMaker.range(of: phrase, in: text) else { return false }
    return place.upperBound == text.endIndex || !text[place.upperBound].isNumber
  }

  static func inLimits(_ minimum: String?, example: String?) -> PageSigns.Start? {
    if let minimum, let number = Int(minimum), number == 0 || number == 1 {
      return .init(number: number, reason: "by its minimum")
    }
    return example == "0" ? .init(number: 0, reason: "in an example") : nil
  }
}
