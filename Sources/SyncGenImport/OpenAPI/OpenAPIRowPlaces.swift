import SyncGenSchema
import SyncGenYAML

/// An object in the response of an operation, or the elements of a list there.
struct OpenAPIRowPlace {
  let operation: OpenAPIOperation
  /// The schema of the object, as written.
  let node: YAMLNode
  let isList: Bool
  /// The keys from the response to the object or the list.
  let keys: [String]

  var title: String { operation.title }

  /// The steps of the path, without the one that names a single row.
  var steps: [Substring] {
    var steps = operation.path.split(separator: "/")
    if let last = steps.last, last.contains("{") { steps.removeLast() }
    return steps
  }

  /// Whether the rows are those of other rows, as in `/servers/{id}/tags`.
  var isInside: Bool {
    isList ? operation.path.contains("{") : steps.contains { $0.contains("{") }
  }

  /// The name of the placeholder that names a single row, as in `/tags/{key}`.
  var placeholder: String? {
    guard let last = operation.path.split(separator: "/").last, last.hasPrefix("{"),
      last.hasSuffix("}")
    else { return nil }
    return String(last.dropFirst().dropLast())
  }

  /// The singular in snake_case of the step before the one that names a single row.
  var lastName: String? { steps.last.map { Inflection.singular(OpenAPINames.snake(String($0))) } }

  /// The keys in snake_case that the placeholder of a single row may mean: `tag_id` and `id` of a tag
  /// for `{tag_id}`.
  func ownKeys(of name: String) -> [String] {
    guard !isList, let whole = placeholder.map(OpenAPINames.snake) else { return [] }
    let start = OpenAPINames.snake(name) + "_"
    return whole.hasPrefix(start) ? [whole, String(whole.dropFirst(start.count))] : [whole]
  }
}

extension OpenAPIDocument {
  /// The number of keys that may be around rows.
  private static let envelopes = 3

  /// The objects and lists of objects in successful responses, not those inside rows.
  func readRowPlaces() -> [OpenAPIRowPlace] {
    operations.flatMap { operation -> [OpenAPIRowPlace] in
      operation.responses.filter(\.isSuccess).flatMap { response -> [OpenAPIRowPlace] in
        guard let schema = jsonSchema(of: response.node) else { return [] }
        var places: [OpenAPIRowPlace] = []
        addPlaces(at: schema, of: operation, [], isList: false, to: &places)
        return places
      }
    }
  }

  /// The schema of a body in JSON.
  func jsonSchema(of node: YAMLNode) -> YAMLNode? {
    (node["content"]?.pairs ?? []).first { pair in
      let type = (pair.key.split(separator: ";").first ?? "").lowercased()
      return type.hasSuffix("/json") || type.hasSuffix("+json") || type == "*/*"
    }?.value["schema"]
  }

  private func addPlaces(
    at node: YAMLNode, of operation: OpenAPIOperation, _ keys: [String], isList: Bool,
    to places: inout [OpenAPIRowPlace]
  ) {
    let own = shape(node)
    let shape = expanded(own)
    if let items = shape.items, shape.types == ["array"], !isList {
      addPlaces(at: items, of: operation, keys, isList: true, to: &places)
    } else if !shape.properties.isEmpty {
      places.append(
        OpenAPIRowPlace(operation: operation, node: node, isList: isList, keys: keys))
      guard !isList, keys.count < Self.envelopes,
        !OpenAPIIdentities.isRow(shape, named: own.component ?? "", self)
      else { return }
      for property in shape.properties {
        addPlaces(
          at: property.node, of: operation, keys + [property.key], isList: false, to: &places
        )
      }
    }
  }
}
