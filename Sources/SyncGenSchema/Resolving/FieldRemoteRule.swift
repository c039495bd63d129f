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

extension Diagnostic {
  fileprivate static func onlyOnAttributes(
    _ what: String, _ owner: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .invalidRemote, "'remote' of \(owner) has \(what), which only attributes have", at: span)
  }
}
