import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenSchema
import SyncGenYAML

/// What the example answers of a document show about its schemas: a value that has another form
/// than its schema, or that an object lacks, would reject the row of the server.
struct OpenAPIExamples {
  /// A value that does not have the type of its schema.
  enum Other {
    /// A text instead of a date, a URL, a UUID or a number.
    case text(String)
    /// A number with a fraction instead of an integer.
    case fraction(String)
    /// An object or a list instead of another value, or the other way round.
    case structure
  }

  private let document: OpenAPIDocument
  /// The places of schemas whose values are missing in an object, or null.
  private var missing: Set<String> = []
  private var nulls: Set<String> = []
  private var others: [String: Other] = [:]
  /// The properties whose values are the keys in all dictionaries of a schema, by its place.
  private var keys: [String: Set<String>] = [:]
  /// The places of schemas of which a value exceeds the limits.
  private var unlimited: Set<String> = []
  /// The places of schemas of which a value is an empty string.
  private var blanks: Set<String> = []
  /// The types of values under keys that objects require but do not declare, by the place of the
  /// object and the key.
  private var undeclared: [String: Set<ImportedTypeName>] = [:]
  /// The contents of responses that were read, since operations may share them.
  private var contents: Set<String> = []
  /// The example that is being read.
  private var example: YAMLNode?
  /// Why examples are not compared.
  private(set) var remarks: [ImportRemark] = []

  /// - Parameter isEntity: Whether rows of a component may also be ids.
  init(_ document: OpenAPIDocument, isEntity: (String) -> Bool) {
    self.document = document
    for operation in OpenAPIOperations.all(of: document) {
      for response in operation.responses where response.isSuccess {
        for content in response.node["content"]?.pairs ?? [] where content.key.contains("json") {
          readExamples(of: content.value, isEntity)
        }
      }
    }
    for pair in document.schemas {
      guard let example = pair.value["example"] else { continue }
      readExample(example, pair.value, isEntity)
    }
  }

  func isMissing(_ node: YAMLNode) -> Bool { missing.contains(document.place(node)) }

  func isNull(_ node: YAMLNode) -> Bool { nulls.contains(document.place(node)) }

  /// Whether an example has an empty string.
  func isBlank(_ node: YAMLNode) -> Bool { blanks.contains(document.place(node)) }

  func other(_ node: YAMLNode) -> Other? {
    others[document.place(node)] ?? own(node)
  }

  /// What the example of a string shows that stands next to its format.
  private func own(_ node: YAMLNode) -> Other? {
    let shape = document.expanded(document.shape(node))
    guard shape.types == ["string"], shape.alternatives.isEmpty, let example = node["example"],
      !example.isNull
    else { return nil }
    return Self.other(example, shape)
  }

  /// The types that values have under a key that an object requires but does not declare.
  func typesOfUndeclared(_ key: String, in shape: OpenAPIShape) -> Set<ImportedTypeName> {
    undeclared["\(document.place(shape.node)) \(key)"] ?? []
  }

  /// Whether the keys of dictionaries are the values of a property.
  func haveKeys(_ node: YAMLNode, from property: String) -> Bool {
    keys[document.place(node)]?.contains(property) ?? false
  }

  /// Whether all values are within the limits of their schema.
  func meetLimits(_ node: YAMLNode) -> Bool { !unlimited.contains(document.place(node)) }

  // MARK: Reading

  private mutating func readExamples(of content: YAMLNode, _ isEntity: (String) -> Bool) {
    guard let schema = content["schema"], contents.insert(document.place(content)).inserted else {
      return
    }
    let named = (content["examples"]?.pairs ?? []).compactMap {
      document.resolved($0.value)["value"]
    }
    let own = [content["example"], schema["example"]].compactMap { $0 }
    for example in own + named { readExample(example, schema, isEntity) }
  }

  private mutating func readExample(
    _ example: YAMLNode, _ schema: YAMLNode, _ isEntity: (String) -> Bool
  ) {
    // A reference to another file, as only 'externalValue' may have it.
    if example["$ref"] != nil { return }
    self.example = example
    defer { self.example = nil }
    guard let value = structure(of: example, schema) else {
      return remark("the example is not valid JSON, so it is not compared with its schema")
    }
    read(value, schema, isEntity)
  }

