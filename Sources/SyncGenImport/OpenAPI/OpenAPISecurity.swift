import SyncGenYAML

/// Security schemes.
extension OpenAPISchemaMaker {
  /// The schemes of each alternative that requests may use.
  private func requirements(_ node: YAMLNode) -> [[String]] {
    (node["security"]?.elements ?? []).map { $0.pairs.map(\.key) }
  }

  private var requirements: [[String]] { requirements(document.root) }

  /// Adds keys in headers to `api`; other schemes are left to the app.
  mutating func addSecurity(to api: inout ImportedAPI) {
    let schemes = (document.root["components"]?["securitySchemes"]?.pairs ?? []).map {
      (key: $0.key, node: $0.value, scheme: document.resolved($0.value))
    }
    let headers = schemes.filter { isHeader($0.key, $0.scheme) }.map(\.key)
    for (key, node, scheme) in schemes {
      if headers.contains(key), let name = scheme["name"]?.text {
        var header = ImportedHeader(name)
        header.isSecret = true
        header.documentation = scheme["description"]?.text.flatMap(OpenAPIProse.short)
        header.notes = notes(onAlternativesTo: key)
        api.headers.append(header)
      } else {
        unreadSchemes.insert(key)
        remark(node, unread(key, scheme, besides: headers))
      }
    }
  }

  private func isHeader(_ key: String, _ scheme: YAMLNode) -> Bool {
    scheme["type"]?.text == "apiKey" && scheme["in"]?.text == "header" && scheme["name"] != nil
      && requirements.joined().contains(key)
  }

  /// What requests may have instead of a scheme.
  private func notes(onAlternativesTo key: String) -> [ImportNote] {
    let others = requirements.filter { !$0.contains(key) }
    if others.isEmpty { return [] }
    if others.contains(where: \.isEmpty) { return ["requests may lack it"] }
    let beside = Set(requirements.filter { $0.contains(key) }.joined())
    var names: [String] = []
    for name in others.joined() where !names.contains(name) && !beside.contains(name) {
      names.append(name)
    }
    if names.isEmpty { return ["requests may lack it"] }
    return [ImportNote("requests may have \(Self.choice(of: names)) instead")]
  }

  /// Why a scheme is not imported, and whether that matters.
  private func unread(_ key: String, _ scheme: YAMLNode, besides headers: [String]) -> String {
    let place = scheme["in"]?.text.map { "in \($0)" }
    let words = [scheme["type"]?.text ?? "", scheme["scheme"]?.text, place].compactMap(\.self)
    let title = "security scheme '\(key)' (\(words.joined(separator: " "))) is not imported"
    func header(besides requirements: [[String]]) -> [String]? {
      requirements.first { !$0.isEmpty && Set($0).isSubset(of: headers) }
    }
    let own = document.operations.map { requirements($0.node) }
    let isNeeded = own.contains { $0.joined().contains(key) && header(besides: $0) == nil }
    guard !isNeeded, requirements.joined().contains(key),
      let names = header(besides: requirements)
    else { return title + "; add a middleware that signs requests" }
    let quoted = names.map { "'\($0)'" }.joined(separator: " and ")
    return title + "; requests may have \(quoted) instead"
  }

  private static func choice(of names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: " or ")
  }

  /// Requirements of schemes that are a header of the API, or that are listed already, are not
  /// listed again.
  mutating func noteSecurity(
    of operation: OpenAPIOperation, _ title: String, _ api: ImportedAPI
  ) {
    guard let stated = operation.node["security"] else { return }
    let all = document.root["security"]
    if all.map(stated.hasContent) ?? stated.elements.isEmpty { return }
    let schemes = document.root["components"]?["securitySchemes"]
    let names = Set(stated.elements.flatMap { $0.pairs.map(\.key) })
    let isKnown = names.allSatisfy { name in
      let header = schemes?[name].map(document.resolved)?["name"]?.text
      return unreadSchemes.contains(name) || api.headers.contains { $0.name == header }
    }
    guard names.isEmpty || !isKnown else { return }
    remark(operation.node, of: title, "'security' is not imported")
  }
}
