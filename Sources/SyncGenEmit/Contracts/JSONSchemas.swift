import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenSchema

/// The JSON Schemas (2020-12) of payloads.
struct JSONSchemas {
  let names: PayloadNames

  var schema: Schema { names.names.schema }

  /// The schema of a value that matches one of several schemas, one per line; `nil` if there are
  /// none.
  static func any(of schemas: [String]) -> String? {
    let different = schemas.enumerated().filter { !schemas[..<$0.offset].contains($0.element) }
      .map(\.element)
    guard different.count > 1 else { return different.first }
    return #"{ "anyOf": [\#(different.joined(separator: ", "))] }"#
  }

  /// The object of an entity's row, with every key that is read. Keys that a server returns but
  /// never accepts are read-only.
  func row(_ id: EntityID) -> JSONDocument {
    var object = row(id, isNested: false).schema(schema[id].documentation)
    // No keyword expresses an SQL condition on several members.
    if let check = schema[id].check {
      object.set(["$comment"], .text("A row must meet the SQL condition \(check.value)"))
    }
    return object
  }

  /// The object of a row that is nested in another one: for a known row, only the identity and the
  /// changes.
  func nested(_ id: EntityID) -> JSONDocument {
    row(id, isNested: true).schema("A row of `\(schema[id].name.name)` in another row.")
  }

  private func row(_ id: EntityID, isNested: Bool) -> ObjectSchema {
    var shape = ObjectSchema()
    let entity = schema[id]
    addType(of: entity, to: &shape)
    let linked = addTaggedLinkages(of: entity, to: &shape)
    for (index, attribute) in entity.attributes.enumerated()
    where attribute.direction != .local && !linked.contains(index) {
      let isPart = entity.identity.parts.contains(.attribute(index: index))
      let isNeeded = !isNested && !attribute.isOptional && attribute.defaultValue == nil
      add(
        attribute, isRequired: attribute.direction.isPulled && (isPart || isNeeded),
        withAliases: true, to: &shape)
    }
    for relation in entity.relations where relation.direction != .local {
      addWithObjects(relation, isStated: !isNested && isStated(relation), to: &shape)
    }
    return shape
  }

  /// The object of an entity's patch, in which every member may be missing.
  func patch(_ id: EntityID) -> JSONDocument {
    var shape = ObjectSchema()
    addType(of: schema[id], to: &shape)
    let linked = addTaggedLinkages(of: schema[id], to: &shape)
    for (index, attribute) in schema[id].attributes.enumerated()
    where attribute.direction.isPushed && !linked.contains(index) {
      add(attribute, isRequired: false, to: &shape)
    }
    for relation in schema[id].relations where relation.direction.isPushed {
      add(relation, to: &shape)
    }
    return shape.schema("A partial update of `\(schema[id].name.name)`.")
  }

  /// The object that uploads the local writes to a row: its identity and all other sent members.
  func upload(_ id: EntityID) -> JSONDocument {
    var shape = ObjectSchema()
    let entity = schema[id]
    addType(of: entity, to: &shape)
    let linked = addTaggedLinkages(of: entity, to: &shape)
    for (index, attribute) in entity.attributes.enumerated() where !linked.contains(index) {
      let isPart = entity.identity.parts.contains(.attribute(index: index))
      let isTombstone = index == entity.sync.tombstone?.attribute
      if isPart || isTombstone {
        // Sent regardless of its direction.
        guard attribute.type != .money, let path = attribute.remote.paths.first else { continue }
        let value = of(attribute)
        let isNullable = attribute.isOptional && !isPart
        Self.add(path, isNullable ? Self.nullable(value) : value, isRequired: isPart, to: &shape)
      } else if attribute.direction.isPushed {
        add(attribute, isRequired: false, to: &shape)
      }
    }
    for relation in entity.relations where relation.direction.isPushed {
      add(relation, to: &shape)
    }
    return shape.schema(
      "What was written to a row of `\(entity.name.name)`: everything if the row is new, otherwise the identity and the changed members."
    )
  }

  func object(_ type: InlineType) -> JSONDocument {
    var shape = ObjectSchema()
    for field in type.fields {
      var value = of(field.type, dates: field.remoteDates)
      if let scalar = field.scalar, let type = field.type.attributeType {
        value = Self.checked(value, by: scalar, of: type)
      }
      if field.isOptional { value = Self.nullable(value) }
      if let text = field.documentation { value.set(["description"], .text(text)) }
      if field.deprecation != nil { value.set(["deprecated"], .json("true")) }
      let isRequired = !field.isOptional && field.defaultValue == nil
      shape.add(field.remote.keys, value, isRequired: isRequired)
      if let currency = field.currencyRemote {
        let code = Self.type("string")
        shape.add(
          currency.keys, field.isOptional ? Self.nullable(code) : code, isRequired: isRequired)
      }
    }
    return shape.schema(type.documentation)
  }

