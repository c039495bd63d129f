import SyncGenYAML

/// The content of an OpenAPI 3.0 or 3.1 schema, with its parts combined.
struct OpenAPIShape {
  struct Property {
    let key: String
    let node: YAMLNode
    /// The subtypes that add the key, if their base lacks it.
    var subtypes: [String] = []

    var notes: [ImportNote] {
      subtypes.isEmpty ? [] : ["only in \(subtypes.joined(separator: ", "))"]
    }
  }

  let node: YAMLNode
  /// The component that it refers to, if there are only notes next to the reference.
  var component: String?
  /// The types without `null`.
  var types: [String] = []
  var isNullable = false
  var format: String?
  /// Whether a string is Base64.
  var isEncoded = false
  /// Whether a string has the bytes of another media type, as the part of a form.
  var isFile = false
  var properties: [Property] = []
  var required: Set<String> = []
  /// Groups of keys of which at least one is required.
  var requiredGroups: [[String]] = []
  var items: YAMLNode?
  /// The values under keys that are not among the properties.
  var additional: YAMLNode?
  /// The possible kinds, if there are several.
  var alternatives: [YAMLNode] = []
  /// The values of an enum, or a constant.
  var values: [YAMLNode] = []
  /// The titles of the values, if each is a separate choice.
  var valueTitles: [String] = []
  var examples: [YAMLNode] = []
  var discriminator: YAMLNode?
  var defaultNode: YAMLNode?
  var documentation: String?
  /// Whether the documentation is only a title.
  private(set) var isTitled = false
  var isReadOnly = false
  var isWriteOnly = false
  var isDeprecated = false
  var pattern: String?
  var minimum: String?
  var maximum: String?
  /// The length of a string.
  var shortest: Int?
  var longest: Int?
  /// Further restrictions on its values, as comments.
  var limits: [String] = []
  /// The parts that are not understood.
  var problems: [String] = []

  init(_ node: YAMLNode) { self.node = node }

  var isObject: Bool { types == ["object"] || !properties.isEmpty }

  /// Whether it states nothing but the types that another schema has.
  func restates(_ other: OpenAPIShape) -> Bool {
    let isSame = types == other.types || types == ["object"] && other.isObject
    return isSame && format == nil && values.isEmpty && items == nil && additional == nil
      && pattern == nil && minimum == nil && maximum == nil && limits.isEmpty
  }

  /// Adds the notes next to a reference.
  mutating func takeNotes(of other: OpenAPIShape) {
    isNullable = isNullable || other.isNullable
    if let text = other.documentation { (documentation, isTitled) = (text, other.isTitled) }
    isReadOnly = isReadOnly || other.isReadOnly
    isWriteOnly = isWriteOnly || other.isWriteOnly
    isDeprecated = isDeprecated || other.isDeprecated
    defaultNode = other.defaultNode ?? defaultNode
    problems += other.problems
  }

  /// Adds the content of a part of `allOf`.
  mutating func add(_ part: OpenAPIShape) {
    for property in part.properties {
      if let index = properties.firstIndex(where: { $0.key == property.key }) {
        properties[index] = property
      } else {
        properties.append(property)
      }
    }
    required.formUnion(part.required)
    requiredGroups += part.requiredGroups
    if types.isEmpty { types = part.types }
    format = format ?? part.format
    items = items ?? part.items
    additional = additional ?? part.additional
    if values.isEmpty { values = part.values }
    discriminator = discriminator ?? part.discriminator
    if documentation == nil { (documentation, isTitled) = (part.documentation, part.isTitled) }
    isReadOnly = isReadOnly || part.isReadOnly
    isWriteOnly = isWriteOnly || part.isWriteOnly
    if alternatives.isEmpty {
      alternatives = part.alternatives
    } else if !part.alternatives.isEmpty {
      problems.append("'allOf' with several choices")
    }
    limits += part.limits
    pattern = pattern ?? part.pattern
    minimum = minimum ?? part.minimum
    maximum = maximum ?? part.maximum
    shortest = shortest ?? part.shortest
    longest = longest ?? part.longest
    problems += part.problems
  }
}

