import SwiftSyncFoundation

/// A call that applies a payload, with all of its arguments.
package struct SyncCall: Sendable {
  package let target: SyncTarget
  package let options: ApplyOptions
  let progress: ApplyReport.Progress?
  /// The token of the job that runs the call, or of the transaction that it is part of.
  var token = CancellationToken()
  /// Receives the clocks of the payload's rows.
  package var newestClock: NewestClock?

  /// - Parameter scope: Replaces the scope of the options.
  package init<Entity: SyncedEntity>(
    _ entity: Entity.Type, _ scope: SyncScope<Entity>?, _ options: ApplyOptions,
    _ progress: ApplyReport.Progress?, in schema: SchemaMetadata
  ) throws(SyncError) {
    var options = options
    if let scope { options.scope = try scope.resolved(in: schema) }
    self.init(.entity(Entity.metadata.name), options, progress)
  }

  init(_ target: SyncTarget, _ options: ApplyOptions, _ progress: ApplyReport.Progress? = nil) {
    self.target = target
    self.options = options
    self.progress = progress
  }

  package var operation: String { "apply \(target.name)" }

  /// Applies the payload as part of a transaction.
  func run(
    _ payload: @Sendable () throws(SyncError) -> PayloadStreams, in transaction: SyncTransaction
  ) throws(SyncError) -> ApplyReport {
    let payload = try payload()
    let monitor = CallMonitor(
      token, progress, totalBytes: payload.totalBytes, newestClock: newestClock)
    let streams = payload.streams.map { CancellableStream($0, token) }
    return try transaction.apply(streams, to: target, options, monitor)
  }

  var ending: Connection.Ending { options.isDryRun ? .rollback : .commit }
}

/// The bytes of a payload.
struct PayloadStreams {
  let streams: [any ByteStream]
  let totalBytes: Int?
}

extension PayloadSource {
  /// The payload opened for reading.
  func opened() throws(SyncError) -> PayloadStreams {
    PayloadStreams(streams: try streams, totalBytes: totalBytes)
  }

  private var totalBytes: Int? {
    switch content {
    case .data(let data): return data.count
    case .files(let paths):
      var total = 0
      for path in paths {
        guard let size = FileStream.size(of: path) else { return nil }
        total += size
      }
      return total
    case .standardInput, .stream: return nil
    }
  }
}
