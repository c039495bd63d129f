import SyncGenDiagnostics
import SyncGenYAML

/// Reads `remote:`: a key, a dotted path, a list of them, or the two paths of money.
enum RemoteReader {
  static func read(
    _ node: YAMLNode, of owner: @autoclosure () -> String, into bag: inout DiagnosticBag
  ) -> RemoteDeclaration? {
    switch node.content {
    case .scalar: return path(node, of: owner(), into: &bag).map { .paths([$0]) }
    case .sequence(let items):
      let paths = items.compactMap { path($0, of: owner(), into: &bag) }
      guard paths.count == items.count, !paths.isEmpty, !node.hasQuestionMark else {
        if items.isEmpty || node.hasQuestionMark {
          bag.add(
            .wrongShape(
              "'remote' of \(owner())", expected: "a path or paths", item: "path", found: node))
        }
        return nil
      }
      return .paths(paths)
    case .mapping: return money(node, of: owner(), into: &bag)
    }
  }

  private static func money(
    _ node: YAMLNode, of owner: String, into bag: inout DiagnosticBag
  ) -> RemoteDeclaration? {
    var what: String { "'remote' of \(owner)" }
    guard let keys = KeyedNodes<MoneyRemoteKey>(node, of: what, into: &bag) else { return nil }
    let minor = keys.required(.minor, of: what, at: node.span, into: &bag)
    let currency = keys.required(.currency, of: what, at: node.span, into: &bag)
    guard let minor = minor.flatMap({ path($0, of: owner, into: &bag) }),
      let currency = currency.flatMap({ path($0, of: owner, into: &bag) })
    else { return nil }
    return .money(minor: minor, currency: currency)
  }

  static func path(
    _ node: YAMLNode, of owner: @autoclosure () -> String, into bag: inout DiagnosticBag
  ) -> Located<RemotePath>? {
    guard let text = node.text(for: "'remote' of \(owner())", into: &bag) else { return nil }
    let keys = text.value.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard keys.allSatisfy(isKey) else {
      bag.add(.invalidRemote(text.value, of: owner(), at: text.span))
      return nil
    }
    return Located(RemotePath(keys), at: text.span)
  }

  private static func isKey(_ key: String) -> Bool {
    guard let first = key.unicodeScalars.first, let last = key.unicodeScalars.last else {
      return false
    }
    return first != " " && last != " "
      && key.unicodeScalars.allSatisfy { $0.value >= 0x20 && !$0.isDeceptive }
  }
}
