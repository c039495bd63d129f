@_spi(Generated) import SwiftSyncCoding

extension CallData {
  /// The row that would break its table's check; `nil` if no row was updated.
  func brokenCheck(_ failure: SyncError.DatabaseFailure) throws(SyncError) -> SyncError.Refusal? {
    guard let table = tables.first(where: { $0.brokenRow != nil }), let rowID = table.brokenRow
    else { return nil }
    let row = try table.row(rowID)
    let identity = table.plan.identity.compactMap { row?.value($0).stored.text }
    return .checkFailed(
      entity: table.plan.metadata.name, identity: identity.joined(separator: "/"),
      check: table.plan.metadata.check ?? failure.message)
  }
}
