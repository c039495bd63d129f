@_spi(Generated) import SwiftSyncCoding

#if canImport(os)
  import os
#endif

/// A receiver of errors, rejected rows and unresolved references.
///
/// It contains only those values of rows that reports and errors contain: the identity of a
/// rejected row and the start of an invalid value. Values bound to statements are never logged.
public struct SyncLog: Sendable {
  /// An event in a log.
  public enum Event: Equatable, Sendable {
    /// A call threw an error.
    case failed(SyncError)
    /// A row was rejected. Only the first hundred rows of a call are logged.
    case rejected(ApplyReport.RejectedRow)
    /// The number of further rejected rows of the same call.
    case rejectedMore(Int)
    /// The number of references in a payload whose rows are not stored (A16).
    case unresolvedReferences(Int)
    /// A response to a push does not match the protocol, for the given reason. It was discarded.
    case unusableResponse(String)
    /// The number of results of a push that do not match a row of the request, or whose data belongs
    /// to another row. They confirm nothing.
    case unmatchedResults(Int)
    /// The number of rows whose clock is more than a day ahead of the response. They were applied,
    /// but do not raise the watermark.
    case implausibleClocks(Int, example: String)
    /// The rejected row with this identity could not be fetched again, for the given reason. A
    /// later call fetches it.
    case unfetchedRow([String], reason: String)
    /// The number of changes that cannot be pushed because the entity has no endpoint for their
    /// operation. They remain pending.
    case notPushable(entity: String, operation: String, Int)
    /// A creation got no response, and only the app can find out whether it has arrived. The row is
    /// not sent until the app calls `SyncStore.resolveCreate(of:id:_:)`.
    case uncertainCreate(entity: String, identity: String)
    /// The server has accepted a change, and its row has these members as they were before the
    /// change. Only the first hundred rows of a response are logged.
    case notKept(entity: String, identity: String, [String])
    /// The server has accepted a change, and its row has other values of these members than both
    /// the pushed ones and those before the change. They were applied. Only the first hundred rows
    /// of a response are logged.
    case valuesChanged(entity: String, identity: String, [String])
    /// The schema that opened the database before has the same version and the same tables, and
    /// another content, e.g. other keys of payloads: it was changed without a new version, or comes
    /// from another branch.
    case otherVersion(Int, fingerprint: String)
    /// The database could not be opened, and was moved to a file and replaced. The summary says what
    /// the new database has taken over, and what was left out.
    case startedOver(SyncError, file: String, summary: String)
  }

  /// `nil` if nothing is logged.
  private let write: (@Sendable (_ event: Event, _ operation: String) -> Void)?

  /// Creates a log that passes events to a closure.
  ///
  /// - Parameter write: Receives an event and the name of the call, e.g. `apply Todo`, on any thread.
  public init(_ write: @escaping @Sendable (_ event: Event, _ operation: String) -> Void) {
    self.write = write
  }

  private init() { write = nil }

  /// A log without events.
  public static let none = SyncLog()

  /// The default: the system log, with the subsystem `SwiftSync`. Only the name of the call is
  /// public; everything else is private.
  ///
  /// On platforms without a system log, it writes warnings to standard error: what no call throws
  /// and an app should know, such as rejected rows.
  public static let system: SyncLog = {
    #if canImport(os)
      let logger = Logger(subsystem: "SwiftSync", category: "store")
      return SyncLog { event, operation in
        logger.log(
          level: event.level.type,
          "\(operation, privacy: .public): \(event.description, privacy: .private)")
      }
    #else
      return SyncLog { event, operation in
        guard event.level == .warning else { return }
        writeToStandardError("SwiftSync: \(operation): \(event)\n")
      }
    #endif
  }()

  /// Whether nothing is logged.
  var isSilent: Bool { write == nil }

  func note(_ event: Event, of operation: String) {
    write?(event, operation)
  }

