import SyncGenYAML

/// The kinds of a value that a key of its object distinguishes.
struct OpenAPITagging {
  struct Case {
    let value: String
    let isInteger: Bool
    /// The component with its fields, if it consists only of this one and the tag.
    let component: String?
    let shape: OpenAPIShape
  }

  let tag: String
  let cases: [Case]
  let rejectsUnknown: Bool

  /// Returns nil if the choices are something else.
  static func find(_ shape: OpenAPIShape, _ document: OpenAPIDocument) -> OpenAPITagging? {
    let choices = shape.alternatives.map { Choice($0, document) }
    guard choices.count > 1, choices.allSatisfy(\.shape.isObject),
      let tag = shape.discriminator?["propertyName"]?.text ?? commonTag(choices, document)
    else { return nil }
    var values: [String: [String]] = [:]
    for pair in shape.discriminator?["mapping"]?.pairs ?? [] {
      guard let target = pair.value.text else { continue }
      values[document.component(target) ?? target, default: []].append(pair.key)
    }
    var cases: [Case] = []
    var isOpen = false
    for choice in choices {
      if choice.excludesTag(tag) {
        isOpen = true
        continue
      }
      guard let made = choice.cases(tag, values, document) else { return nil }
      cases += made.filter { new in !cases.contains { $0.value == new.value } }
    }
    guard !cases.isEmpty else { return nil }
    return OpenAPITagging(
      tag: tag, cases: cases, rejectsUnknown: document.isOwn && !isOpen)
  }

  /// The key that is a constant in all of them.
  private static func commonTag(_ choices: [Choice], _ document: OpenAPIDocument) -> String? {
    choices.first?.shape.properties.map(\.key).first { key in
      choices.allSatisfy { $0.constant(key, document) != nil || $0.excludesTag(key) }
    }
  }
}

/// One of the choices of `oneOf` or `anyOf`.
private struct Choice {
  let component: String?
  let shape: OpenAPIShape

  init(_ node: YAMLNode, _ document: OpenAPIDocument) {
    let own = document.shape(node)
    component = own.component ?? Self.base(node, document)
    shape = document.expanded(own)
  }

  /// The component of `allOf: [$ref, {properties: {type: …}}]`.
  private static func base(_ node: YAMLNode, _ document: OpenAPIDocument) -> String? {
    let parts = node["allOf"]?.elements ?? []
    let names = parts.compactMap { $0["$ref"]?.text.flatMap(document.component) }
    let others = parts.filter { $0["$ref"] == nil }
    let isTagOnly = others.allSatisfy { ($0["properties"]?.pairs.count ?? 0) <= 1 }
    return names.count == 1 && isTagOnly && node["properties"] == nil ? names[0] : nil
  }

  func constant(_ key: String, _ document: OpenAPIDocument) -> YAMLNode? {
    guard let property = shape.properties.first(where: { $0.key == key }) else { return nil }
    let values = document.expanded(document.shape(property.node)).values
    return values.count == 1 ? values[0] : nil
  }

  /// Whether it is the choice for values with none of the known tags.
  func excludesTag(_ key: String) -> Bool {
    shape.properties.first { $0.key == key }?.node["not"] != nil
  }

  func cases(
    _ tag: String, _ stated: [String: [String]], _ document: OpenAPIDocument
  ) -> [OpenAPITagging.Case]? {
    func made(_ value: String, isInteger: Bool) -> OpenAPITagging.Case {
      .init(value: value, isInteger: isInteger, component: component, shape: shape)
    }
    if let component, let values = stated[component] {
      return values.map { made($0, isInteger: false) }
    }
    if let value = constant(tag, document), let text = value.text {
      let isInteger = value.isPlainInteger
      return [made(text, isInteger: isInteger)]
    }
    return component.map { [made($0, isInteger: false)] }
  }
}

extension YAMLNode {
  var isPlainInteger: Bool {
    guard case .scalar(let scalar) = content, scalar.isPlain else { return false }
    return Int(scalar.text) != nil
  }

  /// The type of a constant in OpenAPI; nil for null, a list or an object.
  var typeOfScalar: String? {
    guard case .scalar(let scalar) = content, !isNull else { return nil }
    guard scalar.isPlain else { return "string" }
    if Int(scalar.text) != nil { return "integer" }
    if ["true", "false"].contains(scalar.text) { return "boolean" }
    let isNumber = scalar.text.utf8.contains { (48...57).contains($0) }
    return isNumber && Double(scalar.text) != nil ? "number" : "string"
  }
}
