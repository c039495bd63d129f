@_spi(Generated) import SwiftSyncRuntime

/// Writes rows that devices push with others: known rows are changed, others are created.
struct UploadedRows {
  let state: ServerState

  /// Writes a row. Writing it again has the same result.
  ///
  /// - Returns: The row as it is now; `nil` for a deleted row that the server never had.
  func write(_ json: JSONValue, _ plan: EntityPlan) throws -> ServerRow? {
    let identity = try identity(json, plan)
    let known = identity.flatMap { state.row($0, plan) }
    if try state.reader.isDeleted(json, plan) == true {
      guard let identity, let known else { return nil }
      return state.isDeleted(known, plan) ? known : try state.delete(identity, plan)
    }
    guard let identity, let known else {
      return try state.create(try state.reader.read(json, plan, over: nil), plan)
    }
    return try change(known, identity, json, plan)
  }

  /// Changes a known row. A deleted row comes back only if the device says that it is not deleted.
  func change(
    _ known: ServerRow, _ identity: ServerKey, _ json: JSONValue, _ plan: EntityPlan
  ) throws -> ServerRow {
    let isMarked = state.isDeleted(known, plan)
    if isMarked, try state.reader.isDeleted(json, plan) != false { return known }
    if known.isDeleted { try state.restore(known, plan) }
    let stated = try state.reader.read(json, plan, over: known)
    return try state.update(identity, stated, restores: isMarked && !known.isDeleted, plan)
  }

  /// Whether a row already has everything that an object states.
  func hasContent(_ json: JSONValue, _ known: ServerRow, _ plan: EntityPlan) throws -> Bool {
    let isMarked = state.isDeleted(known, plan)
    let statesDeletion = try state.reader.isDeleted(json, plan) ?? isMarked
    guard statesDeletion == isMarked else { return false }
    let stated = try state.reader.read(json, plan, over: known)
    let values = stated.values.filter { !plan.identity.contains($0.key) }
    return stated.problems.isEmpty
      && values.allSatisfy { known.values[$0.key] == $0.value }
      && stated.lists.allSatisfy { (known.lists[$0.key] ?? []) == $0.value }
  }

  /// The server's identity of a row; `nil` if it is the temporary one of a new row.
  func identity(_ json: JSONValue, _ plan: EntityPlan) throws -> ServerKey? {
    let parts = try state.reader.identity(json, plan)
    let known = zip(parts, plan.identity).map { value, column in
      value.map { state.current($0, column, of: plan) }
    }
    let isNew = zip(known, plan.identity).contains { value, column in
      value.map { plan.isTemporary($0, in: column) } ?? true
    }
    guard !isNew else {
      guard plan.temporaryPart != nil else {
        throw Refusal(422, "missing-identity", "a \(plan.metadata.name) needs an identity")
      }
      return nil
    }
    return known.compactMap { $0 }
  }

  /// The temporary part of the identity that a device has sent; `nil` if there is none.
  func temporaryID(_ json: JSONValue, _ plan: EntityPlan) throws -> StoredValue? {
    guard let part = plan.temporaryPart else { return nil }
    let parts = try state.reader.identity(json, plan)
    return parts[part].flatMap { plan.isTemporary($0, in: plan.identity[part]) ? $0 : nil }
  }

  /// The JSON of a row that the server never had and that is deleted.
  func unknown(_ json: JSONValue, _ plan: EntityPlan) throws -> JSONValue {
    var written = JSONValue.object([:])
    let paths = (plan.identity + [plan.tombstoneColumn].compactMap { $0 })
      .compactMap { plan.fields[$0].paths.first }
    for path in paths {
      let keys = try MemberPath.keys(path, of: plan)
      if let value = json.value(at: keys) { written.set(keys, value) }
    }
    return written
  }
}
