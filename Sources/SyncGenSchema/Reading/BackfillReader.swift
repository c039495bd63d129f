import SyncGenDiagnostics
import SyncGenYAML

/// Reads `backfill:` of an attribute: an SQL expression, or the two of money.
enum BackfillReader {
  static func read(
    _ node: YAMLNode, of owner: @autoclosure () -> String, into bag: inout DiagnosticBag
  ) -> Located<Backfill>? {
    guard case .mapping = node.content else {
      return node.backfill(of: owner(), into: &bag).map {
        Located(.expression($0.value), at: $0.span)
      }
    }
    var what: String { "'backfill' of \(owner())" }
    guard let keys = KeyedNodes<MoneyBackfillKey>(node, of: what, into: &bag) else { return nil }
    let minor = keys.required(.minor, of: what, at: node.span, into: &bag)
    let currency = keys.required(.currency, of: what, at: node.span, into: &bag)
    guard let minor = minor.flatMap({ $0.backfill(of: owner(), into: &bag) }),
      let currency = currency.flatMap({ $0.backfill(of: owner(), into: &bag) })
    else { return nil }
    return Located(.money(minor: minor.value, currency: currency.value), at: node.span)
  }
}
