/// Checks payloads with the rules of a store. The tool does so with the runtime, which the
/// generator does not use.
package protocol PayloadChecking: Sendable {
  /// Whether `check-payload` accepts the payload.
  func accepts(_ payload: CheckedPayload) -> Bool
}

/// Creates what checks payloads, when the first one is to be checked.
package typealias PayloadCheckerMaker = @Sendable () -> any PayloadChecking

/// A payload with what its rows are.
package struct CheckedPayload: Sendable {
  package let json: String
  package let entity: String
  /// The document that it is; the other members are ignored then.
  package let document: String?
  /// The dotted path of the rows.
  package let root: String?
  package let keyedBy: String?
  package let isItem: Bool

  package init(
    json: String, entity: String, document: String? = nil, root: String? = nil,
    keyedBy: String? = nil, isItem: Bool = true
  ) {
    self.json = json
    self.entity = entity
    self.document = document
    self.root = root
    self.keyedBy = keyedBy
    self.isItem = isItem
  }
}
