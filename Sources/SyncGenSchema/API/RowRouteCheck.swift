import SyncGenDiagnostics

/// Determines whether and how an endpoint can create, update, delete or fetch a row of an entity.
struct RowRouteCheck {
  /// The reason why it cannot.
  struct Problem: Error {
    let reason: String

    init(_ reason: String) {
      self.reason = reason
    }
  }

  private struct Row {
    let isPatch: Bool
    let keys: [String]
  }

  let endpoint: EndpointModel
  /// The position of the endpoint in the API.
  let index: Int
  let entity: EntityDraft
  let types: [InlineType]

  func route(for key: RowRoutesKey) -> Result<RowRoute, Problem> {
    do throws(Problem) {
      try checkQuery()
      try checkHeaders()
      try checkBody()
      return .success(try checkedRoute(for: key))
    } catch {
      return .failure(error)
    }
  }

  /// The route of an endpoint that returns a row by its identity alone; `nil` for other endpoints.
  var fetchRoute: RowRoute? {
    guard endpoint.query.allSatisfy({ $0.isOptional || $0.defaultValue != nil }),
      endpoint.headers.allSatisfy({ $0.parameter?.isOptional ?? true }),
      let returns = endpoint.returns, let row = row(in: returns), !row.isPatch,
      let parts = identity.arranged(placeholders),
      // `/projects/{project}/parent` returns another project.
      parts == identityNames || endpoint.path.hasSuffix("}") || endpoint.path.hasSuffix("}/")
    else { return nil }
    return RowRoute(
      endpoint: index, path: path, body: .none, bodyRoot: [], returned: row.keys)
  }

  private func checkedRoute(for key: RowRoutesKey) throws(Problem) -> RowRoute {
    switch key {
    case .create:
      try checkMethod([.post, .put, .patch])
      try checkPath(mayLead: true, needsIdentity: false)
      guard let body = try sentRow(), !body.isPatch else {
        throw Problem("its body is not '\(entity.name)'")
      }
      let returned = try returnedKeys()
      if hasTemporaryIdentity, returned == nil {
        throw Problem(
          "it does not return '\(entity.name)', and only the server knows the id of a new row")
      }
      return RowRoute(
        endpoint: index, path: path, body: .whole, bodyRoot: body.keys, returned: returned)
    case .update:
      try checkMethod([.post, .put, .patch])
      try checkPath(mayLead: true, needsIdentity: true)
      guard let body = try sentRow() else {
        throw Problem("its body is neither '\(entity.name).Patch' nor '\(entity.name)'")
      }
      return RowRoute(
        endpoint: index, path: path, body: body.isPatch ? .changed : .whole, bodyRoot: body.keys,
        returned: try returnedKeys())
    case .delete:
      try checkMethod([.delete, .post, .put, .patch])
      try checkPath(mayLead: false, needsIdentity: true)
      if endpoint.body != nil { throw Problem("it has a body") }
      return RowRoute(
        endpoint: index, path: path, body: .none, bodyRoot: [], returned: try returnedKeys())
    }
  }

  // MARK: - Parts

  private func checkMethod(_ methods: [EndpointModel.Method]) throws(Problem) {
    guard !methods.contains(endpoint.method) else { return }
    throw Problem("its method is '\(endpoint.method.rawValue)'")
  }

  private func checkQuery() throws(Problem) {
    guard
      let needed = endpoint.query.first(where: { !$0.isOptional && $0.defaultValue == nil })
    else { return }
    throw Problem("its query needs a value for '\(needed.name.name)'")
  }

  private func checkHeaders() throws(Problem) {
    guard let needed = endpoint.headers.first(where: { $0.parameter?.isOptional == false }) else {
      return
    }
    throw Problem("its header '\(needed.name)' needs a value")
  }

  private func checkBody() throws(Problem) {
    guard endpoint.body != nil else { return }
    guard endpoint.bodyFormat == .json else { throw Problem("its body is not JSON") }
    if let needed = endpoint.body.flatMap(otherField) {
      throw Problem("its body needs a value for '\(needed)'")
    }
  }

