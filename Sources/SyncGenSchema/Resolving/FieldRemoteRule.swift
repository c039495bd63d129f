import SyncGenDiagnostics

/// Checks that a field's `remote:` has only keys and paths through objects, or minor units and a
/// currency.
enum FieldRemoteRule {
  static func check(
    _ remote: RemoteDeclaration?, of owner: String, into bag: inout DiagnosticBag
  ) {
    guard let remote, let first = remote.paths.first else { return }
    if let path = remote.paths.first(where: { !$0.value.isPlain }) {
      bag.add(
        .onlyOnAttributes("the path '\(path.value.dotted)' through a list", owner, at: path.span))
    }
    switch remote {
    case .paths, .parts: return
    case .firstValue: bag.add(.onlyOnAttributes("'first-value'", owner, at: first.span))
    case .money(let money):
      if money.isMajor { bag.add(.onlyOnAttributes("'major'", owner, at: first.span)) }
      if let code = money.code {
        bag.add(.onlyOnAttributes("'currency-code'", owner, at: code.span))
      }
    }
  }
}

extension FieldRemoteRule {
  /// As `check`, of a document, whose fields are found by one path each.
  static func checkDocument(
    _ remote: RemoteDeclaration?, of owner: String, into bag: inout DiagnosticBag
  ) {
    check(remote, of: owner, into: &bag)
    guard case .paths(let paths)? = remote, paths.count > 1 else { return }
    bag.add(
      Diagnostic(
        .invalidRemote, "'remote' of \(owner) has several paths, which a document cannot have",
        at: paths[1].span))
  }
}

extension Diagnostic {
  fileprivate static func onlyOnAttributes(
    _ what: String, _ owner: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .invalidRemote, "'remote' of \(owner) has \(what), which only attributes have", at: span)
  }
}