  func note(_ error: SyncError, of operation: String) {
    write?(.failed(error), operation)
    if case .refused(_, let report) = error { note(report, of: operation) }
  }

  func note(_ report: ApplyReport, of operation: String) {
    for row in report.rejected { write?(.rejected(row), operation) }
    let others = report.rejectedCount - report.rejected.count
    if others > 0 { write?(.rejectedMore(others), operation) }
    if report.unresolvedReferences > 0 {
      write?(.unresolvedReferences(report.unresolvedReferences), operation)
    }
  }
}

extension SyncLog.Event {
  /// How much an event matters.
  enum Level {
    /// Part of normal work.
    case information
    /// The caller does not learn it otherwise, and the backend, the schema or the app should change.
    case warning
    /// A call threw an error.
    case error
  }

  var level: Level {
    switch self {
    case .failed(.cancelled), .failed(.closed), .failed(.opening), .failed(.suspended),
      .unresolvedReferences, .valuesChanged:
      .information
    case .failed:
      .error
    case .rejected, .rejectedMore, .unusableResponse, .unmatchedResults, .implausibleClocks,
      .unfetchedRow, .notPushable, .uncertainCreate, .notKept, .otherVersion,
      .startedOver:
      .warning
    }
  }
}

#if canImport(os)
  extension SyncLog.Event.Level {
    fileprivate var type: OSLogType {
      switch self {
      case .information: .info
      case .warning: .default
      case .error: .error
      }
    }
  }
#endif

extension SyncLog.Event: CustomStringConvertible {
  /// A one-line description, in lower case and without a full stop.
  public var description: String {
    switch self {
    case .failed(let error):
      return error.description
    case .rejected(let row):
      return "rejected \(row)"
    case .rejectedMore(let count):
      return "and \(count) more rejected \(count == 1 ? "row" : "rows")"
    case .unresolvedReferences(let count):
      return count == 1 ? "1 unresolved reference" : "\(count) unresolved references"
    case .unusableResponse(let reason):
      return "the response does not match the protocol: \(reason)"
    case .unmatchedResults(let count):
      return count == 1
        ? "1 result does not match a row of the request, so it confirmed nothing"
        : "\(count) results do not match a row of the request, so they confirmed nothing"
    case .implausibleClocks(let count, let example):
      return
        "\(count) \(count == 1 ? "row" : "rows") with a clock more than a day ahead of the response, "
        + "e.g. \(example), did not raise the watermark"
    case .unfetchedRow(let identity, let reason):
      return
        "the rejected row \(identity.joined(separator: "/")) could not be fetched again: \(reason)"
    case .notPushable(let entity, let operation, let count):
      let words = count == 1 ? "1 \(operation)" : "\(count) \(operation)s"
      return "\(words) of '\(entity)' cannot be pushed: the schema has no endpoint for the "
        + "operation"
    case .uncertainCreate(let entity, let identity):
      return "the creation of '\(entity)' \(identity) got no response and may have arrived; "
        + "resolve it with resolveCreate"
    case .notKept(let entity, let identity, let members):
      return "the server did not keep \(Self.list(members)) of \(entity)/\(identity)"
    case .valuesChanged(let entity, let identity, let members):
      return "the server has changed \(Self.list(members)) of \(entity)/\(identity)"
    case .otherVersion(let version, let fingerprint):
      return
        "another version \(version) (\(fingerprint.prefix(8))…) with the same tables opened the "
        + "database before: a branch, or a schema that was changed without a new version"
    case .startedOver(let error, let file, let summary):
      return "the database was moved to \(file) and replaced: \(error); \(summary)"
    }
  }
}

extension SyncLog.Event {
  private static func list(_ members: [String]) -> String {
    members.map { "'\($0)'" }.joined(separator: ", ")
  }
}

/// A result of a call that contains a report to log.
protocol Reporting {
  var applyReport: ApplyReport { get }
}

extension ApplyReport: Reporting {
  var applyReport: ApplyReport { self }
}
