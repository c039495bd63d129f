import SyncGenDiagnostics
import SyncGenYAML

/// Reads what can be done with the response of an endpoint besides returning it: `stores`, `page`,
/// `since` and `missing-rows`.
struct EndpointStorageReader {
  let draft: SchemaDraft
  let types: [InlineType]
  let documents: DocumentTypes
  let endpoint: EndpointStatement

  struct Result {
    var stores: EndpointStores?
    /// The position of the document type of the response, if it is stored as a whole.
    var document: Int?
    var paging: EndpointPaging?
    /// The parameters that can leave rows out of what is stored.
    var filters: [String] = []
  }

  private var owner: String { endpoint.owner }
  private var keys: KeyedNodes<EndpointKey> { endpoint.keys }

  func read(into bag: inout DiagnosticBag) -> Result {
    let node = keys[.stores]
    guard node.map({ $0.plainText != "false" }) ?? isStoredByDefault else {
      checkUnstored(into: &bag)
      return Result(paging: pagingOfUnstored(into: &bag))
    }
    if let document = document(node, into: &bag) { return document }
    var reader = StoresReader(draft: draft, types: types, endpoint: endpoint)
    return reader.read(node, into: &bag) ?? Result()
  }

  /// Whether an endpoint without `stores` returns rows that need no further statement.
  private var isStoredByDefault: Bool {
    guard endpoint.method == .get, !endpoint.mayReturnNothing,
      draft.declaration.adopt?.value != .readOnly
    else { return false }
    switch endpoint.returns {
    case .entity?, .array(.entity)?, .optional(.entity)?, .optional(.array(.entity))?: return true
    case .named(let position)?: return documents.isDocument(position)
    default: return false
    }
  }

  // MARK: Not stored

  private func checkUnstored(into bag: inout DiagnosticBag) {
    let remedy =
      if keys[.stores] != nil {
        "omit 'stores: false'"
      } else if endpoint.mayReturnNothing {
        "'errors' has 'none', so there may be nothing to store"
      } else {
        "add 'stores: true'"
      }
    for key in [EndpointKey.since, .missingRows] {
      guard let span = keys.keySpan(key) else { continue }
      bag.add(.keyWithoutStores(key, of: owner, remedy: remedy, at: span))
    }
  }

  /// The pages of a list that is only returned.
  private func pagingOfUnstored(into bag: inout DiagnosticBag) -> EndpointPaging? {
    guard let node = keys[.page], let span = keys.keySpan(.page) else { return nil }
    guard let returns = endpoint.returns, let element = element(of: returns) else {
      let remedy = endpoint.returns.flatMap {
        StoresReader(draft: draft, types: types, endpoint: endpoint).remedy(for: $0)
      }
      bag.add(.pageWithoutList(owner, remedy: remedy, at: span))
      return nil
    }
    let isEnveloped = draft.symbols.conventions.envelope == .jsonAPI && element.isRow
    return PageReader(
      element: element, types: types, endpoint: endpoint, isPlainList: !isEnveloped
    ).read(node, into: &bag)
  }

  /// What a list contains; `nil` for any other type.
  private func element(of type: PayloadType) -> PageReader.Element? {
    switch type {
    case .optional(let wrapped): element(of: wrapped)
    case .array(.entity(let id)): .row(draft[id])
    case .array(.inline(let type)): .object(type)
    case .array(.named(let position)):
      types.indices.contains(position) ? .object(types[position]) : .value
    case .array: .value
    default: nil
    }
  }

  // MARK: Documents

  /// The document that is applied to the store as a whole; `nil` if `root` contains rows of one
  /// entity.
  ///
  /// - Parameter node: `stores`; `nil` for its default.
  private func document(_ node: YAMLNode?, into bag: inout DiagnosticBag) -> Result? {
    guard case .named(let position)? = endpoint.returns, documents.isDocument(position)
    else { return nil }
    var pairs: [YAMLPair] = []
    switch node?.content {
    case .mapping(let stated)?: pairs = stated
    case .scalar?, .sequence?: guard node?.plainText == "true" else { return nil }
    case nil: break
    }
    if pairs.contains(where: { $0.key == StoresKey.root.rawValue }) { return nil }
    let document = types[position].name
    checkKeys(of: document, into: &bag)
    let isCompleteWith = { (pair: YAMLPair) in pair.key == StoresKey.completeWith.rawValue }
    for pair in pairs where !isCompleteWith(pair) {
      bag.add(.storesOfDocument(pair.key, of: owner, document: document, at: pair.keySpan))
    }
    let completeness = ListCompleteness(endpoint, types: types)
    let completeWith = pairs.first(where: isCompleteWith)?.value
    completeness.checkDocument(
      deletingRowsOf: DocumentTypes.deletingList(in: position, types), completeWith: completeWith,
      at: node?.span ?? endpoint.span, into: &bag)
    return Result(document: position, filters: completeness.filters(besides: completeWith))
  }

  private func checkKeys(of document: String, into bag: inout DiagnosticBag) {
    if let span = keys.keySpan(.missingRows) {
      bag.add(.missingRowsOfDocument(owner, document: document, at: span))
    }
    for key in [EndpointKey.page, .since] {
      guard let span = keys.keySpan(key) else { continue }
      bag.add(.pagesOfDocument(key, of: owner, document: document, at: span))
    }
  }
}

extension PageReader.Element {
  fileprivate var isRow: Bool {
    if case .row = self { true } else { false }
  }
}
