import SyncGenSchema

/// Creates a schema from the models of one version.
struct SwiftSchemaMaker {
  private let models: [SwiftModels.Located]
  private let enums: [SwiftModels.Located]
  private let structs: [SwiftModels.Located]
  var result = ImportedSchema()
  /// The enums and structs of properties, and those that they use.
  private var used: Set<String> = []

  init(
    _ models: [SwiftModels.Located], _ enums: [SwiftModels.Located],
    _ structs: [SwiftModels.Located]
  ) {
    self.models = models
    self.enums = enums
    self.structs = structs
  }

  mutating func make() {
    for model in models { addEntity(model) }
    ModelInverses.complete(&result)
    var done: Set<String> = []
    while let name = used.subtracting(done).min() {
      done.insert(name)
      addUsed(name)
    }
    result.enums.sort { $0.name < $1.name }
    result.types.sort { $0.name < $1.name }
  }

  private mutating func remark(_ place: String, _ message: String) {
    result.remarks.append(ImportRemark(at: place, message))
  }

  // MARK: Types

  private static let scalars: [String: ScalarType] = [
    "String": .string, "Int": .int, "Int8": .int, "Int16": .int, "Int32": .int, "Int64": .int,
    "UInt": .int, "UInt8": .int, "UInt16": .int, "UInt32": .int, "UInt64": .int,
    "Double": .double, "Float": .double, "CGFloat": .double, "TimeInterval": .double,
    "Bool": .bool, "Date": .date, "UUID": .uuid, "URL": .url, "Data": .data, "Decimal": .decimal,
  ]

  enum Found: Equatable {
    case value(ImportedTypeName)
    case model(String, isList: Bool)
  }

  /// The schema type for a Swift type; nil if there is no equivalent.
  private func found(_ text: String) -> (type: Found, isOptional: Bool)? {
    var text = Substring(text)
    if let inner = Self.argument(of: "Optional", text) {
      return found(String(inner)).map { ($0.type, true) }
    }
    let isOptional = text.last == "?" || text.last == "!"
    if isOptional { text = text.dropLast() }
    if text.first == "(", text.last == ")" { text = text.dropFirst().dropLast() }
    let name = text.split(separator: ".").last.map(String.init) ?? String(text)
    if text.first == "[", text.last == "]" {
      return bracketed(text.dropFirst().dropLast()).map { ($0, isOptional) }
    }
    for list in ["Array", "Set"] {
      if let inner = Self.argument(of: list, text) {
        return bracketed(inner).map { ($0, isOptional) }
      }
    }
    if let inner = Self.argument(of: "Dictionary", text), let comma = inner.firstIndex(of: ",") {
      return bracketed(inner[..<comma] + ":" + inner[inner.index(after: comma)...]).map {
        ($0, isOptional)
      }
    }
    if let scalar = Self.scalars[name] { return (.value(.scalar(scalar)), isOptional) }
    if models.contains(where: { $0.type.name == name }) {
      return (.model(name, isList: false), isOptional)
    }
    if hasValues(name) { return (.value(.named(name)), isOptional) }
    return nil
  }

  private static func argument(of generic: String, _ text: Substring) -> Substring? {
    text.hasPrefix(generic + "<") && text.last == ">"
      ? text.dropFirst(generic.utf8.count + 1).dropLast() : nil
  }

  /// The elements of a list, or of a dictionary with string keys.
  private func bracketed(_ inner: Substring) -> Found? {
    if inner.first != "[", let colon = inner.firstIndex(of: ":") {
      guard inner[..<colon] == "String",
        case (.value(let type), false)? = found(String(inner[inner.index(after: colon)...])),
        type.isElement
      else { return nil }
      return .value(.dictionary(type))
    }
    switch found(String(inner)) {
    case (.model(let name, isList: false), false)?: return .model(name, isList: true)
    case (.value(let type), false)? where type.isElement: return .value(.list(type))
    default: return nil
    }
  }

  private func hasValues(_ name: String) -> Bool {
    if let model = enums.first(where: { $0.type.name == name }) {
      return model.type.inherited.contains { $0 == "String" || $0.hasPrefix("Int") }
        && model.type.cases.allSatisfy(\.type.isEmpty)
    }
    return structs.first { $0.type.name == name }.map { Self.isCodable($0.type) } ?? false
  }

  private static func isCodable(_ type: SwiftDeclaration) -> Bool {
    type.inherited.contains("Codable")
      || type.inherited.contains("Decodable") && type.inherited.contains("Encodable")
  }