  /// The object of a type that attributes have.
  func value(_ id: ValueTypeID) -> JSONDocument {
    if let tagging = schema[id].tagging { return tagged(tagging, of: schema[id]) }
    var shape = ObjectSchema()
    for field in schema[id].fields { add(field, to: &shape) }
    return shape.schema(schema[id].documentation)
  }

  private func add(_ field: ValueField, to shape: inout ObjectSchema) {
    func described(_ value: JSONDocument) -> JSONDocument {
      var value = field.isOptional ? Self.nullable(value) : value
      if let text = field.documentation { value.set(["description"], .text(text)) }
      if field.deprecation != nil { value.set(["deprecated"], .json("true")) }
      return value
    }
    let isRequired = !field.isOptional && field.defaultValue == nil
    switch field.remote {
    case .paths(let paths), .firstValue(let paths):
      let type = of(field.type, dates: field.remoteDates)
      let value = described(field.scalar.map { Self.checked(type, by: $0, of: field.type) } ?? type)
      for (index, path) in paths.enumerated() {
        var value = value
        if index > 0 { value.set(["readOnly"], .json("true")) }
        shape.add(path.keys, value, isRequired: isRequired && paths.count == 1)
      }
      if isRequired, paths.count > 1 { shape.require(oneOf: paths.map(\.keys)) }
    case .money(let money):
      shape.add(money.amount.keys, described(Self.type("integer")), isRequired: isRequired)
      guard let currency = money.currency else { return }
      shape.add(currency.keys, described(Self.type("string")), isRequired: isRequired)
    }
  }

  func of(_ type: PayloadType, dates: DateFormats) -> JSONDocument {
    switch type {
    case .entity(let id): Self.reference(schema[id].name.name)
    case .patch(let id): Self.reference(schema.patchNames[id.index])
    case .scalar(let scalar): Self.scalar(scalar, dates)
    case .enumeration(let id): Self.values(of: schema[id])
    case .value(let id): Self.reference(schema[id].name.name)
    case .money: Self.type("integer")
    case .file: Self.type("string", [("contentMediaType", "application/octet-stream")])
    case .dictionary(let element): Self.dictionary(of(element, dates: dates))
    case .named(let position): Self.reference(names.api.types[position].name)
    case .inline(let inline): object(inline)
    case .tagged(let rows): tagged(rows)
    case .array(let element): Self.list(of(element, dates: dates))
    case .optional(let element): Self.nullable(of(element, dates: dates))
    }
  }

  /// A row of one of several entities, each with its tag.
  private func tagged(_ rows: TaggedRows) -> JSONDocument {
    var choices = rows.cases.map { row in
      var shape = ObjectSchema()
      shape.add(rows.tag.keys, .object([("const", row.value.json)]), isRequired: true)
      let reference = Self.reference(schema[row.entity].name.name)
      return JSONDocument.object([("allOf", .array([reference, shape.schema(nil)]))])
    }
    if rows.unknownRows == .ignore {
      var shape = ObjectSchema()
      let known = JSONDocument.object([("enum", .array(rows.cases.map { $0.value.json }))])
      shape.add(rows.tag.keys, .object([("not", known)]), isRequired: true)
      choices.append(shape.schema(nil))
    }
    return .object([("anyOf", .array(choices))])
  }

  /// The type of a placeholder or an attribute.
  func of(_ type: AttributeType, dates: DateFormats) -> JSONDocument {
    switch type {
    case .scalar(let scalar): Self.scalar(scalar, dates)
    case .enumeration(let id): Self.values(of: schema[id])
    case .value(let id): Self.reference(schema[id].name.name)
    case .array(let element): Self.list(of(element, dates: dates))
    case .dictionary(let element): Self.dictionary(of(element, dates: dates))
    case .money: Self.type("integer")
    }
  }

  /// The type of an attribute, with the rules of its scalar.
  func of(_ attribute: Attribute) -> JSONDocument {
    if let separator = attribute.separator {
      return Self.type("string", [("description", "Elements with `\(separator)` between them.")])
    }
    if schema.conventions.envelope == .jsonAPI, attribute.remote.paths.first?.keys == ["id"] {
      return Self.type("string")
    }
    let type = of(attribute.type, dates: attribute.remoteDates)
    if names.names.holdsTargetID(attribute) { return Self.targetID(type) }
    guard let scalar = attribute.scalar else { return type }
    return Self.checked(type, by: scalar, of: attribute.type)
  }

