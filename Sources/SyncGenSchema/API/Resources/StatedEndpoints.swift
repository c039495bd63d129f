import SyncGenDiagnostics
import SyncGenYAML

/// The endpoints that a schema writes out, by name and by request.
struct StatedEndpoints {
  private struct Request: Hashable {
    let method: EndpointModel.Method
    /// The path without the names of placeholders.
    let shape: String
  }

  let pairs: [YAMLPair]
  private var byName: [String: Located<String>] = [:]
  private var byRequest: [Request: Located<String>] = [:]

  /// - Parameter node: The value of `endpoints:`. `nil` is returned if it cannot have endpoints,
  ///   which is reported where it is read.
  init?(_ node: YAMLNode?) {
    if let node, !node.isNull {
      guard case .mapping(let pairs) = node.content else { return nil }
      self.pairs = pairs
    } else {
      pairs = []
    }
    for pair in pairs { add(pair) }
  }

  private mutating func add(_ pair: YAMLPair) {
    let name = Located(pair.key, at: pair.keySpan)
    byName[pair.key] = name
    guard case .mapping(let keys) = pair.value.content else { return }
    for key in keys {
      guard let method = EndpointModel.Method(rawValue: key.key), let path = key.value.scalar
      else { continue }
      let request = Request(method: method, shape: EndpointPath.withoutNames(path.text))
      if byRequest[request] == nil { byRequest[request] = name }
    }
  }

  /// The first endpoint with a method and a path, names of placeholders aside.
  func endpoint(_ method: EndpointModel.Method, _ path: String) -> Located<String>? {
    byRequest[Request(method: method, shape: EndpointPath.withoutNames(path))]
  }

  func endpoint(named name: String) -> Located<String>? { byName[name] }
}
