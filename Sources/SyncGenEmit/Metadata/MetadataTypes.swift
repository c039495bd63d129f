import SyncGenDiagnostics
import SyncGenSchema

/// Writes the types of values, and the types without a table, as the JSON that the runtime reads.
struct MetadataTypes {
  let schema: Schema
  /// Whether the known values of an enum that keeps unknown ones are listed, with one of the
  /// latter. The runtime needs none of them, but sample rows do.
  var listsOpenEnums = false

  /// A value type with those inside it, with a line for each field.
  func shape(of id: ValueTypeID) -> String {
    let strict = schema.conventions.coercion == .strict ? ",\"strict\":true" : ""
    return "{\"types\":\(lines(of: schema.valueTypes(reachedBy: [.value(id)])))\(strict)}"
  }

  /// Types by their names.
  func types(at positions: [Int]) -> JSONDocument {
    let members = positions.map { position in
      let type = schema.valueTypes[position]
      return (
        key: type.name.name,
        value: type.tagging.map { .object(tagging($0)) }
          ?? JSONDocument.array(type.fields.map(field))
      )
    }
    return .object(JSONObject(members))
  }

  /// Types by their names, with a line for each field.
  func lines(of positions: [Int]) -> String {
    let lines = positions.map { position -> String in
      let type = schema.valueTypes[position]
      let name = SchemaFilters.jsonLiteral(type.name.name)
      if let tagging = type.tagging {
        return "\(name):\(JSONDocument.object(self.tagging(tagging)).text(.metadata))"
      }
      let fields = type.fields.map { field($0).text(.metadata) }
      return "\(name):[\n\(fields.joined(separator: "\n,"))\(fields.isEmpty ? "" : "\n")]"
    }
    return "{\n\(lines.joined(separator: "\n,"))\n}"
  }

  private func tagging(_ tagging: Tagging) -> JSONObject {
    let cases = tagging.cases.map { item in
      JSONDocument.array(
        [item.value.json] + (item.type.map { [.text(schema[$0].name.name)] } ?? []))
    }
    var object = JSONObject([("tag", .text(tagging.tag)), ("cases", .array(cases))])
    if tagging.isNested { object.add(named: "content", .bool(true)) }
    if tagging.unknownValues == .reject { object.add(named: "reject", .bool(true)) }
    return object
  }

  private func field(_ field: ValueField) -> JSONDocument {
    var object = JSONObject([
      ("keys", .texts(field.storageNames)), ("type", type(field.type)),
    ])
    addCheck(field.scalar, to: &object)
    if field.isOptional { object.add(named: "optional", .bool(true)) }
    addRemote(field.remote, to: &object)
    if let value = field.defaultValue {
      object.add(named: "default", .texts(schema.storedTexts(of: value, in: field)))
    }
    field.settings.addMetadata(to: &object)
    return .object(object)
  }

  // MARK: What attributes and fields share

  func addRemote(_ remote: RemoteMapping, to object: inout JSONObject) {
    switch remote {
    case .paths(let paths): object.add(named: "remote", MetadataWriter.paths(paths))
    case .firstValue(let paths):
      object.add(named: "remote", MetadataWriter.paths(paths))
      object.add(named: "firstValue", .bool(true))
    case .money(let money):
      object.add(named: "remote", MetadataWriter.paths([money.amount] + money.otherAmounts))
      if let currency = money.currency { object.add(named: "currency", .text(currency.dotted)) }
      if !money.otherCurrencies.isEmpty {
        object.add(named: "otherCurrencies", MetadataWriter.paths(money.otherCurrencies))
      }
      if let code = money.code { object.add(named: "currencyCode", .text(code)) }
      if money.isMajor { object.add(named: "major", .bool(true)) }
    }
  }

  /// The check of a scalar of the schema, and the type of the app.
  func addCheck(_ scalar: NamedScalar?, to object: inout JSONObject) {
    guard let scalar, scalar.hasCheck || scalar.appType != nil else { return }
    var check = JSONObject([("name", .text(scalar.name))])
    if let pattern = scalar.pattern { check.add(named: "pattern", .text(pattern)) }
    if let minimum = scalar.minimum { check.add(named: "min", .text(minimum)) }
    if let maximum = scalar.maximum { check.add(named: "max", .text(maximum)) }
    if let message = scalar.message { check.add(named: "message", .text(message)) }
    object.add(named: "scalar", .object(check))
  }

  // MARK: Types of values

  /// The type, whose settings are next to it.
  func type(_ type: AttributeType) -> JSONDocument {
    switch type {
    case .array(let element): .object([("array", self.element(element))])
    case .dictionary(let element): .object([("dictionary", self.element(element))])
    case .scalar(let scalar): element(.scalar(scalar))
    case .enumeration(let id): element(.enumeration(id))
    case .value(let id): element(.value(id))
    case .money: .text("money")
    }
  }

  private func element(_ element: ElementType) -> JSONDocument {
    switch element {
    case .scalar(let scalar): .text(scalar.rawValue)
    case .value(let id): .object([("value", .text(schema[id].name.name))])
    case .enumeration(let id): values(of: schema[id])
    }
  }

  private func values(of model: EnumModel) -> JSONDocument {
    let name = model.hasIntegerValues ? "integerEnum" : "textEnum"
    let isOpen = model.unknownValues == .keep
    if isOpen, !listsOpenEnums { return .text(name) }
    let unknown = model.hasIntegerValues ? JSONDocument.integer(-77) : .text("un\"heard of")
    return .object([(name, .array(model.cases.map(\.rawValue.json) + (isOpen ? [unknown] : [])))])
  }
}
