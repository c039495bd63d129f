import SyncGenSchema

/// A parameter that paging sets, with the type of its values.
struct PageParameter: Sendable {
  let name: String
  let isInBody: Bool
  let type: PayloadType
  let dates: DateFormats?

  /// The parameters of an endpoint, in the order of a request.
  static func all(of endpoint: EndpointModel) -> [PageParameter] {
    guard let paging = endpoint.paging else { return [] }
    let page = paging.parameter.map { parameter in
      let value = value(of: paging)
      return PageParameter(
        name: parameter.name, isInBody: parameter.isInBody, type: value.type, dates: value.dates)
    }
    let size = paging.size.map {
      PageParameter(name: $0.name, isInBody: $0.isInBody, type: .scalar(.int), dates: nil)
    }
    return [page, size].compactMap { $0 }
  }

  private static func value(of paging: EndpointPaging) -> (type: PayloadType, dates: DateFormats?) {
    switch paging.style {
    case .number, .offset: (.scalar(.int), nil)
    case .lastRow(let last): (last.type, last.dates)
    // Strings and numbers are sent as received.
    case .cursor: (.scalar(.json), nil)
    case .nextURL, .linkHeader: (.scalar(.string), nil)
    }
  }
}
