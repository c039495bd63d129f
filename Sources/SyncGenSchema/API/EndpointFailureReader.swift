import SyncGenDiagnostics
import SyncGenYAML

/// Reads `fails:` of an endpoint.
struct EndpointFailureReader {
  let payloads: PayloadTypeReader
  let owner: String

  func read(
    _ node: YAMLNode?, returns: PayloadType?, into bag: inout DiagnosticBag
  ) -> EndpointFailure? {
    let place = "'fails' of \(owner)"
    guard let node, let keys = KeyedNodes<FailsKey>(node, of: place, into: &bag) else { return nil }
    if let returns, [.file, .scalar(.data)].contains(payloads.unwrapped(returns).type) {
      bag.add(.failsWithoutJSON(owner, at: node.span))
    }
    guard let unless = keys.required(.unless, of: place, at: node.span, into: &bag),
      let flag = RemoteReader.path(unless, "'unless'", in: place, example: "ok", into: &bag)
    else { return nil }
    let code = keys[.code].flatMap {
      RemoteReader.path($0, "'code'", in: place, example: "error", into: &bag)
    }
    return EndpointFailure(flag: flag, code: code)
  }
}