// MARK: - Reading

extension OpenAPIDocument {
  func shape(_ node: YAMLNode, depth: Int = 0) -> OpenAPIShape {
    guard let name = inlineName(node) else { return content(of: node, depth: depth) }
    var shape = OpenAPIShape(node)
    refer(to: name, &shape)
    return shape
  }

  /// The shape of a node, even if it declares a component in place.
  func content(of node: YAMLNode, depth: Int = 0) -> OpenAPIShape {
    var shape = OpenAPIShape(node)
    guard depth < Self.depth else {
      shape.problems.append("schemas are nested too deeply")
      return shape
    }
    shape.readNotes()
    if let reference = node["$ref"]?.text {
      return referred(reference, shape, depth)
    }
    shape.readTypes()
    shape.readMembers()
    shape.readLimits()
    addParts(to: &shape, depth)
    addAlternatives(to: &shape, depth)
    return shape
  }

  private func referred(_ reference: String, _ notes: OpenAPIShape, _ depth: Int) -> OpenAPIShape {
    var shape = notes
    let isDeclaration = !reference.hasPrefix("#") && component(reference).map(isOpen) == true
    if !isDeclaration, let name = component(reference) {
      refer(to: name, &shape)
    } else if let target = target(reference) {
      shape = self.shape(target, depth: depth + 1)
      shape.takeNotes(of: notes)
    } else {
      shape.problems.append("'\(reference)' is not in the document")
    }
    return shape
  }

  /// What a component states about its values, such as that they may be null or are only read, applies
  /// wherever it is used.
  private func refer(to component: String, _ shape: inout OpenAPIShape) {
    shape.component = component
    guard let target = self.shape(ofComponent: component) else { return }
    shape.isNullable = shape.isNullable || target.isNullable
    shape.isReadOnly = shape.isReadOnly || target.isReadOnly
    shape.isWriteOnly = shape.isWriteOnly || target.isWriteOnly
  }

  private func addParts(to shape: inout OpenAPIShape, _ depth: Int) {
    let parts = (shape.node["allOf"]?.elements ?? []).filter { !$0.pairs.isEmpty }
    var notes = shape
    let content = parts.filter { part in
      if Self.hasOnlyNotes(part) {
        notes.takeNotes(of: self.shape(part, depth: depth + 1))
        return false
      }
      guard let group = Self.requiredGroup(part) else { return true }
      notes.requiredGroups.append(group)
      return false
    }
    shape = notes
    if content.count == 1, shape.properties.isEmpty, shape.required.isEmpty,
      shape.node["oneOf"] == nil, shape.node["anyOf"] == nil
    {
      var only = self.shape(content[0], depth: depth + 1)
      if shape.types.isEmpty || shape.restates(expanded(only)) {
        only.takeNotes(of: shape)
        only.requiredGroups += shape.requiredGroups
        shape = only
        return
      }
    }
    for part in content {
      shape.add(expanded(self.shape(part, depth: depth + 1)))
    }
  }

  /// Whether a part of `allOf` adds nothing to the others but notes, such as a description.
  private static func hasOnlyNotes(_ part: YAMLNode) -> Bool {
    part.pairs.allSatisfy { pair in
      switch pair.key {
      case "type": pair.value.text == "object"
      case "properties": pair.value.pairs.isEmpty
      default: notes.contains(pair.key) || pair.key.hasPrefix("x-")
      }
    }
  }

  private static let notes: Set = [
    "title", "description", "nullable", "example", "examples", "readOnly", "writeOnly",
    "deprecated", "default", "externalDocs", "xml",
  ]

  /// The parts of `allOf` with content.
  static func parts(of node: YAMLNode) -> [YAMLNode] {
    (node["allOf"]?.elements ?? []).filter { !hasOnlyNotes($0) }
  }

