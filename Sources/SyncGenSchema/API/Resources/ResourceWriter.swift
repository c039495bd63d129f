import SyncGenDiagnostics
import SyncGenYAML

/// Writes the endpoints that one resource stands for, as YAML with the span of the resource.
struct ResourceWriter {
  let declaration: ResourceDeclaration
  let entity: EntityDraft
  let names: NameStyle

  private var nodes: ResourceNodes { ResourceNodes(span: declaration.name.span) }

  // MARK: Requests

  func name(of part: Resource.Part) -> String {
    switch part {
    case .list: names.camelCase(names.snakeCase(entity.plural))
    case .get: names.camelCase(entity.snakeName)
    case .create, .update, .delete: part.rawValue + entity.name
    }
  }

  func method(of part: Resource.Part) -> EndpointModel.Method {
    switch part {
    case .list, .get: .get
    case .create: .post
    case .update: declaration.update.method
    case .delete: .delete
    }
  }

  func path(of part: Resource.Part) -> Located<String> {
    switch part {
    case .list, .create: declaration.path
    case .get, .update, .delete: item
    }
  }

  /// The path of a row: `/notes/{id}`, or `/notes/{id}/` if the path of the list ends with a slash.
  var item: Located<String> {
    if let item = declaration.item { return item }
    let path = declaration.path
    let found = placeholders(in: path.value).compactMap(entity.identityPlaceholders.part)
    let missing = entity.identityNames.filter { !found.contains($0) }
    return Located(Self.path(path.value, followedBy: missing), at: path.span)
  }

  /// The path of a row without a parent, to propose it.
  var shortItem: String {
    let collection = declaration.path.value.split(separator: "/").last { !$0.contains("{") }
    let slash = declaration.path.value.hasSuffix("/") ? "/" : ""
    return Self.path("/\(collection ?? "")\(slash)", followedBy: entity.identityNames)
  }

  private static func path(_ path: String, followedBy names: [String]) -> String {
    let slash = path.hasSuffix("/") ? "/" : ""
    let parts = names.map { "/{\($0)}" }.joined()
    return "\(path.dropLast(slash.count))\(parts)\(slash)"
  }

  func placeholders(in path: String) -> [String] { EndpointPath.placeholders(path) ?? [] }

  /// The to-one for whose rows the list is: the last one of several.
  private var scope: String? {
    placeholders(in: declaration.path.value).last { entity.reference(named: $0) != nil }
  }

  // MARK: Endpoints

  func endpoint(_ part: Resource.Part) -> YAMLPair {
    let path = path(of: part)
    let request = nodes.pair(
      method(of: part).rawValue, nodes.text(path.value, at: path.span))
    return nodes.pair(name(of: part), nodes.mapping([request] + content(of: part)))
  }

  /// The request as an endpoint states it: `get: /notes`.
  func request(_ part: Resource.Part) -> String {
    let path = path(of: part).value
    return "\(method(of: part).rawValue): " + (path.contains("{") ? "\"\(path)\"" : path)
  }

  private func content(of part: Resource.Part) -> [YAMLPair] {
    switch part {
    case .list: list
    case .get: [returning(nodes.text(entity.name)), storing(nodes.text("true"))]
    case .create: [sending(entity.name), returning(nodes.text(entity.name))]
    case .update:
      [
        sending(declaration.update == .put ? entity.name : entity.name + ".Patch"),
        returning(nodes.text(entity.name + "?")),
      ]
    case .delete: []
    }
  }

  private var list: [YAMLPair] {
    let rows = nodes.sequence([nodes.text(entity.name)])
    var stores: [YAMLPair] = []
    if let scope { stores.append(nodes.pair(StoresKey.scope.rawValue, nodes.text(scope))) }
    var returned = rows
    if let root = declaration.root {
      stores.append(nodes.pair(StoresKey.root.rawValue, root.node))
      let field = nodes.mapping([nodes.pair("type", rows), nodes.pair("remote", root.node)])
      returned = nodes.mapping([nodes.pair(fieldName(of: root.path), field)])
    }
    return [returning(returned)] + declaration.listKeys
      + [storing(stores.isEmpty ? nodes.text("true") : nodes.mapping(stores))]
  }

  /// The name of the field with the rows: that of their key, if a field can have it.
  private func fieldName(of root: RemotePath) -> String {
    let words = names.snakeCase((root.keys.last ?? "").replacing("-", with: "_"))
    let name = names.camelCase(words)
    var problems = DiagnosticBag()
    MemberNameRule.check(Located(name, at: declaration.name.span), of: "field", into: &problems)
    return problems.diagnostics.isEmpty && name != "type" ? name : "rows"
  }

  private func sending(_ type: String) -> YAMLPair {
    nodes.pair(EndpointKey.body.rawValue, nodes.text(type))
  }

  private func returning(_ type: YAMLNode) -> YAMLPair {
    nodes.pair(EndpointKey.returns.rawValue, type)
  }

  private func storing(_ value: YAMLNode) -> YAMLPair {
    nodes.pair(EndpointKey.stores.rawValue, value)
  }
}

/// Makes YAML that no file contains, with the span of what it stands for.
struct ResourceNodes {
  let span: SourceSpan

  func text(_ text: String, at place: SourceSpan? = nil) -> YAMLNode {
    YAMLNode(.scalar(YAMLScalar(text, isPlain: true)), at: place ?? span)
  }

  func sequence(_ items: [YAMLNode]) -> YAMLNode { YAMLNode(.sequence(items), at: span) }

  func mapping(_ pairs: [YAMLPair]) -> YAMLNode { YAMLNode(.mapping(pairs), at: span) }

  func pair(_ key: String, _ value: YAMLNode) -> YAMLPair {
    YAMLPair(key: key, at: span, value: value)
  }
}
