/// The requests of an API, in which redundant endpoints are found without comparing each with all.
struct KnownRequests {
  /// What redundant endpoints share. The names of placeholders do not matter on the wire, so paths
  /// are compared without them.
  private struct Target: Hashable {
    let method: EndpointModel.Method
    let version: Int?
    let shape: String
  }

  private struct Known {
    let path: String
    let first: Int
    /// The first endpoint with another path, which differs in the names of placeholders.
    var firstWithOtherPath: Int?
    /// The first endpoints with each path and content.
    var byContents: [[String]: Int] = [:]
  }

  private var known: [Target: Known] = [:]

  /// Adds an endpoint.
  ///
  /// - Returns: The position of the first one with the same requests and responses.
  mutating func add(_ endpoint: EndpointModel, at position: Int) -> Int? {
    let target = Target(
      method: endpoint.method, version: endpoint.version,
      shape: EndpointPath.withoutNames(endpoint.path))
    let contents = [endpoint.path] + endpoint.contents
    var entry = known[target] ?? Known(path: endpoint.path, first: position)
    let other = entry.path == endpoint.path ? entry.firstWithOtherPath : entry.first
    let same = [other, entry.byContents[contents]].compactMap { $0 }.min()
    if entry.path != endpoint.path, entry.firstWithOtherPath == nil {
      entry.firstWithOtherPath = position
    }
    if entry.byContents[contents] == nil { entry.byContents[contents] = position }
    known[target] = entry
    return same
  }
}

extension EndpointModel {
  /// The contents of its requests and responses other than method and path, regardless of the names
  /// in Swift.
  fileprivate var contents: [String] {
    [
      (query.map(\.remote.dotted) + constants.map { "\($0.remote)=\($0.value)" }).sorted()
        .joined(separator: "&"),
      headers.map { $0.name.lowercased() }.sorted().joined(separator: ","),
      "\(bodyFormat)", body?.shape ?? "", returns?.shape ?? "", stores?.since ?? "",
    ]
  }
}

extension PayloadType {
  /// A text that is equal for types with the same keys and types in JSON.
  fileprivate var shape: String {
    switch self {
    case .inline(let type):
      let fields = type.fields.map { "\($0.remote.dotted):\($0.type.shape)" }
      return "{\(fields.sorted().joined(separator: ","))}"
    case .array(let element): return "[\(element.shape)]"
    case .dictionary(let element): return "[:\(element.shape)]"
    case .optional(let wrapped): return wrapped.shape + "?"
    case .entity, .patch, .scalar, .enumeration, .value, .money, .file, .named, .tagged:
      return "\(self)"
    }
  }
}
