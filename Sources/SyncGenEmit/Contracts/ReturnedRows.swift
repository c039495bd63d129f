import SyncGenSchema

/// Finds the rows of an entity in the response of an endpoint.
struct ReturnedRows {
  struct Rows: Sendable {
    let entity: EntityID
    /// Their keys, from the outside in.
    let root: [String]
    let isItem: Bool
    /// The identity whose values are the keys of the object that contains them.
    var keyedBy: String?
  }

  private let endpoint: EndpointModel
  private let api: API
  /// The path stated in the schema; `nil` to use the first rows found.
  private let root: [String]?

  init(_ endpoint: EndpointModel, _ api: API) {
    self.endpoint = endpoint
    self.api = api
    root = endpoint.stores?.root?.keys
  }

  /// The first rows that can be applied; `nil` if there are none.
  var rows: Rows? { endpoint.returns.flatMap { rows(in: $0) } }

  private func rows(in type: PayloadType, below keys: [String] = []) -> Rows? {
    switch type {
    case .entity(let id): Rows(entity: id, root: keys, isItem: true)
    case .array(let element): list(element, below: keys)
    case .optional(let wrapped): rows(in: wrapped, below: keys)
    case .inline(let inline): rows(in: inline, below: keys)
    case .named(let position): rows(in: api.types[position], below: keys)
    case .dictionary(let element): keyed(element, below: keys)
    case .patch, .scalar, .enumeration, .value, .money, .file, .tagged: nil
    }
  }

  /// Rows under their identities.
  private func keyed(_ element: PayloadType, below keys: [String]) -> Rows? {
    guard let attribute = endpoint.stores?.keyedBy, case .entity(let id) = element else {
      return nil
    }
    return Rows(entity: id, root: keys, isItem: false, keyedBy: attribute)
  }

  /// Rows below keys of a list's elements have no path.
  private func list(_ element: PayloadType, below keys: [String]) -> Rows? {
    guard case .entity(let id) = element else { return nil }
    return Rows(entity: id, root: keys, isItem: false)
  }

  private func rows(in type: InlineType, below keys: [String]) -> Rows? {
    for field in type.fields {
      let path = keys + field.remote.keys
      if let root, !root.starts(with: path) { continue }
      if let rows = rows(in: field.type, below: path) { return rows }
    }
    return nil
  }
}
