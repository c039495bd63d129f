import SyncGenSchema

/// What an endpoint does with the rows of an entity.
enum EndpointRole: String {
  case list, get, create, update, delete
  /// It returns lists of several entities.
  case document
}

/// Finds out what an endpoint does, from its method, its path and the types of its bodies.
struct EndpointRoleFinder {
  let endpoint: EndpointModel
  /// The position of the endpoint in the API.
  let position: Int
  let api: API
  let schema: Schema

  /// The role, and the entity unless there are several.
  struct Finding {
    let role: EndpointRole
    var entity: EntityID?
    /// The rows of a request.
    var sent: RowPlace?
    /// The rows of a response.
    var returned: [RowPlace] = []
  }

  private var finder: RowPlaceFinder { RowPlaceFinder(schema: schema, types: api.types) }

  /// Returns `nil` if the endpoint does something else.
  var finding: Finding? {
    stated ?? headed ?? listed ?? fetched ?? written
  }

  /// A `head` is answered like the `get` with its path, without the body.
  private var headed: Finding? {
    guard endpoint.method == .head else { return nil }
    let position = api.endpoints.firstIndex {
      $0.method == .get && $0.path == endpoint.path && $0.version == endpoint.version
    }
    return position.flatMap {
      EndpointRoleFinder(endpoint: api.endpoints[$0], position: $0, api: api, schema: schema)
        .finding
    }
  }

  private var sent: RowPlace? {
    guard let body = endpoint.body, endpoint.bodyFormat == .json else { return nil }
    let places = finder.places(inBody: body).filter { $0.form == .row }
    return places.count == 1 ? places[0] : nil
  }

  /// The places of rows in a response.
  private var places: [RowPlace] {
    guard let type = endpoint.returns else { return [] }
    var places = finder.places(inBody: type)
    if let root = endpoint.stores?.root { return places.filter { $0.keys == root.keys } }
    if endpoint.storedDocument != nil, !places.isEmpty {
      places[0].others += finder.hiddenRows(inBody: type)
    }
    return places
  }

  /// The places outside of lists with rows of several entities, which only documents have.
  private var returned: [RowPlace] {
    let (places, lists) = (places, Set(places.filter { $0.form == .tagged }.map(\.keys)))
    return places.filter { $0.form != .tagged }.map { place in
      var place = place
      place.others += lists.subtracting(place.others).sorted { $0.joined() < $1.joined() }
      return place
    }
  }

  private func returned(_ entity: EntityID, _ form: RowPlace.Form) -> [RowPlace] {
    let places = returned.filter { $0.entity == entity && $0.form == form }
    return places.count == 1 ? places : []
  }

  /// The role that an upload of the `rest` protocol states.
  private var stated: Finding? {
    for routes in api.rowUploads.flatMap(\.entities) {
      let roles: [(EndpointRole, RowRoute?)] = [
        (.create, routes.create), (.update, routes.update), (.delete, routes.delete),
      ]
      for (role, route) in roles where route?.endpoint == position {
        return Finding(
          role: role, entity: routes.entity, sent: sent, returned: returned(routes.entity, .row))
      }
    }
    return nil
  }

  private var listed: Finding? {
    guard endpoint.method == .get || endpoint.method == .post, sent == nil else { return nil }
    let (places, plain) = (places, returned)
    guard !places.isEmpty, places.allSatisfy({ $0.form != .row }) else { return nil }
    let isWhole = endpoint.method == .get && endpoint.pathParameters.isEmpty
    if isWhole, plain.count != 1 || places.count > 1 && endpoint.paging == nil {
      return Finding(role: .document, returned: places)
    }
    guard plain.count == 1 else { return nil }
    return Finding(role: .list, entity: plain[0].entity, returned: plain)
  }

  private var fetched: Finding? {
    let places = returned
    guard endpoint.method == .get, places.count == 1, places[0].form == .row,
      identifies(places[0].entity)
    else { return nil }
    return Finding(role: .get, entity: places[0].entity, returned: places)
  }

  private var written: Finding? {
    if let sent {
      let rows = returned(sent.entity, .row)
      if endpoint.method != .delete, identifies(sent.entity) {
        return Finding(role: .update, entity: sent.entity, sent: sent, returned: rows)
      }
      guard endpoint.method == .post || endpoint.method == .put, !sent.isPatch else { return nil }
      return Finding(role: .create, entity: sent.entity, sent: sent, returned: rows)
    }
    guard endpoint.method == .delete, endpoint.body == nil, let entity = deleted else { return nil }
    return Finding(role: .delete, entity: entity, returned: returned(entity, .row))
  }

  /// The entity whose single rows are at the path of a deletion.
  private var deleted: EntityID? {
    if let entity = returned.first?.entity { return identifies(entity) ? entity : nil }
    let others = api.endpoints.enumerated().filter {
      $0.element.path == endpoint.path && $0.element.method != .delete
    }
    return others.lazy.compactMap { position, other in
      EndpointRoleFinder(endpoint: other, position: position, api: api, schema: schema).finding?
        .entity
    }.first
  }

  private func identifies(_ entity: EntityID) -> Bool {
    let members = EndpointMembers(entity: schema[entity], schema: schema)
    let found = endpoint.pathParameters.map { members.member(ofPlaceholder: $0.name) }
    return members.identityParts.allSatisfy(found.contains)
      && found.allSatisfy { $0.map(members.isReferenceOrIdentity) ?? false }
  }
}
