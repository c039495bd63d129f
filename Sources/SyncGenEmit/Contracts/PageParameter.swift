import SyncGenSchema

/// A parameter that paging sets, with the type of its values.
struct PageParameter: Sendable {
  let name: String
  let isInBody: Bool
  let type: PayloadType
  let dates: DateFormats?

  /// The parameters of an endpoint, in the order of a request.
  static func all(of stores: EndpointStores, names: PayloadNames) -> [PageParameter] {
    guard let paging = stores.paging else { return [] }
    let page = paging.parameter.map { parameter in
      let value = value(of: paging, stores, names)
      return PageParameter(
        name: parameter.name, isInBody: parameter.isInBody, type: value.type, dates: value.dates)
    }
    let size = paging.size.map {
      PageParameter(name: $0.name, isInBody: $0.isInBody, type: .scalar(.int), dates: nil)
    }
    return [page, size].compactMap { $0 }
  }

  private static func value(
    of paging: EndpointPaging, _ stores: EndpointStores, _ names: PayloadNames
  ) -> (type: PayloadType, dates: DateFormats?) {
    switch paging.style {
    case .number, .offset: return (.scalar(.int), nil)
    case .lastRow(let index):
      let attribute = names.names.schema[stores.entity].attributes[index]
      switch attribute.type {
      case .scalar(let scalar): return (.scalar(scalar), attribute.remoteDates)
      case .enumeration(let id): return (.enumeration(id), nil)
      case .money, .value, .array, .dictionary: return (.scalar(.string), nil)
      }
    // Strings and numbers are sent as received.
    case .cursor: return (.scalar(.json), nil)
    case .nextURL, .linkHeader: return (.scalar(.string), nil)
    }
  }
}
