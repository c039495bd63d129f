import SyncGenDiagnostics

/// Writes a value type in the form of a frozen version.
struct FrozenTypeWriter {
  let type: ValueTypeModel
  let schema: Schema
  var content = FrozenContent.file

  var value: FrozenValue {
    var object = FrozenObject()
    object.add(type.notes, in: content)
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
    object.add(FrozenTaggedCaseKey.type, text: item.type.map { schema[$0].name.name })
    if content == .file { object.add(FrozenTaggedCaseKey.inline, flag: item.isInline) }
    object.add(item.notes, in: content)
    return .object(object)
  }

  private func value(of field: ValueField) -> FrozenValue {
    var object = FrozenObject()
    object.add(FrozenFieldKey.stored, .texts(field.storageNames))
    if field.type == .scalar(.date) {
      // Not a key of fields: it follows from the conventions.
      object.add(FrozenFieldKey.storage, text: field.storage.rawValue)
    }
    FieldKeys.field.write(field.settings, content, to: &object) { part($0, of: field) }
    return .object(object)
  }

  private func part(_ part: FieldDeclaration.Part, of field: ValueField) -> FrozenValue? {
    switch part {
    case .type:
      .text(SchemaTypeName.of(field.type, in: schema) + (field.isOptional ? "?" : ""))
    case .remote: FrozenValue(field.remote)
    case .defaultValue: field.defaultValue.map { FrozenConstants(schema: schema).value(of: $0) }
    case .value, .backfill, .column, .index, .unique: nil
    }
  }
}