  // MARK: Enums and structs

  private mutating func addUsed(_ name: String) {
    if let model = enums.first(where: { $0.type.name == name }) {
      result.enums.append(enumeration(model))
    } else if let type = structs.first(where: { $0.type.name == name }) {
      addValueType(type)
    }
  }

  private func enumeration(_ model: SwiftModels.Located) -> ImportedEnum {
    let isInteger = model.type.inherited.contains { $0.hasPrefix("Int") }
    var next = 0
    let cases = model.type.cases.map { one -> ImportedEnum.Case in
      guard isInteger else { return .init(one.text ?? one.name, name: one.name) }
      next = Int(one.value.map(\.text).joined()) ?? next
      defer { next += 1 }
      return .init("\(next)", name: one.name)
    }
    var result = ImportedEnum(model.type.name, cases, at: model.place(model.type.line))
    result.isInteger = isInteger
    return result
  }

  private mutating func addValueType(_ type: SwiftModels.Located) {
    let fields = type.type.properties.filter { $0.isStored && !$0.isStatic }
      .compactMap { attribute($0, of: type) }
    let place = type.place(type.type.line)
    guard !fields.isEmpty else {
      remark(place, "struct \(type.type.name) has no properties that can be read")
      return
    }
    result.types.append(ImportedType(type.type.name, .fields(fields), at: place))
  }

  // MARK: Entities

  private mutating func addEntity(_ model: SwiftModels.Located) {
    let name = model.type.name
    var entity = ImportedEntity(name, identity: [], at: model.place(model.type.line))
    for property in model.type.properties where !property.isStatic {
      let transient = property.macros.contains { $0.name == "Transient" }
      if !property.isStored || transient {
        remark(
          model.place(property.line),
          "property \(name).\(property.name) is not stored and not read")
      } else if case (.model(let target, let isList), let isOptional)? = found(property.typeText) {
        entity.relations.append(relation(property, target, isList, isOptional, of: model))
      } else if let attribute = attribute(property, of: model) {
        entity.attributes.append(attribute)
      }
    }
    setIdentity(of: &entity, model)
    addIndexes(to: &entity, model)
    result.entities.append(entity)
  }

  private mutating func attribute(
    _ property: SwiftProperty, of owner: SwiftModels.Located
  ) -> ImportedAttribute? {
    let (place, name) = (owner.place(property.line), "\(owner.type.name).\(property.name)")
    guard case (.value(let type), let isOptional)? = found(property.typeText) ?? guessed(property)
    else {
      let type = property.typeText
      remark(
        place,
        "property \(name) is left out: "
          + (type.isEmpty ? "its type is not stated" : "the schema has no type like '\(type)'"))
      return nil
    }
    var result = ImportedAttribute(property.name, type, isOptional: isOptional)
    if let used = type.mentioned { self.used.insert(used) }
    setDefault(of: &result, property, place)
    for macro in property.macros { apply(macro, to: &result, name, place) }
    return result
  }

  /// The type of a literal, for a property without a type annotation.
  private func guessed(_ property: SwiftProperty) -> (type: Found, isOptional: Bool)? {
    guard property.type.isEmpty, let first = property.value.first else { return nil }
    if property.value.count == 1 {
      if case .string = first.kind { return (.value(.string), false) }
      if first.kind == .number {
        return (.value(first.text.contains(".") ? .scalar(.double) : .int), false)
      }
      if first.isWord("true") || first.isWord("false") { return (.value(.scalar(.bool)), false) }
    }
    let called = property.value.count > 2 ? found(first.text) : nil
    if case (.value, _)? = called { return called }
    return nil
  }

  private mutating func setDefault(
    of attribute: inout ImportedAttribute, _ property: SwiftProperty, _ place: String
  ) {
    let text = property.value.map(\.text).joined()
    guard !text.isEmpty, text != "nil" else { return }
    let element = enums.first { $0.type.name == attribute.type.mentioned }
    let value = SwiftDefault.value(property.value, attribute.type, element.map(enumeration))
    if value == nil { remark(place, "the default '\(text)' is left out") }
    attribute.defaultValue = value
  }

