import SyncGenSchema

/// Rows that may depend on a placeholder which is not theirs.
extension OpenAPISchemaMaker {
  /// Notes single rows whose path has a further placeholder that stands for no row, next to an
  /// endpoint of the same rows without it: a category of one month, as in
  /// `/months/{month}/categories/{id}` next to `/categories/{id}`.
  func noteDependentRows(in api: inout ImportedAPI) {
    var known: [String: ImportedEndpoint] = [:]
    for endpoint in api.endpoints where endpoint.isSingleRow { known[endpoint.path] = endpoint }
    for (index, endpoint) in api.endpoints.enumerated() where endpoint.isSingleRow {
      guard let (path, placeholder) = withoutExtraStep(endpoint, in: known) else { continue }
      api.endpoints[index].notes.append(
        .guessed(
          .entity, "the same row as that of GET \(path), whatever {\(placeholder)} is"))
    }
  }

  /// Notes rows of a path with a placeholder that has fixed values and is not in the rows, as in
  /// `/{environment}/answers`.
  mutating func noteVariants(of operation: OpenAPIOperation, in endpoint: inout ImportedEndpoint) {
    let rows = returnedEntities(endpoint.returns).compactMap { components[$0] }
    guard let row = rows.first.flatMap({ document.shape(ofComponent: $0) }),
      let placeholder = document.variant(of: operation, besides: row)
    else { return }
    endpoint.notes.append(.guessed(.entity, "the same rows, whatever {\(placeholder)} is"))
  }

  /// A path of the same row with one step less, and the placeholder in that step.
  private func withoutExtraStep(
    _ endpoint: ImportedEndpoint, in known: [String: ImportedEndpoint]
  ) -> (path: String, placeholder: String)? {
    let steps = endpoint.path.split(separator: "/").map(String.init)
    for index in steps.indices.dropFirst().dropLast() where steps[index].hasPrefix("{") {
      let shorter = steps[..<(index - 1)] + steps[(index + 1)...]
      let path = "/" + shorter.joined(separator: "/")
      let placeholder = String(steps[index].dropFirst().dropLast())
      let list = Inflection.singular(OpenAPINames.snake(steps[index - 1]))
      guard let other = known[path], other.returns == endpoint.returns,
        other.stores == endpoint.stores, other.keepsMissingRows == endpoint.keepsMissingRows,
        !steps[index - 1].hasPrefix("{"),
        namedEntities(placeholder).isEmpty,
        !sourcePositions.keys.contains(where: { ("_" + $0).hasSuffix("_" + list) })
      else { continue }
      return (path, placeholder)
    }
    return nil
  }
}

extension ImportedEndpoint {
  /// Whether it stores one row.
  fileprivate var isSingleRow: Bool {
    method == .get && stores != nil && page == nil && path.hasSuffix("}") && !keepsMissingRows
  }
}
