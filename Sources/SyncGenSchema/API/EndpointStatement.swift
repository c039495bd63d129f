import SyncGenDiagnostics

/// What an endpoint states, as far as it was read when its response's use is read.
struct EndpointStatement {
  let keys: KeyedNodes<EndpointKey>
  let owner: String
  /// The span of its name.
  let span: SourceSpan
  let method: EndpointModel.Method
  let placeholders: [String]
  let query: [InlineField]
  let constants: [QueryConstant]
  let body: PayloadType?
  let returns: PayloadType?
  /// Whether `errors` has `none`.
  let mayReturnNothing: Bool
}