  private mutating func apply(
    _ macro: SwiftMacro, to attribute: inout ImportedAttribute, _ name: String, _ place: String
  ) {
    switch macro.name {
    case "Attribute":
      for option in macro.options() {
        if option == "unique" {
          attribute.isUnique = true
        } else if option != "externalStorage" {
          remark(place, "\(name): '.\(option)' is not read")
        }
      }
      attribute.renamedFrom = macro.string("originalName")
    case "RemoteKey", "RemotePath": attribute.remote = macro.string(nil).map { .paths([$0]) }
    case "PrimaryKey": attribute.remote = macro.string("remote").map { .paths([$0]) }
    case "NotExport": attribute.direction = .import
    default: remark(place, "\(name): '@\(macro.name)' is not read")
    }
  }

  private mutating func relation(
    _ property: SwiftProperty, _ target: String, _ isList: Bool, _ isOptional: Bool,
    of owner: SwiftModels.Located
  ) -> ImportedRelation {
    var relation =
      isList
      ? ImportedRelation(property.name, toMany: target)
      : ImportedRelation(property.name, toOne: target, isOptional: isOptional)
    let place = owner.place(property.line)
    for macro in property.macros {
      switch macro.name {
      case "Relationship":
        relation.renamedFrom = macro.string("originalName")
        if let inverse = macro.member("inverse") { relation.inverse = .named(inverse) }
        relation.onDelete =
          macro.options("deleteRule").first.flatMap { SwiftSchemaMaker.rules[$0] }
          ?? macro.options().first.flatMap { SwiftSchemaMaker.rules[$0] }
      case "RemoteKey", "RemotePath": relation.remote = macro.string(nil).map { [$0] } ?? []
      case "NotExport": relation.direction = .import
      default: remark(place, "\(owner.type.name).\(property.name): '@\(macro.name)' is not read")
      }
    }
    return relation
  }

  private static let rules: [String: DeleteRule] = [
    "cascade": .cascade, "deny": .deny, "noAction": .keep,
  ]

  // MARK: Identity and indexes

  private mutating func setIdentity(of entity: inout ImportedEntity, _ model: SwiftModels.Located) {
    let marked = model.type.properties.first { property in
      property.macros.contains { $0.name == "PrimaryKey" }
    }
    let unique = entity.attributes.filter(\.isUnique)
    let names = [marked?.name, "id", "remoteID", unique.count == 1 ? unique[0].name : nil]
    let found = names.compactMap(\.self).compactMap { name in
      entity.attributes.firstIndex { $0.name == name && $0.type.isIdentity }
    }.first
    if let found {
      entity.identity = [entity.attributes[found].name]
      entity.attributes[found].isOptional = false
      entity.attributes[found].isUnique = false
      if let value = entity.attributes[found].defaultValue, value != .word("new") {
        entity.attributes[found].defaultValue = nil
        remark(
          entity.place, "the default of '\(entity.attributes[found].name)', which identifies rows")
      }
      return
    }
    var id = ImportedAttribute("id", .scalar(.uuid))
    id.defaultValue = .word("new")
    id.notes = ["added: the model has no identity of its own"]
    if entity.attributes.contains(where: { $0.name == "id" }) { id.name = "rowID" }
    entity.attributes.insert(id, at: 0)
    entity.identity = [id.name]
  }

  private mutating func addIndexes(to entity: inout ImportedEntity, _ model: SwiftModels.Located) {
    let members = Set(entity.attributes.map(\.name) + entity.relations.map(\.name))
    for macro in model.type.freestanding {
      let isUnique = macro.name == "#Unique"
      for names in macro.lists where !names.isEmpty {
        guard members.isSuperset(of: names) else {
          remark(
            model.place(macro.line), "\(macro.name) of \(names.joined(separator: ", ")) is left out"
          )
          continue
        }
        if isUnique, names == entity.identity { continue }
        if names.count == 1, let at = entity.attributes.firstIndex(where: { $0.name == names[0] }) {
          entity.attributes[at].isUnique = entity.attributes[at].isUnique || isUnique
          entity.attributes[at].isIndexed = true
        } else {
          entity.add(ImportedIndex(names, isUnique: isUnique))
        }
      }
    }
  }
}

extension SwiftProperty {
  var typeText: String { type.map(\.text).joined() }

  /// The text of a case.
  var text: String? {
    guard value.count == 1, case .string(let text) = value[0].kind else { return nil }
    return text
  }
}

extension ImportedTypeName {
  fileprivate var isElement: Bool {
    switch self {
    case .scalar, .named: true
    default: false
    }
  }

  fileprivate var isIdentity: Bool {
    switch self {
    case .scalar(let type): [.string, .int, .uuid].contains(type)
    default: false
    }
  }
}
