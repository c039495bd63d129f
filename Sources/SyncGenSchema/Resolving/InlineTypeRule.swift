import SyncGenDiagnostics

/// Finds types of an API that would have one name in Swift.
enum InlineTypeRule {
  static func check(_ api: API, into bag: inout DiagnosticBag) {
    var spans = Dictionary(
      api.endpoints.map { ($0.typeName, $0.span) }, uniquingKeysWith: { first, _ in first })
    // A name under `types:` that occurs twice there is a repeated key of the file.
    for type in api.types + api.endpoints.flatMap(\.inlineTypes) {
      for inner in type.withNested {
        guard let first = spans[inner.name] else {
          spans[inner.name] = inner.span
          continue
        }
        bag.add(.duplicateName(Located(inner.name, at: inner.span), first: first))
      }
    }
  }
}
