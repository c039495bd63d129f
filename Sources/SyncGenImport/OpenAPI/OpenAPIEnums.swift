import SyncGenSchema
import SyncGenYAML

/// Enums of strings or integers.
enum OpenAPIEnums {
  /// Whether there are several values, all strings or all integers.
  static func isEnum(_ shape: OpenAPIShape) -> Bool {
    guard shape.values.count > 1, shape.values.allSatisfy({ $0.text != nil }) else { return false }
    return isInteger(shape) || shape.types == ["string"]
      || shape.types.isEmpty
        && shape.values.allSatisfy { !$0.isPlainInteger && !isFlag($0) }
  }

  private static func isFlag(_ node: YAMLNode) -> Bool {
    node.text == "true" || node.text == "false"
  }

  static func isInteger(_ shape: OpenAPIShape) -> Bool {
    (shape.types == ["integer"] || shape.types.isEmpty)
      && shape.values.allSatisfy(\.isPlainInteger)
  }

  /// Whether it is an enum that keeps unknown values, whose cases are examples in a document
  /// that `generate` wrote.
  static func isOpenEnum(_ shape: OpenAPIShape, _ document: OpenAPIDocument) -> Bool {
    document.isOwn && shape.values.isEmpty && shape.examples.count > 1
      && (shape.types == ["string"] || shape.types == ["integer"])
      && shape.examples.allSatisfy { $0.text != nil }
  }

  static func model(
    _ name: String, _ shape: OpenAPIShape, _ document: OpenAPIDocument
  ) -> ImportedEnum {
    let isOpen = shape.values.isEmpty
    let values = isOpen ? shape.examples : shape.values
    let names = (shape.node["x-enum-varnames"] ?? shape.node["x-enumNames"])?.elements ?? []
    let texts = shape.node["x-enum-descriptions"]?.elements ?? []
    var cases: [ImportedEnum.Case] = []
    for (index, value) in values.enumerated() {
      guard let text = value.text, !cases.contains(where: { $0.value == text }) else { continue }
      var one = ImportedEnum.Case(text)
      if names.count == values.count { one.name = names[index].text }
      if texts.count == values.count { one.documentation = texts[index].text }
      if shape.valueTitles.count == values.count {
        let title = shape.valueTitles[index]
        let words = [title, text].map { ImportNames.snake($0, NameStyle()) }
        if words[0] != words[1] { one.documentation = title }
      }
      cases.append(one)
    }
    var model = ImportedEnum(name, cases, at: document.place(shape.node))
    model.isInteger = isOpen ? shape.types == ["integer"] : isInteger(shape)
    model.rejectsUnknown = document.isOwn && !isOpen
    model.documentation = shape.documentation(of: name)
    return model
  }
}