  /// The name of another required field, in a body that contains the row in a field.
  private func otherField(in type: PayloadType) -> String? {
    let inline: InlineType? =
      switch type {
      case .inline(let inline): inline
      case .named(let index): types.indices.contains(index) ? types[index] : nil
      default: nil
      }
    return inline?.fields.first { row(in: $0.type) == nil && !$0.isOptional }?.name.name
  }

  /// - Parameters:
  ///   - mayLead: Whether placeholders may be to-one relationships, which are unknown once the row
  ///     is deleted.
  ///   - needsIdentity: Whether the path must identify the row.
  private func checkPath(mayLead: Bool, needsIdentity: Bool) throws(Problem) {
    for name in placeholders {
      if let part = identity.part(name) {
        if !needsIdentity, isTemporary(part) {
          throw Problem("its path contains '{\(name)}', which is unknown for a new row")
        }
        continue
      }
      guard isReference(name) else {
        throw unknownPlaceholder(name)
      }
      guard mayLead else {
        throw Problem("its path contains '{\(name)}', which is unknown once the row is deleted")
      }
    }
    let found = placeholders.compactMap(identity.part)
    if let twice = found.first(where: { part in found.count { $0 == part } > 1 }) {
      throw Problem("several placeholders in its path stand for '\(twice)'")
    }
    guard needsIdentity, let missing = identityNames.first(where: { !found.contains($0) }) else {
      return
    }
    throw Problem("its path lacks '{\(missing)}'")
  }

  private func unknownPlaceholder(_ name: String) -> Problem {
    let found = placeholders.compactMap(identity.part)
    let missing = identityNames.filter { !found.contains($0) }
    let remedy = missing.count == 1 ? "; write '{\(missing[0])}' for the identity" : ""
    return Problem(
      "'{\(name)}' in its path is neither the identity nor a to-one of '\(entity.name)'\(remedy)")
  }

  private func sentRow() throws(Problem) -> Row? {
    guard let body = endpoint.body else { return nil }
    return row(in: body)
  }

  private func returnedKeys() throws(Problem) -> [String]? {
    guard let returns = endpoint.returns else { return nil }
    guard let row = row(in: returns), !row.isPatch else { return nil }
    return row.keys
  }

  /// The row in a type: the type itself, or the only required field of an inline or named type.
  ///
  /// - Parameter outer: The positions of the enclosing types; a type may contain itself.
  private func row(in type: PayloadType, _ outer: Set<Int> = []) -> Row? {
    switch type {
    case .entity(entity.id): return Row(isPatch: false, keys: [])
    case .patch(entity.id): return Row(isPatch: true, keys: [])
    case .optional(let wrapped): return row(in: wrapped, outer)
    case .inline(let inline): return row(in: inline, outer)
    case .named(let index):
      guard types.indices.contains(index), !outer.contains(index) else { return nil }
      return row(in: types[index], outer.union([index]))
    default: return nil
    }
  }

  private func row(in type: InlineType, _ outer: Set<Int>) -> Row? {
    let rows = type.fields.compactMap { field in
      row(in: field.type, outer).map { Row(isPatch: $0.isPatch, keys: field.remote.keys + $0.keys) }
    }
    return rows.count == 1 ? rows[0] : nil
  }

  // MARK: - The entity

  private var placeholders: [String] { endpoint.pathParameters.map(\.name) }

  private var identity: IdentityPlaceholders { entity.identityPlaceholders }
  private var identityNames: [String] { entity.identityNames }

  /// The path with the names of the identity's parts as placeholders.
  private var path: String {
    placeholders.reduce(endpoint.path) { path, name in
      path.replacing("{\(name)}", with: "{\(identity.part(name) ?? name)}")
    }
  }

  private func isReference(_ name: String) -> Bool {
    entity.reference(named: name)?.columns.count == 1
  }

  private func isTemporary(_ name: String) -> Bool {
    guard case .attribute(let index) = entity.members[name] else { return false }
    return entity.attributes[index].defaultValue == .temporary
  }

  private var hasTemporaryIdentity: Bool { identityNames.contains(where: isTemporary) }
}
