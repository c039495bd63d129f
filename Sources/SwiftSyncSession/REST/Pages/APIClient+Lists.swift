import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncStore

/// Complete lists in pages, whose missing rows are deleted (A8).
extension APIClient {
  /// Begins a run of pages if the run deletes missing rows.
  func beginList<Entity>(
    _ request: EndpointRequest, _ sync: EndpointSync<Entity>, in store: SyncStore
  ) async throws(APIError) -> ListRun? {
    guard let pages = sync.pages, sync.options.missingRows.mayDelete else {
      return nil
    }
    let source = request.source
    return try await stored { () async throws(SyncError) in
      let call = try SyncCall(Entity.self, sync.scope, sync.options, nil, in: store.metadata)
      return try await store.beginListRun(
        call, source: source, isStable: pages.isStable || pages.keepsRowsInPlace)
    }
  }

  /// Deletes the missing rows of a list that ended with a status (`not-found`) instead of a page.
  func endList<Entity>(
    _ list: ListRun, _ sync: EndpointSync<Entity>, in store: SyncStore
  ) async throws(APIError) -> ApplyReport {
    var options = sync.with(list).options
    options.root = nil
    options.keyedBy = nil
    return try await stored { () async throws(SyncError) in
      let call = try SyncCall(Entity.self, sync.scope, options, nil, in: store.metadata)
      return try await store.run(call, .data(Data("[]".utf8)))
    }
  }
}

extension EndpointSync {
  /// Returns a copy for a page of a list.
  func with(_ list: ListRun?) -> EndpointSync {
    var sync = self
    sync.options.listRun = list
    return sync
  }
}

extension EndpointPages {
  /// Whether each page begins after a row, so that a deletion moves no row to a page that was
  /// already read.
  fileprivate var keepsRowsInPlace: Bool {
    if case .lastRow = style { true } else { false }
  }
}

extension SyncStore {
  fileprivate func beginListRun(
    _ call: SyncCall, source: String, isStable: Bool
  ) async throws(SyncError) -> ListRun {
    try await write(operation: call.operation) { (writer) throws(SyncError) in
      try writer.transaction { (_) throws(SyncError) in
        let plan = try writer.entity(call.target.name)
        let run = try ListRuns(on: writer.connection).begin(
          source, of: plan, in: call.options.scope, isStable: isStable,
          version: writer.plan.metadata.version)
        return (run, .commit)
      }
    }
  }
}
