import SyncGenSchema

/// All parameters in the queries of an endpoint's requests.
struct QueryParameters {
  let endpoint: EndpointModel
  let names: PayloadNames

  /// Those that the schema lists, followed by those that requests into a store, or for a page, add.
  var fields: [FieldContext] {
    let listed = endpoint.query.map {
      FieldContext(field: $0, names: names, setBy: setter(of: $0.remote.dotted))
    }
    let known = Set(endpoint.query.map(\.remote.dotted))
    let added = ([since] + pages).compactMap(\.self).filter { !known.contains($0.remote.dotted) }
    return listed
      + added.map {
        FieldContext(
          field: $0, names: names, setBy: setter(of: $0.remote.dotted), isAdded: true)
      }
  }

  private func setter(of parameter: String) -> String? {
    if endpoint.stores?.since == parameter { return "since" }
    return endpoint.paging?.sets(parameter, inBody: false) == true ? "page" : nil
  }

  /// The parameter with the latest clock that the device knows.
  private var since: InlineField? {
    guard let stores = endpoint.stores, let parameter = stores.since,
      let clock = JSONSchemas(names: names).clockAttribute(of: stores.entity)
    else { return nil }
    return InlineField(
      added: parameter, type: PayloadType(clock.type), scalar: clock.scalar,
      dates: clock.remoteDates, span: endpoint.span)
  }

  private var pages: [InlineField] {
    PageParameter.all(of: endpoint).filter { !$0.isInBody }.map {
      InlineField(added: $0.name, type: $0.type, dates: $0.dates, span: endpoint.span)
    }
  }
}
