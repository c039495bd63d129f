import SyncGenYAML

/// What the values of components are used for.
struct OpenAPIUses {
  enum Use {
    /// Only responses contain them, or nothing does.
    case responses
    /// Only requests contain them.
    case requests
    /// The same, and the request may be a `PATCH`, which changes all that it contains.
    case patches
    case both
    /// The same, and one of the requests may be a `PATCH`.
    case bothWithPatches

    /// Whether values that responses never have are left out.
    var isOfRequests: Bool { self == .requests || self == .patches }

    /// Whether a `PATCH` may contain them.
    var isPatched: Bool { self == .patches || self == .bothWithPatches }
  }

  private let received: Set<String>
  private let sent: Set<String>
  private let patched: Set<String>
  /// The components that are bodies, or their elements.
  private let bodies: Set<String>

  init(_ document: OpenAPIDocument) {
    var (requests, patches, responses): ([YAMLNode], [YAMLNode], [YAMLNode]) = ([], [], [])
    for operation in document.isOwn ? [] : document.operations {
      responses += operation.responses.map(\.node)
      guard let body = operation.node["requestBody"].map(document.resolved) else { continue }
      requests.append(body)
      if operation.method == "patch" { patches.append(body) }
    }
    let schemas = requests.flatMap { $0["content"]?.pairs ?? [] }.compactMap { $0.value["schema"] }
    bodies = Set(
      schemas.compactMap { ($0["items"] ?? $0)["$ref"]?.text.flatMap(document.component) })
    received = document.reached(from: responses)
    sent = document.reached(from: requests)
    patched = document.reached(from: patches)
  }

  subscript(component: String) -> Use {
    guard sent.contains(component) else { return .responses }
    guard received.contains(component) else { return inRequests(component) }
    return patched.contains(component) ? .bothWithPatches : .both
  }

  /// Whether a component is a whole body, whose id would be that of the new or changed row.
  func isBody(_ component: String) -> Bool { bodies.contains(component) }

  /// The use of a form of a component that only requests have.
  func inRequests(_ component: String) -> Use {
    patched.contains(component) ? .patches : .requests
  }
}
