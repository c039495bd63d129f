/// Temporary ids in the app's own writes that were replaced after the app had read them.
extension RowEditor {
  var temporaryIDs: TemporaryIDs { TemporaryIDs(on: call.connection) }

  /// The identity that replaced another one; `nil` if the identity is that of a row, or was not
  /// replaced.
  func replacement(of identity: [StoredValue]) throws(SyncError) -> [StoredValue]? {
    guard plan.mayBeRenamed, plan.isTemporary(identity) else { return nil }
    return try temporaryIDs.replacement(of: identity, in: plan.metadata)
  }

  /// The current identity of a row.
  package func current(_ identity: [StoredValue]) throws(SyncError) -> [StoredValue] {
    try replacement(of: identity) ?? identity
  }

  /// Refuses a new row with a temporary id that was replaced, because the id identifies another
  /// row.
  func checkTemporaryID(_ settings: [RowWriter.Setting]) throws(SyncError) {
    guard plan.temporaryPart != nil else { return }
    let identity = plan.identity.compactMap { column in
      settings.first { $0.column == column }?.value
    }
    guard identity.count == plan.identity.count,
      let current = try replacement(of: identity)
    else { return }
    let texts = [identity, current].map { $0.map(\.text).joined(separator: "/") }
    throw .replacedID(entity: plan.metadata.name, identity: texts[0], new: texts[1])
  }

  /// The values with the ids that replaced temporary ones in references to other rows.
  ///
  /// - Parameter columns: The columns that are not changed.
  package func withReplacedReferences(
    _ settings: [RowWriter.Setting], besides columns: [Int] = []
  ) throws(SyncError) -> [RowWriter.Setting] {
    guard plan.hasTemporaryReferences else { return settings }
    var result = settings
    for (index, setting) in settings.enumerated() where !columns.contains(setting.column) {
      guard plan.isTemporary(setting.value, in: setting.column) else { continue }
      for target in targets(of: setting.column) {
        guard let current = try temporaryIDs.replacement(of: [setting.value], in: target.metadata)
        else { continue }
        result[index] = RowWriter.Setting(column: setting.column, value: current[0])
        break
      }
    }
    for reference in plan.references where reference.isComposite {
      try replaceParts(of: reference, in: &result, besides: columns)
    }
    return result
  }

  /// Replaces all parts of a reference to a row with a composite identity.
  private func replaceParts(
    of reference: ReferencePlan, in settings: inout [RowWriter.Setting], besides columns: [Int]
  ) throws(SyncError) {
    let places = reference.storedColumns.compactMap { column in
      settings.firstIndex { $0.column == column }
    }
    let target = call.schema.entities[reference.target]
    let key = places.map { settings[$0].value }
    guard key.count == reference.storedColumns.count, target.isTemporary(key),
      reference.storedColumns.allSatisfy({ !columns.contains($0) }),
      let current = try temporaryIDs.replacement(of: key, in: target.metadata)
    else { return }
    for (place, value) in zip(places, current) {
      settings[place] = RowWriter.Setting(column: settings[place].column, value: value)
    }
  }

  /// The entities whose rows a column refers to. Temporary ids are random, so each belongs to only
  /// one of them.
  private func targets(of column: Int) -> [EntityPlan] {
    plan.references.filter {
      $0.column == column || plan.metadata.columns[$0.column].tagged?.idColumn == column
    }.map { call.schema.entities[$0.target] }.filter { $0.identity.count == 1 }
  }
}
