import SyncGenDiagnostics
import SyncGenSchema

extension JSONSchemas {
  /// A value of one of several cases, distinguished by the tag.
  func tagged(_ tagging: Tagging, of type: ValueTypeModel) -> JSONDocument {
    var choices = tagging.cases.map { item -> JSONDocument in
      var shape = ObjectSchema()
      shape.add([tagging.tag], .object([("const", item.value.json)]), isRequired: true)
      guard let id = item.type else { return shape.schema(item.documentation) }
      let fields = Self.reference(schema[id].name.name)
      if tagging.isNested {
        let isRequired = schema[id].fields.contains { !$0.isOptional && $0.defaultValue == nil }
        shape.add([item.value.key], fields, isRequired: isRequired)
        return shape.schema(item.documentation)
      }
      return .object([("allOf", .array([fields, shape.schema(item.documentation)]))])
    }
    if tagging.unknownValues == .keep {
      var shape = ObjectSchema()
      let known = JSONDocument.object([("enum", .array(tagging.cases.map { $0.value.json }))])
      var tag = Self.type(tagging.hasIntegerTags ? "integer" : "string")
      tag.set(["not"], known)
      shape.add([tagging.tag], tag, isRequired: true)
      choices.append(shape.schema(nil))
    }
    var document = JSONDocument.object([("anyOf", .array(choices))])
    if let text = type.documentation { document.set(["description"], .text(text)) }
    return document
  }
}
