@_spi(Generated) import SwiftSyncREST

/// Ids in the app's own writes that were temporary when the app took them.
extension RowEditor {
  var temporaryIDs: TemporaryIDs { TemporaryIDs(on: call.connection) }

  /// The identity that replaced another one; `nil` if it is that of a row, or was not replaced.
  func replacement(of identity: [StoredValue]) throws(SyncError) -> [StoredValue]? {
    guard plan.mayBeRenamed, plan.isTemporary(identity) else { return nil }
    return try temporaryIDs.replacement(of: identity, in: plan.metadata)
  }

  /// The identity that a row has now.
  func current(_ identity: [StoredValue]) throws(SyncError) -> [StoredValue] {
    try replacement(of: identity) ?? identity
  }

  /// Refuses a new row with a temporary id that was replaced: the id stands for another row.
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
  /// - Parameter columns: Left as they are.
  func withReplacedReferences(
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

  /// Replaces all parts of a reference to a row whose identity has several of them.
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

  /// The entities to whose rows a column refers. Temporary ids are random, so that each belongs to one of them.
  private func targets(of column: Int) -> [EntityPlan] {
    plan.references.filter {
      $0.column == column || plan.metadata.columns[$0.column].tagged?.idColumn == column
    }.map { call.schema.entities[$0.target] }.filter { $0.identity.count == 1 }
  }
}