  /// A group of required keys in `anyOf: [{required: [a]}, {required: [b]}]`.
  private static func requiredGroup(_ node: YAMLNode) -> [String]? {
    guard node.pairs.count == 1, let choices = (node["anyOf"] ?? node["oneOf"])?.elements else {
      return nil
    }
    let names = choices.map(requiredOnly)
    guard !names.isEmpty, names.allSatisfy({ $0?.count == 1 }) else { return nil }
    return names.compactMap { $0?.first }
  }

  private static func requiredOnly(_ node: YAMLNode) -> [String]? {
    let keys: Set = ["required", "title", "description", "type"]
    guard let required = node["required"], node.pairs.allSatisfy({ keys.contains($0.key) }) else {
      return nil
    }
    return required.elements.compactMap(\.text)
  }

  private func addAlternatives(to shape: inout OpenAPIShape, _ depth: Int) {
    for key in ["oneOf", "anyOf"] {
      guard let choices = shape.node[key]?.elements, !choices.isEmpty else { continue }
      let names = choices.map(Self.requiredOnly)
      if names.allSatisfy({ $0 != nil }) {
        if names.allSatisfy({ $0?.count == 1 }) {
          shape.requiredGroups.append(names.compactMap { $0?.first })
        }
        continue
      }
      var found: [YAMLNode] = []
      collect(choices, into: &found, &shape.isNullable, depth)
      if found.count == 1 {
        take(found[0], into: &shape, depth)
      } else if let values = Self.values(of: found), shape.values.isEmpty {
        shape.values = values
        shape.valueTitles = found.compactMap { ($0["title"] ?? $0["description"])?.text }
        if shape.types.isEmpty { shape.types = OpenAPIShape.types(of: values) }
      } else if shape.alternatives.isEmpty {
        shape.alternatives = found
      } else {
        shape.problems.append("both 'oneOf' and 'anyOf'")
      }
    }
  }

  /// The choices without `null`, with nested choices flattened.
  private func collect(
    _ choices: [YAMLNode], into found: inout [YAMLNode], _ isNullable: inout Bool, _ depth: Int
  ) {
    for choice in choices where Self.requiredOnly(choice) == nil {
      if Self.isNull(choice) {
        isNullable = true
      } else if depth < Self.depth, let inner = Self.onlyChoices(choice) {
        collect(inner, into: &found, &isNullable, depth + 1)
      } else {
        found.append(choice)
      }
    }
  }

  private static func onlyChoices(_ node: YAMLNode) -> [YAMLNode]? {
    let notes: Set = ["oneOf", "anyOf", "readOnly", "writeOnly", "description", "title"]
    guard node["$ref"] == nil, node.pairs.allSatisfy({ notes.contains($0.key) }) else { return nil }
    return (node["oneOf"] ?? node["anyOf"])?.elements
  }

  /// The values of `oneOf: [{const: low}, {const: high}]`; nil for other choices.
  private static func values(of choices: [YAMLNode]) -> [YAMLNode]? {
    let keys: Set = ["const", "enum", "type", "title", "description"]
    var values: [YAMLNode] = []
    for choice in choices {
      let stated = choice["const"].map { [$0] } ?? choice["enum"]?.elements ?? []
      guard !stated.isEmpty, choice.pairs.allSatisfy({ keys.contains($0.key) }) else { return nil }
      values += stated.filter { !$0.isNull }
    }
    return values.count > 1 && OpenAPIShape.types(of: values).count == 1 ? values : nil
  }

  private static func isNull(_ node: YAMLNode) -> Bool {
    if node["type"]?.text == "null" { return true }
    if let only = node["const"] { return only.isNull }
    let values = node["enum"]?.elements ?? []
    return !values.isEmpty && values.allSatisfy(\.isNull)
  }

  private func take(_ only: YAMLNode, into shape: inout OpenAPIShape, _ depth: Int) {
    let inner = self.shape(only, depth: depth + 1)
    if shape.properties.isEmpty {
      let notes = shape
      shape = inner
      shape.takeNotes(of: notes)
      shape.requiredGroups += notes.requiredGroups
    } else {
      shape.add(expanded(inner))
    }
  }
}

