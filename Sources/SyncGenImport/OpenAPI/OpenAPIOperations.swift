import SyncGenYAML

/// A method of a path.
struct OpenAPIOperation {
  struct Response {
    /// `200`, `2XX`, `default`.
    let status: String
    let isSuccess: Bool
    let node: YAMLNode

    /// Whether it never has a body.
    var isEmpty: Bool { status == "204" || status == "205" }
  }

  let method: String
  let path: String
  let node: YAMLNode
  let parameters: [YAMLNode]
  let responses: [Response]

  /// Such as `GET /tasks`.
  var title: String { "\(method.uppercased()) \(path)" }

  /// Whether the path ends with the placeholder of a single row.
  var isOfOneRow: Bool { path.hasSuffix("}") }
}

enum OpenAPIOperations {
  static let methods = ["get", "put", "post", "delete", "patch", "options", "head", "trace"]

  static func all(of document: OpenAPIDocument) -> [OpenAPIOperation] { document.operations }

  static func read(_ document: OpenAPIDocument) -> [OpenAPIOperation] {
    (document.root["paths"]?.pairs ?? []).flatMap { path -> [OpenAPIOperation] in
      let item = document.resolved(path.value)
      return item.pairs.filter { methods.contains($0.key) }.map { method in
        let node = document.resolved(method.value)
        return OpenAPIOperation(
          method: method.key, path: path.key, node: node,
          parameters: parameters(item, node, document), responses: responses(of: node, document))
      }
    }
  }

  /// The parameters of the path and of the operation, which take precedence if both have one.
  private static func parameters(
    _ item: YAMLNode, _ operation: YAMLNode, _ document: OpenAPIDocument
  ) -> [YAMLNode] {
    var result: [YAMLNode] = []
    let all = (item["parameters"]?.elements ?? []) + (operation["parameters"]?.elements ?? [])
    for parameter in all.map(document.resolved) {
      let known = result.firstIndex { other in
        other["name"]?.text == parameter["name"]?.text && other["in"]?.text == parameter["in"]?.text
      }
      if let known { result[known] = parameter } else { result.append(parameter) }
    }
    return result
  }

  /// `default` is a success if there is no other response.
  private static func responses(
    of operation: YAMLNode, _ document: OpenAPIDocument
  ) -> [OpenAPIOperation.Response] {
    let pairs = operation["responses"]?.pairs ?? []
    let hasSuccess = pairs.contains { $0.key.hasPrefix("2") }
    return pairs.map { pair in
      let isSuccess = pair.key.hasPrefix("2") || pair.key == "default" && !hasSuccess
      return .init(
        status: pair.key, isSuccess: isSuccess, node: document.resolved(pair.value))
    }
  }
}