  private mutating func remark(_ message: String) {
    guard let example else { return }
    let remark = ImportRemark(at: document.place(example), message)
    if !remarks.contains(remark) { remarks.append(remark) }
  }

  /// The example, whose JSON the document may have as a text; `nil` if it cannot be read.
  private func structure(of example: YAMLNode, _ schema: YAMLNode) -> YAMLNode? {
    guard let text = example.text, let first = text.first(where: { !$0.isWhitespace }),
      "{[".contains(first), document.expanded(document.shape(schema)).types != ["string"]
    else { return example }
    var bag = DiagnosticBag()
    let node = YAMLReader.read(bytes: Array(text.utf8), path: "", isPlainYAML: true, into: &bag)
    return bag.hasErrors ? nil : node ?? example
  }

  /// The number of elements of a list that are read.
  private static let elements = 20

  private mutating func read(
    _ value: YAMLNode, _ node: YAMLNode, _ isEntity: (String) -> Bool, depth: Int = 0
  ) {
    let stated = document.shape(node)
    let shape = document.expanded(stated)
    guard depth < OpenAPIDocument.depth, shape.alternatives.isEmpty else { return }
    if value.isNull {
      if !shape.isNullable { nulls.insert(document.place(node)) }
      return
    }
    switch value.content {
    case .mapping: readObject(value, shape, node, isEntity, depth)
    case .sequence(let elements):
      guard shape.types.isEmpty || shape.types.contains("array") else {
        return hasOtherForm(node, depth)
      }
      guard let items = shape.items else { return }
      for element in elements.prefix(Self.elements) {
        read(element, items, isEntity, depth: depth + 1)
      }
    case .scalar:
      if let component = stated.component, isEntity(component) { return }
      if value.text == "" { blanks.insert(document.place(node)) }
      if let other = Self.other(value, shape) { return others[document.place(node)] = other }
      if let text = value.text, !shape.limits(allow: text) {
        unlimited.formUnion([document.place(node), document.place(shape.node)])
      }
    }
  }

  private mutating func readObject(
    _ value: YAMLNode, _ shape: OpenAPIShape, _ node: YAMLNode, _ isEntity: (String) -> Bool,
    _ depth: Int
  ) {
    guard shape.types.isEmpty || shape.types.contains("object") else {
      return hasOtherForm(node, depth)
    }
    let values = Dictionary(value.pairs.map { ($0.key, $0.value) }) { first, _ in first }
    // Such an example is of something else.
    guard
      values.isEmpty || shape.properties.isEmpty
        || shape.properties.contains(where: { values[$0.key] != nil })
        || shape.required.contains(where: { values[$0] != nil })
    else {
      if depth == 0 {
        remark("the example has no key of its schema, so it is not compared with it")
      }
      return
    }
    readUndeclared(values, shape)
    for property in shape.properties {
      if let inner = values[property.key] {
        read(inner, property.node, isEntity, depth: depth + 1)
      } else {
        missing.insert(document.place(property.node))
      }
    }
    guard shape.properties.isEmpty, let additional = shape.additional, !additional.pairs.isEmpty
    else { return }
    for pair in value.pairs.prefix(Self.elements) {
      let place = document.place(shape.node)
      let equal = Set(pair.value.pairs.filter { $0.value.text == pair.key }.map(\.key))
      keys[place] = keys[place]?.intersection(equal) ?? equal
      read(pair.value, additional, isEntity, depth: depth + 1)
    }
  }

  private mutating func hasOtherForm(_ node: YAMLNode, _ depth: Int) {
    others[document.place(node)] = .structure
    if depth == 0 { remark("the example has another form than its schema") }
  }

  private mutating func readUndeclared(_ values: [String: YAMLNode], _ shape: OpenAPIShape) {
    for key in shape.required where !shape.properties.contains(where: { $0.key == key }) {
      guard let value = values[key], !value.isNull else { continue }
      undeclared["\(document.place(shape.node)) \(key)", default: []]
        .insert(Self.type(of: value))
    }
  }

  private static func type(of value: YAMLNode) -> ImportedTypeName {
    let known: [String: ImportedTypeName] = [
      "string": .string, "integer": .int, "number": .scalar(.double), "boolean": .scalar(.bool),
    ]
    func scalar(_ node: YAMLNode) -> ImportedTypeName? { node.typeOfScalar.flatMap { known[$0] } }
    let elements = Set(value.elements.map(scalar))
    if elements.count == 1, let element = elements.first ?? nil { return .list(element) }
    return scalar(value) ?? .json
  }