  /// An identity of a type, or the text that is the id of a row of an unknown type.
  private static func targetID(_ identity: JSONDocument) -> JSONDocument {
    guard case .object(let object) = identity, case .text(let name)? = object["type"],
      name != "string"
    else { return type("string") }
    return .object([("type", .texts([name, "string"]))])
  }

  private static func checked(
    _ value: JSONDocument, by scalar: NamedScalar, of type: AttributeType
  ) -> JSONDocument {
    var place: [String] = []
    switch type {
    case .array: place = ["items"]
    case .dictionary: place = ["additionalProperties"]
    case .scalar, .enumeration, .money, .value: break
    }
    var copy = value
    if let pattern = scalar.pattern { copy.set((place + ["pattern"])[...], .text(pattern)) }
    if let low = scalar.minimum { copy.set((place + ["minimum"])[...], .json(low)) }
    if let high = scalar.maximum { copy.set((place + ["maximum"])[...], .json(high)) }
    return copy
  }

  private func of(_ element: ElementType, dates: DateFormats) -> JSONDocument {
    switch element {
    case .scalar(let scalar): Self.scalar(scalar, dates)
    case .enumeration(let id): Self.values(of: schema[id])
    case .value(let id): Self.reference(schema[id].name.name)
    }
  }

  /// The clock attribute of an entity.
  func clockAttribute(of id: EntityID) -> Attribute? {
    schema[id].sync.clock.map { schema[id].attributes[$0] }
  }

  /// The values of the clock of an entity's rows.
  func clock(of id: EntityID) -> JSONDocument? {
    clockAttribute(of: id).map { of($0.type, dates: $0.remoteDates) }
  }

  /// The members that identify a row of an entity, except parents.
  func identity(of id: EntityID) -> [JSONObject.Member] {
    schema[id].attributes.enumerated().compactMap { index, attribute in
      guard schema[id].identity.parts.contains(.attribute(index: index)),
        attribute.type != .money, let key = attribute.remote.paths.first?.keys.first
      else { return nil }
      return (key, of(attribute))
    }
  }

  /// - Parameter withAliases: Whether to state the other paths that a row may use instead of the
  ///   first.
  private func add(
    _ attribute: Attribute, isRequired: Bool, withAliases: Bool = false,
    to shape: inout ObjectSchema
  ) {
    switch attribute.remote {
    case .paths(let paths), .firstValue(let paths):
      let value = described(of(attribute), attribute)
      let stated = withAliases && attribute.direction.isPulled ? paths : Array(paths.prefix(1))
      for (index, path) in stated.enumerated() {
        var value = value
        // The first path is used for writing.
        if index > 0 { value.set(["readOnly"], .json("true")) }
        Self.add(path, value, isRequired: isRequired && stated.count == 1, to: &shape)
      }
      if isRequired, stated.count > 1 { shape.require(oneOf: stated.map(\.keys)) }
    case .money(let money):
      let amount =
        money.isMajor
        ? JSONDocument.object([("type", .texts(["string", "number"]))]) : Self.type("integer")
      Self.add(money.amount, described(amount, attribute), isRequired: isRequired, to: &shape)
      guard let currency = money.currency else { return }
      Self.add(
        currency, described(Self.type("string"), attribute), isRequired: isRequired, to: &shape)
    }
  }

  /// Adds a value at its path. A list on the path is only described as a list.
  static func add(
    _ path: RemotePath, _ value: JSONDocument, isRequired: Bool, to shape: inout ObjectSchema
  ) {
    shape.add(path.keys, path.isPlain ? value : type("array"), isRequired: isRequired)
  }

  private func described(_ value: JSONDocument, _ attribute: Attribute) -> JSONDocument {
    var value = attribute.isOptional ? Self.nullable(value) : value
    if let text = attribute.documentation { value.set(["description"], .text(text)) }
    mark(attribute.direction, &value)
    if attribute.deprecation != nil { value.set(["deprecated"], .json("true")) }
    return value
  }

  func mark(_ direction: SyncDirection, _ value: inout JSONDocument) {
    if !direction.isPushed { value.set(["readOnly"], .json("true")) }
    if !direction.isPulled { value.set(["writeOnly"], .json("true")) }
  }
}
