import SyncGenDiagnostics
import SyncGenSchema

/// A value type with those inside it, in the form that the runtime reads (`MetadataReader`).
enum ValueShapeText {
  static func json(of id: ValueTypeID, in schema: Schema) -> String {
    let types = schema.valueTypes(reachedBy: [.value(id)]).map { schema.valueTypes[$0] }
    let members = types.map { type in
      (
        type.name.name,
        type.tagging.map { tagging($0, in: schema) }
          ?? JSONDocument.array(type.fields.map { field($0, in: schema) })
      )
    }
    return JSONDocument.object([("types", .object(JSONObject(members)))]).text()
  }

  private static func tagging(_ tagging: Tagging, in schema: Schema) -> JSONDocument {
    let cases = tagging.cases.map { item -> JSONDocument in
      .array([item.value.json] + (item.type.map { [.text(schema[$0].name.name)] } ?? []))
    }
    var object: [(String, JSONDocument)] = [
      ("tag", .text(tagging.tag)), ("cases", .array(cases)),
    ]
    if tagging.isNested { object.append(("content", .bool(true))) }
    if tagging.unknownValues == .reject { object.append(("reject", .bool(true))) }
    return .object(JSONObject(object))
  }

  private static func field(_ field: ValueField, in schema: Schema) -> JSONDocument {
    var object: [(String, JSONDocument)] = [
      ("keys", .texts(field.storageNames)), ("type", type(of: field, in: schema)),
    ]
    if field.isOptional { object.append(("optional", .bool(true))) }
    switch field.remote {
    case .paths(let paths), .firstValue(let paths):
      object.append(("remote", .texts(paths.map(\.dotted))))
    case .money(let money):
      object.append(("remote", .texts(([money.amount] + money.otherAmounts).map(\.dotted))))
      if let currency = money.currency { object.append(("currency", .text(currency.dotted))) }
      if !money.otherCurrencies.isEmpty {
        object.append(("otherCurrencies", .texts(money.otherCurrencies.map(\.dotted))))
      }
    }
    if let value = field.defaultValue {
      object.append(("default", .texts(schema.storedTexts(of: value, in: field))))
    }
    if field.isEmptyNull { object.append(("emptyIsNull", .bool(true))) }
    return .object(JSONObject(object))
  }

  private static func type(of field: ValueField, in schema: Schema) -> JSONDocument {
    switch field.type {
    case .scalar(let scalar): element(.scalar(scalar), field, schema)
    case .enumeration(let id): element(.enumeration(id), field, schema)
    case .value(let id): element(.value(id), field, schema)
    case .money: .text("money")
    case .array(let inner): .object([("array", element(inner, field, schema))])
    case .dictionary(let inner): .object([("dictionary", element(inner, field, schema))])
    }
  }

  private static func element(
    _ element: ElementType, _ field: ValueField, _ schema: Schema
  ) -> JSONDocument {
    switch element {
    case .scalar(.date):
      .object([("date", .array([formats(of: field), .text(field.storage.rawValue)]))])
    case .scalar(.day) where !field.remoteDates.isAuto: .object([("day", formats(of: field))])
    case .scalar(let scalar): .text(scalar.rawValue)
    case .value(let id): .object([("value", .text(schema[id].name.name))])
    case .enumeration(let id): values(of: schema[id])
    }
  }

  private static func formats(of field: ValueField) -> JSONDocument {
    let spellings = field.remoteDates.spellings
    return spellings.count == 1 ? .text(spellings[0]) : .texts(spellings)
  }

  private static func values(of model: EnumModel) -> JSONDocument {
    let name = model.hasIntegerValues ? "integerEnum" : "textEnum"
    guard model.unknownValues == .reject else { return .text(name) }
    return .object([(name, .array(model.cases.map { $0.rawValue.json }))])
  }
}
