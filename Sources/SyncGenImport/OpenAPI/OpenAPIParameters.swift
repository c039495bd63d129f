import SyncGenSchema
import SyncGenYAML

/// The parameters of operations.
extension OpenAPISchemaMaker {
  // MARK: Header fields

  mutating func addHeader(
    _ name: String, _ parameter: YAMLNode, to endpoint: inout ImportedEndpoint
  ) {
    var header = ImportedHeader(name)
    header.isOptional = !(parameter["required"]?.isTrue ?? false)
    header.documentation = parameter["description"]?.text.flatMap(OpenAPIProse.short)
    if let schema = parameter["schema"] {
      let shape = document.shape(schema)
      let typed = type(shape, in: Place(owner: endpoint.name, key: name, isStored: true))
      if typed.type != .json { header.type = typed.type }
      header.notes = typed.notes + Self.defaultNotes(shape)
      if document.isSecret(schema) {
        header.isSecret = true
        header.notes.removeAll { $0.text == "format password" }
      }
    }
    endpoint.headers.append(header)
  }

  // MARK: Query

  mutating func addQuery(
    _ name: String, _ parameter: YAMLNode, _ title: String, to endpoint: inout ImportedEndpoint
  ) {
    guard let schema = parameter["schema"] else {
      return remark(parameter, of: title, "parameter '\(name)' has no schema")
    }
    let shape = document.shape(schema)
    let list = document.expanded(shape)
    var typed: Typed
    if list.types == ["array"], let separator = Self.separator(of: parameter) {
      typed = joined(list, by: separator)
    } else if let reason = list.contradiction {
      remark(parameter, of: title, "the elements of '\(name)' are not imported: \(reason)")
      typed = scalar(list)
    } else {
      typed = type(shape, in: Place(owner: endpoint.name, key: name, isStored: true))
    }
    if typed.type == .json || typed.type == .list(.json) {
      typed.type = typed.type == .json ? .string : .list(.string)
    }
    var field = ImportedAttribute(
      name, typed.type, isOptional: !(parameter["required"]?.isTrue ?? false))
    field.remote = .key(name)
    field.remoteDates = typed.dates
    field.documentation = parameter["description"]?.text.flatMap(OpenAPIProse.short)
    field.notes = typed.notes + Self.defaultNotes(shape)
    if document.isSecret(schema) { field.makeSecret() }
    field.place = document.place(parameter)
    endpoint.query.append(field)
  }

  // MARK: Lists in one string

  /// The separator of a list that is sent as one value, empty if the document does not state it; `nil`
  /// if each element is sent separately.
  private static func separator(of parameter: YAMLNode) -> String? {
    let style = parameter["style"]?.text ?? "form"
    if style == "deepObject" { return "" }
    let isSplit = parameter["explode"].map { $0.text == "true" } ?? (style == "form")
    let separators = ["form": ",", "spaceDelimited": " ", "pipeDelimited": "|"]
    return isSplit ? nil : separators[style] ?? ""
  }

  private mutating func joined(_ list: OpenAPIShape, by separator: String) -> Typed {
    let elements = list.items.flatMap { words(forElements: $0) }.map { " of \($0)" } ?? ""
    let end = separator.isEmpty ? "" : ", separated by '\(separator)'"
    let limits = list.limits.map { ImportNote($0) }
    return Typed(type: .string, notes: limits + ["a list\(elements) in one string\(end)"])
  }

  /// The number of values of an enum that a comment lists.
  private static let listedValues = 8

  /// The elements of a list in words; `nil` for strings.
  private mutating func words(forElements items: YAMLNode) -> String? {
    let own = document.shape(items)
    let shape = document.expanded(own)
    if let component = own.component, roles.roles[component] == .enumeration {
      return ImportNames.type(component, NameStyle())
    }
    if OpenAPIEnums.isEnum(shape) { return Self.words(for: shape.values) }
    guard case .scalar(let type) = scalar(shape).type, type != .string, type != .json else {
      return nil
    }
    return type.rawValue
  }

  private static func words(for values: [YAMLNode]) -> String {
    values.compactMap(\.text).quoted(upTo: listedValues)
  }

  // MARK: Placeholders

  /// Notes what the source states about a placeholder, whose type follows from its name.
  mutating func addPlaceholder(
    _ name: String, _ parameter: YAMLNode, to endpoint: inout ImportedEndpoint
  ) {
    let shape = parameter["schema"].map { document.expanded(document.shape($0)) }
    var placeholder = ImportedPlaceholder(name, .string)
    if let shape, OpenAPIEnums.isEnum(shape) {
      placeholder.notes = ["one of " + Self.words(for: shape.values)]
    } else if let shape, shape.types == ["array"] {
      placeholder.notes = joined(shape, by: ",").notes.map(\.text)
    } else if let shape, shape.alternatives.isEmpty {
      let typed = scalar(shape)
      if typed.type != .json { placeholder.type = typed.type }
      placeholder.notes = typed.notes.map(\.text)
    }
    let text = parameter["description"]?.text.flatMap(OpenAPIProse.short)
    if let text, OpenAPIProse.saysMore(text, than: endpoint.path) { placeholder.notes.append(text) }
    endpoint.placeholders.append(placeholder)
  }
}
