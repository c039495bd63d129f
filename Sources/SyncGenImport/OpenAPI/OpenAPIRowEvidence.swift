import SyncGenSchema
import SyncGenYAML

/// What shows that the ids of objects identify rows: lists of them, paths of a single one,
/// and keys and paths with their ids.
struct OpenAPIRowEvidence {
  private let document: OpenAPIDocument
  /// The names in front of `_id`, as `contact` for `contact_id`, by where they are: a component or a
  /// path.
  private var references: [String: Set<String>] = [:]
  /// The names of the steps that have rows, as `contact` for `POST /contacts` and `/contacts/{id}`.
  private var collections: Set<String> = []

  init(_ document: OpenAPIDocument) {
    self.document = document
    for operation in document.operations { addNames(in: operation) }
    for pair in document.schemas {
      for property in document.shape(ofComponent: pair.key)?.properties ?? [] {
        guard let name = OpenAPISchemaMaker.withoutEnding(property.key) else { continue }
        for one in ReferencedNames.all(name) { references[one, default: []].insert(pair.key) }
      }
    }
  }

  private mutating func addNames(in operation: OpenAPIOperation) {
    let steps = operation.path.split(separator: "/").map(String.init)
    for (step, next) in zip(steps, steps.dropFirst().map(Optional.some) + [nil]) {
      if let placeholder = OpenAPIPaths.placeholder(in: step).map(OpenAPINames.snake) {
        guard let name = OpenAPISchemaMaker.withoutEnding(placeholder) else { continue }
        references[name, default: []].insert(operation.path)
      } else {
        addCollection(OpenAPINames.snake(step), before: next, operation.method)
      }
    }
  }

  /// Adds the name of a step in front of an id, or of a list that requests write.
  private mutating func addCollection(_ step: String, before next: String?, _ method: String) {
    let name = Inflection.singular(step)
    let id = next.flatMap(OpenAPIPaths.placeholder).map(OpenAPINames.snake)
    let isWritten = next == nil && name != step && method != "get"
    if isWritten || id.map(OpenAPIPaths.isID) == true { collections.insert(name) }
  }

  /// Whether a key of another component, or a path, has ids of a component's rows.
  func hasReference(to component: String) -> Bool {
    OpenAPINames.rows(of: component).contains { name in
      collections.contains(name) || !(references[name] ?? []).subtracting([component]).isEmpty
    }
  }

  // MARK: Responses

  /// Whether a response has rows of a component, rather than objects that something else identifies:
  /// it is a list of them, or its path names a single one.
  func hasRows(_ place: OpenAPIRowPlace, of component: String, key: String) -> Bool {
    guard place.isList else { return leadsToRow(place, of: component, key) }
    return place.operation.method == "get"
      ? variant(of: place) == nil : !sends(key, place.operation)
  }

  /// The placeholder of a list with other rows for each of its values, which may have the same ids.
  func variant(of place: OpenAPIRowPlace) -> String? {
    let row = document.expanded(document.shape(place.node))
    return place.isList ? document.variant(of: place.operation, besides: row) : nil
  }

  /// Whether the last step of a path names the row by its id or after its resource, or any step has
  /// the name of its key, as in `/invoices/{guid}/{format}`. A path without placeholders always leads
  /// to the same row.
  private func leadsToRow(
    _ place: OpenAPIRowPlace, of component: String, _ key: String
  ) -> Bool {
    let path = place.operation.path
    let steps = path.split(separator: "/").map(String.init)
    let names = steps.compactMap(OpenAPIPaths.placeholder).map(OpenAPINames.snake)
    if key != "id", names.contains(OpenAPINames.snake(key)) { return true }
    guard OpenAPIPaths.last(path) != nil else {
      return place.operation.method == "get" && names.isEmpty
    }
    return OpenAPIPaths.names(key, of: component, path)
      || place.lastName.map(OpenAPINames.rows(of: component).contains) == true
  }

  /// The placeholder at the end of a path, if it is neither the id of the row nor another of its
  /// keys, so that the rows of its values may have the same id.
  func foreignPlaceholder(
    _ place: OpenAPIRowPlace, of component: String, key: String
  ) -> String? {
    guard !place.isList, let last = OpenAPIPaths.last(place.operation.path),
      !leadsToRow(place, of: component, key)
    else { return nil }
    let keys = place.ownKeys(of: component) + [OpenAPINames.snake(last)]
    let row = document.expanded(document.shape(place.node))
    let isOwn = row.properties.contains { keys.contains(OpenAPINames.snake($0.key)) }
    return isOwn ? nil : last
  }

  // MARK: Requests

  /// Whether the body of a request has the key, so that the response may repeat what the app chose.
  private func sends(_ key: String, _ operation: OpenAPIOperation) -> Bool {
    guard let body = operation.node["requestBody"].map(document.resolved),
      let schema = document.jsonSchema(of: body)
    else { return false }
    return has(key, schema, depth: 0)
  }

  private static let depth = 4

  private func has(_ key: String, _ node: YAMLNode, depth: Int) -> Bool {
    guard depth < Self.depth else { return false }
    let shape = document.expanded(document.shape(node))
    let inner = shape.properties.map(\.node) + [shape.items].compactMap(\.self)
    return shape.properties.contains { $0.key == key }
      || inner.contains { has(key, $0, depth: depth + 1) }
  }
}

extension OpenAPIDocument {
  /// A placeholder with fixed values that a row lacks, as in `/{environment}/answers`: there may be
  /// another row with the same id for each value.
  func variant(of operation: OpenAPIOperation, besides row: OpenAPIShape) -> String? {
    let keys = Set(row.properties.map { OpenAPINames.snake($0.key) })
    let steps = Set(operation.path.split(separator: "/").map(String.init))
    let names = operation.parameters.compactMap { parameter -> String? in
      guard parameter["in"]?.text == "path", let name = parameter["name"]?.text,
        steps.contains("{\(name)}"), !keys.contains(OpenAPINames.snake(name)),
        !["format", "version"].contains(where: OpenAPINames.snake(name).hasSuffix),
        let schema = parameter["schema"], expanded(shape(schema)).values.count > 1
      else { return nil }
      return name
    }
    return names.first
  }
}

/// What the placeholders of paths stand for.
enum OpenAPIPaths {
  /// The name of a placeholder in a step of a path, possibly with an ending such as `.json`.
  static func placeholder(in step: String) -> String? {
    guard step.hasPrefix("{"), let end = step.firstIndex(of: "}") else { return nil }
    return String(step[step.index(after: step.startIndex)..<end])
  }

  /// The name of the placeholder at the end of a path.
  static func last(_ path: String) -> String? {
    path.split(separator: "/").last.flatMap { placeholder(in: String($0)) }
  }

  /// Whether a placeholder in snake_case is an id by its name.
  static func isID(_ placeholder: String) -> Bool {
    ["id", "gid", "sid"].contains(where: placeholder.hasSuffix)
  }

  /// Whether the placeholder at the end of a path is the identity of a row: `{id}`, `{contact_id}` or
  /// `{contact}` after `/contacts`.
  static func names(_ key: String, of component: String, _ path: String) -> Bool {
    guard let last = last(path).map(OpenAPINames.snake) else { return false }
    let steps = path.split(separator: "/").map(String.init)
    let key = OpenAPINames.snake(key)
    let collection = steps.dropLast().last.map { Inflection.singular(OpenAPINames.snake($0)) }
    return isID(last) || last == key || last == collection
      || OpenAPINames.rows(of: component).contains { last == "\($0)_\(key)" || last == $0 }
  }
}