extension OpenAPIShape {
  fileprivate mutating func readNotes() {
    documentation = node["description"]?.text.flatMap(OpenAPIProse.short)
    if documentation == nil {
      documentation = node["title"]?.text.flatMap(OpenAPIProse.short)
      isTitled = true
    }
    isReadOnly = node["readOnly"]?.isTrue ?? false
    isWriteOnly = node["writeOnly"]?.isTrue ?? false
    isDeprecated = node["deprecated"]?.isTrue ?? false
    isNullable = node["nullable"]?.isTrue ?? false
    defaultNode = node["default"]
  }

  fileprivate mutating func readTypes() {
    let stated = node["type"].map { [$0] + $0.elements } ?? []
    for type in stated.compactMap(\.text) {
      if type == "null" { isNullable = true } else if !types.contains(type) { types.append(type) }
    }
    format = node["format"]?.text
    isEncoded = node["contentEncoding"]?.text == "base64"
    let media = node["contentMediaType"]?.text ?? ""
    let isText = media.isEmpty || media.hasPrefix("text/") || media.contains("json")
    isFile = types == ["string"] && (format == "binary" || !isEncoded && !isText)
    let values = node["enum"]?.elements ?? node["const"].map { [$0] } ?? []
    self.values = values.filter { !$0.isNull }
    if self.values.count < values.count { isNullable = true }
    if types.isEmpty, !self.values.isEmpty {
      let found = Self.types(of: self.values)
      if found.count == 1 { types = found }
    }
    examples = node["examples"]?.elements ?? []
  }

  /// The types of constants that are scalars.
  fileprivate static func types(of values: [YAMLNode]) -> [String] {
    var types: [String] = []
    for value in values {
      let type = value.typeOfScalar ?? "object"
      if !types.contains(type) { types.append(type) }
    }
    return Set(types) == ["integer", "number"] ? ["number"] : types
  }

  fileprivate mutating func readMembers() {
    properties = (node["properties"]?.pairs ?? []).map { Property(key: $0.key, node: $0.value) }
    required = Set((node["required"]?.elements ?? []).compactMap(\.text))
    items = node["items"]
    discriminator = node["discriminator"]
    if let stated = node["additionalProperties"], stated.text != "false" { additional = stated }
    if types.isEmpty, !properties.isEmpty || additional != nil { types = ["object"] }
    if types.isEmpty, items != nil { types = ["array"] }
    for key in ["patternProperties", "not", "if", "dependentSchemas", "prefixItems"]
    where node[key] != nil {
      problems.append("'\(key)'")
    }
  }

  fileprivate mutating func readLimits() {
    pattern = node["pattern"]?.text
    minimum = node["minimum"]?.limit
    maximum = node["maximum"]?.limit
    shortest = node["minLength"]?.text.flatMap(Int.init)
    longest = node["maxLength"]?.text.flatMap(Int.init)
    let words = [
      ("minLength", "at least", "characters"), ("maxLength", "at most", "characters"),
      ("minItems", "at least", "elements"), ("maxItems", "at most", "elements"),
      ("exclusiveMinimum", "more than", ""), ("exclusiveMaximum", "less than", ""),
      ("multipleOf", "a multiple of", ""), ("minProperties", "at least", "keys"),
      ("maxProperties", "at most", "keys"),
    ]
    for (key, start, end) in words {
      guard let value = node[key]?.limit, value != "false" else { continue }
      if value == "true" {
        limits.append(key == "exclusiveMinimum" ? "without the minimum" : "without the maximum")
      } else {
        let unit = value == "1" ? String(end.dropLast()) : end
        limits.append(end.isEmpty ? "\(start) \(value)" : "\(start) \(value) \(unit)")
      }
    }
    if node["uniqueItems"]?.isTrue ?? false { limits.append("unique elements") }
  }
}