  // MARK: Forms

  private static func other(_ value: YAMLNode, _ shape: OpenAPIShape) -> Other? {
    guard let text = value.text, !isPlaceholder(text), shape.types.count == 1 else { return nil }
    switch shape.types[0] {
    case "object", "array": return .structure
    case "integer", "number":
      guard let number = Double(text) else { return .text(text) }
      return shape.types[0] == "number" || number == number.rounded() ? nil : .fraction(text)
    case "boolean": return ["true", "false"].contains(text.lowercased()) ? nil : .text(text)
    case "string": return hasFormat(shape.format, text) ? nil : .text(text)
    default: return nil
    }
  }

  /// Whether a text stands for a value, such as `string` or `<date>`.
  private static func isPlaceholder(_ text: String) -> Bool {
    text.isEmpty || ["string", "...", "…", "true", "0", "null"].contains(text.lowercased())
      || text.contains { "<>{}".contains($0) } || text.hasPrefix("[")
  }

  private static func hasFormat(_ format: String?, _ text: String) -> Bool {
    switch format {
    case "date-time": DateText.microseconds(text) != nil || Double(text) != nil
    case "date": DateText.isDay(text) || DateText.microseconds(text) != nil
    case "uuid", "guid": UUIDText.canonical(text) != nil
    case "uri", "url", "iri", "uri-reference": isURL(text)
    default: true
    }
  }

  /// Whether a text has no blanks, and a scheme before the first colon of its first segment.
  private static func isURL(_ text: String) -> Bool {
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return false }
    let segment = text.prefix { !"/?#".contains($0) }
    guard let colon = segment.firstIndex(of: ":") else { return true }
    let scheme = segment[..<colon]
    return scheme.first?.isLetter == true
      && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }

  /// The format that a date has in an example; `nil` if it is unknown.
  static func dateFormat(_ text: String) -> DateFormat? {
    text.withSlice { slice in
      var facts = TextFacts()
      facts.add(slice)
      return facts.formats.keys.first
    }
  }
}

extension OpenAPISchemaMaker {
  /// The type of a schema, unless an example shows another one.
  mutating func type(of node: YAMLNode, in place: Place, depth: Int = 0) -> Typed {
    let shape = document.shape(node)
    guard let other = examples.other(node) else { return type(shape, in: place, depth: depth) }
    var typed = Typed(type: .json, isOptional: shape.isNullable)
    switch other {
    case .structure: typed.notes = [.guessed(.type, "an example has another form")]
    case .fraction(let text):
      typed.type = .scalar(.double)
      typed.notes = [.guessed(.type, "from the example '\(text.prefix(40))'")]
    case .text(let text):
      typed.type = .string
      let isDate = document.expanded(shape).format == "date-time"
      if isDate, let format = OpenAPIExamples.dateFormat(text) {
        typed.type = .scalar(.date)
        typed.dates = DateFormats([format])
      }
      typed.notes = [.guessed(.type, "from the example '\(text.prefix(40))'")]
    }
    return typed
  }

  /// Makes a required member optional if the document shows that it has no value in some objects.
  mutating func relax(_ typed: inout Typed, _ property: OpenAPIShape.Property, in place: Place) {
    if examples.isMissing(property.node) {
      typed.notes.append(Self.missing)
    } else if examples.isNull(property.node) {
      typed.isOptional = true
      typed.notes.append(Self.null)
    } else if !place.isBody, document.mentionsNull(property.node) {
      typed.isOptional = true
      typed.notes.append(Self.nullInProse)
    }
  }

  /// Makes a member with a default optional if it is null in an example.
  func relax(_ attribute: inout ImportedAttribute, _ property: OpenAPIShape.Property) {
    guard examples.isNull(property.node) else { return }
    attribute.isOptional = true
    attribute.notes.append(Self.null)
  }

  // The comments on a member that its schema requires.
  static let missing = ImportNote.guessed(.type, "optional, because an example lacks it")
  private static let null = ImportNote.guessed(.type, "optional, because it is null in an example")
  private static let nullInProse = ImportNote.guessed(
    .type, "optional, because its description mentions null")
  static let optional = [missing, null, nullInProse]
}
