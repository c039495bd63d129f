import SwiftSyncValues
import SyncGenSchema

/// Creates a schema from the models of one version.
struct SwiftSchemaMaker {
  private let models: [SwiftModels.Located]
  let enums: [SwiftModels.Located]
  let structs: [SwiftModels.Located]
  /// The types and extensions that have coding keys.
  private let codingKeys: [SwiftModels.Located]
  private let aliases: [String: String]
  var result = ImportedSchema()
  private(set) var merged: [ModelReferences.Merged] = []
  /// The enums and structs of properties, and those that they use.
  private var used: Set<String> = []

  init(
    _ models: [SwiftModels.Located], _ enums: [SwiftModels.Located],
    _ structs: [SwiftModels.Located], _ codingKeys: [SwiftModels.Located],
    _ aliases: [String: String]
  ) {
    self.models = models
    self.enums = enums
    self.structs = structs
    self.codingKeys = codingKeys
    self.aliases = aliases
  }

  mutating func make() {
    for model in models { addEntity(model) }
    merged = ModelReferences.merge(into: &result)
    ModelInverses.complete(
      &result, rules: [.cascade: ".cascade", .deny: ".deny", .keep: ".noAction"])
    var done: Set<String> = []
    while let name = used.subtracting(done).min() {
      done.insert(name)
      addUsed(name)
    }
    result.enums.sort { $0.name < $1.name }
    result.types.sort { $0.name < $1.name }
  }

  mutating func remark(_ place: String, _ message: String) {
    result.remarks.append(ImportRemark(at: place, message))
  }

  // MARK: Types

