import SyncGenDiagnostics

/// Writes a value type in the form of a frozen version.
struct FrozenTypeWriter {
  let type: ValueType
  let schema: Schema

  var value: FrozenValue {
    var object = FrozenObject()
    object.add(FrozenTypeKey.renamedFrom, text: type.renamedFrom)
    object.add(FrozenTypeKey.doc, text: type.documentation)
    object.add(type.annotations)
    if let tagging = type.tagging {
      add(tagging, to: &object)
      return .object(object)
    }
    let fields = type.fields.reduce(into: FrozenObject()) {
      $0.add(named: $1.name.name, value(of: $1))
    }
    object.add(FrozenTypeKey.fields, .object(fields))
    return .object(object)
  }

  private func add(_ tagging: Tagging, to object: inout FrozenObject) {
    object.add(FrozenTypeKey.tag, text: tagging.tag)
    object.add(FrozenTypeKey.content, flag: tagging.isNested)
    object.add(FrozenTypeKey.unknown, text: tagging.unknownValues.rawValue)
    let cases = tagging.cases.reduce(into: FrozenObject()) {
      $0.add(named: $1.name.name, value(of: $1))
    }
    object.add(FrozenTypeKey.cases, .object(cases))
  }

  private func value(of item: Tagging.Case) -> FrozenValue {
    var object = FrozenObject()
    switch item.value {
    case .string(let text): object.add(FrozenTaggedCaseKey.value, text: text)
    case .int(let number): object.add(FrozenTaggedCaseKey.value, .integer(number))
    }
    object.add(FrozenTaggedCaseKey.of, text: item.type.map { schema[$0].name.name })
    object.add(FrozenTaggedCaseKey.inline, flag: item.isInline)
    object.add(FrozenTaggedCaseKey.renamedFrom, text: item.renamedFrom)
    object.add(FrozenTaggedCaseKey.doc, text: item.documentation)
    object.add(item.annotations)
    return .object(object)
  }

  private func value(of field: ValueField) -> FrozenValue {
    let name = SchemaTypeName.of(field.type, in: schema) + (field.isOptional ? "?" : "")
    var object = FrozenObject()
    object.add(FrozenFieldKey.type, text: name)
    object.add(FrozenFieldKey.stored, .texts(field.storageNames))
    object.add(FrozenFieldKey.remote, FrozenValue(field.remote))
    object.add(
      FrozenFieldKey.default,
      field.defaultValue.map { FrozenConstants(schema: schema).value(of: $0) })
    if field.type.hasDates || field.type.hasDays && !field.remoteDates.isAuto {
      object.add(FrozenFieldKey.dates, field.remoteDates.frozen)
    }
    object.add(FrozenFieldKey.emptyIsNull, flag: field.isEmptyNull)
    if field.invalidIsNull {
      object.add(FrozenFieldKey.invalid, text: InvalidValues.null.rawValue)
    }
    if field.type.hasDates { object.add(FrozenFieldKey.storage, text: field.storage.rawValue) }
    object.add(FrozenFieldKey.renamedFrom, text: field.renamedFrom)
    object.add(FrozenFieldKey.doc, text: field.documentation)
    object.add(FrozenFieldKey.deprecated, text: field.deprecation)
    object.add(field.annotations)
    return .object(object)
  }
}