  static let scalars: [String: ScalarType] = [
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
  func found(_ text: String, depth: Int = 0) -> (type: Found, isOptional: Bool)? {
    var text = Substring(text)
    if let inner = Self.argument(of: "Optional", text) {
      return found(String(inner), depth: depth).map { ($0.type, true) }
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
    // An alias may refer back to itself.
    guard depth < Self.depth, let alias = aliases[name] else { return nil }
    return found(alias, depth: depth + 1).map { ($0.type, $0.isOptional || isOptional) }
  }

  private static let depth = 8

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

  static func isCodable(_ type: SwiftDeclaration) -> Bool {
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
    let keys = keys(of: type)
    var fields: [ImportedAttribute] = []
    for property in type.type.properties where property.isStored && !property.isStatic {
      if let keys, keys[property.name] == nil {
        remark(
          type.place(property.line),
          "property \(type.type.name).\(property.name) is not one of the 'CodingKeys' and not imported"
        )
      } else if var field = attribute(property, of: type, keys) {
        dropComputedDefault(of: &field, property, type)
        fields.append(field)
      }
    }
    let place = type.place(type.type.line)
    guard !fields.isEmpty else {
      remark(place, "struct \(type.type.name) has no properties that can be read")
      return
    }
    result.types.append(ImportedType(type.type.name, .fields(fields), at: place))
  }

  /// Fields have constants as defaults only.
  private mutating func dropComputedDefault(
    of field: inout ImportedAttribute, _ property: SwiftProperty, _ type: SwiftModels.Located
  ) {
    guard field.defaultValue == .word("new") || field.defaultValue == .word("now") else { return }
    field.defaultValue = nil
    let text = property.value.map(\.text).joined().inOneLine
    remark(
      type.place(property.line),
      "property \(type.type.name).\(property.name): the default '\(text)' is left out")
  }

  /// The keys in JSON by the names of properties; nil for a type without coding keys.
  private func keys(of type: SwiftModels.Located) -> [String: String]? {
    codingKeys.first { $0.type.name == type.type.name }?.type.codingKeys
  }

  // MARK: Entities

  private mutating func addEntity(_ model: SwiftModels.Located) {
    var entity = ImportedEntity(
      model.type.name, identity: [], at: model.place(model.type.line))
    let chain = chain(model)
    for parent in chain.dropLast() {
      // Remarks about inherited properties are already reported for the parent.
      let count = result.remarks.count
      addMembers(of: parent, to: &entity, isInherited: true)
      result.remarks.removeSubrange(count...)
    }
    addMembers(of: model, to: &entity, isInherited: false)
    noteFamily(of: model, chain, in: &entity)
    setIdentity(of: &entity, chain)
    for one in chain { addIndexes(to: &entity, one) }
    result.entities.append(entity)
  }

  /// The model and those from which it inherits, starting with the topmost.
  private func chain(_ model: SwiftModels.Located) -> [SwiftModels.Located] {
    var chain = [model]
    while let parent = models.first(where: { one in
      chain[0].type.inherited.contains(one.type.name)
        && !chain.contains { $0.type.name == one.type.name }
    }) {
      chain.insert(parent, at: 0)
    }
    return chain
  }

  private mutating func noteFamily(
    of model: SwiftModels.Located, _ chain: [SwiftModels.Located],
    in entity: inout ImportedEntity
  ) {
    let parents = chain.dropLast().map(\.type.name)
    if !parents.isEmpty {
      entity.notes.append("has the members of \(parents.joined(separator: ", "))")
    }
    let children = models.map(self.chain).filter { chain in
      chain.dropLast().contains { $0.type.name == model.type.name }
    }.compactMap(\.last?.type.name)
    if !children.isEmpty {
      remark(
        entity.place,
        "subclasses of '\(entity.name)' are separate entities: "
          + children.joined(separator: ", "))
    }
  }

  private mutating func addMembers(
    of model: SwiftModels.Located, to entity: inout ImportedEntity, isInherited: Bool
  ) {
    let (name, keys) = (model.type.name, keys(of: model))
    for property in model.type.properties where !property.isStatic {
      let transient = property.macros.contains { $0.name == "Transient" }
      if !property.isStored || transient {
        remark(
          model.place(property.line),
          "property \(name).\(property.name) is not stored and not imported")
      } else if case (.model(let target, let isList), let isOptional)? = type(of: property) {
        var relation = relation(property, target, isList, isOptional, of: model, keys)
        // The inverse refers only to rows of the parent.
        if isInherited { relation.inverse = isList ? .none : .inferred }
        entity.relations.append(relation)
      } else if let attribute = attribute(property, of: model, keys) {
        entity.attributes.append(attribute)
      }
    }
  }

  private mutating func attribute(
    _ property: SwiftProperty, of owner: SwiftModels.Located, _ keys: [String: String]?
  ) -> ImportedAttribute? {
    let (place, name) = (owner.place(property.line), "\(owner.type.name).\(property.name)")
    guard case (.value(let type), let isOptional)? = type(of: property) ?? encoded(property) else {
      let type = property.typeText
      remark(
        place,
        "property \(name) is left out: "
          + (type.isEmpty ? "it has no explicit type" : "the schema has no type like '\(type)'"))
      return nil
    }
    var result = ImportedAttribute(property.name, type, isOptional: isOptional)
    if type == .json {
      result.notes = [.guessed(.type, "JSON of the type '\(property.typeText)'")]
    }
    if let used = type.mentioned { self.used.insert(used) }
    result.place = place
    setDefault(of: &result, property, name, place)
    result.remote = Self.remoteKey(property, keys).map { .paths([$0]) }
    for macro in property.macros { apply(macro, to: &result, name, place) }
    return result
  }

  /// The key of a property, if a type states one that differs from its name.
  private static func remoteKey(_ property: SwiftProperty, _ keys: [String: String]?) -> String? {
    guard let key = keys?[property.name], key != property.name else { return nil }
    return ValuePath.text([.key(key)])
  }

  private mutating func setDefault(
    of attribute: inout ImportedAttribute, _ property: SwiftProperty, _ name: String,
    _ place: String
  ) {
    let text = property.value.map(\.text).joined().inOneLine
    guard !text.isEmpty, text != "nil" else { return }
    let element = enums.first { $0.type.name == attribute.type.mentioned }
    let value = PropertyDefault.value(property.value, attribute.type, element.map(enumeration))
    if value == nil { remark(place, "property \(name): the default '\(text)' is left out") }
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
          remark(place, "\(name): '.\(option)' is not imported")
        }
      }
      attribute.renamedFrom = macro.string("originalName")
    case "RemoteKey", "RemotePath":
      attribute.remote = macro.string(nil).map { .paths([$0]) } ?? attribute.remote
    case "PrimaryKey":
      attribute.remote = macro.string("remote").map { .paths([$0]) } ?? attribute.remote
    case "NotExport": attribute.direction = .pull
    default: remark(place, "\(name): '@\(macro.name)' is not imported")
    }
  }

  private mutating func relation(
    _ property: SwiftProperty, _ target: String, _ isList: Bool, _ isOptional: Bool,
    of owner: SwiftModels.Located, _ keys: [String: String]?
  ) -> ImportedRelation {
    var relation =
      isList
      ? ImportedRelation(property.name, toMany: target)
      : ImportedRelation(property.name, toOne: target, isOptional: isOptional)
    let place = owner.place(property.line)
    relation.place = place
    relation.remote = Self.remoteKey(property, keys).map { [$0] } ?? []
    for macro in property.macros {
      switch macro.name {
      case "Relationship":
        relation.renamedFrom = macro.string("originalName")
        if let inverse = macro.member("inverse") { relation.inverse = .named(inverse) }
        relation.onDelete =
          macro.options("deleteRule").first.flatMap { SwiftSchemaMaker.rules[$0] }
          ?? macro.options().first.flatMap { SwiftSchemaMaker.rules[$0] }
      case "RemoteKey", "RemotePath":
        relation.remote = macro.string(nil).map { [$0] } ?? relation.remote
      case "NotExport": relation.direction = .pull
      default:
        remark(place, "\(owner.type.name).\(property.name): '@\(macro.name)' is not imported")
      }
    }
    return relation
  }

  private static let rules: [String: DeleteRule] = [
    "cascade": .cascade, "deny": .deny, "noAction": .keep,
  ]
}

extension SwiftDeclaration {
  /// The keys in JSON by the names of properties; nil without `enum CodingKeys`.
  var codingKeys: [String: String]? {
    guard let keys = children.first(where: { $0.kind == "enum" && $0.name == "CodingKeys" }) else {
      return nil
    }
    return Dictionary(keys.cases.map { ($0.name, $0.text ?? $0.name) }) { first, _ in first }
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
}
