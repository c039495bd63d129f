#if canImport(os)
  import os
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// Gets what goes wrong in a store, also where the caller does not look.
///
/// Values of rows are in it only as far as reports and errors show them: a rejected row's identity and
/// the start of a value that does not fit. What is bound to statements is never there.
public struct SyncLog: Sendable {
  /// Something that went wrong.
  public enum Event: Hashable, Sendable {
    /// A call has thrown.
    case failed(SyncError)
    /// A row was left out; of one call the first hundred are told.
    case rejected(RejectedRow)
    /// So many more rows were left out than `rejected` lists.
    case rejectedMore(Int)
    /// References of a payload have no row yet (A16).
    case unresolvedReferences(Int)
    /// A response to a push lacks what its protocol asks for, for the reason given. Nothing of it was used.
    case unusableResponse(String)
    /// Results of a push name no row that was sent, or contradict themselves. They confirm nothing.
    case unnamedResults(Int)
    /// Rows of a response have clocks more than a day ahead of it. They were applied and do not raise the watermark.
    case implausibleClocks(Int, example: String)
  }

  private let write: @Sendable (_ event: Event, _ operation: String) -> Void

  /// A log that passes events on.
  ///
  /// - Parameter write: Gets an event and the name of the call that it happened in, e.g. `sync Task`;
  ///   it is called on whatever thread the call returns.
  public init(_ write: @escaping @Sendable (_ event: Event, _ operation: String) -> Void) {
    self.write = write
  }

  /// Writes to the system's log, subsystem `SwiftSync`, where what has happened is private and the
  /// call's name public; where there is no such log, to the standard error.
  public static let system = SyncLog { event, operation in
    #if canImport(os)
      Logger(subsystem: "SwiftSync", category: "store").log(
        level: event.isFailure ? .error : .default,
        "\(operation, privacy: .public): \(event.description, privacy: .private)")
    #else
      writeToStandardError("SwiftSync: \(operation): \(event)\n")
    #endif
  }

  func note(_ event: Event, of operation: String) {
    write(event, operation)
  }

  func note(_ error: SyncError, of operation: String) {
    write(.failed(error), operation)
    if case .refused(_, let report) = error { note(report, of: operation) }
  }

  func note(_ report: SyncReport, of operation: String) {
    for row in report.rejected { write(.rejected(row), operation) }
    let others = report.rejectedCount - report.rejected.count
    if others > 0 { write(.rejectedMore(others), operation) }
    if report.unresolvedReferences > 0 {
      write(.unresolvedReferences(report.unresolvedReferences), operation)
    }
  }
}

extension SyncLog.Event: CustomStringConvertible {
  fileprivate var isFailure: Bool {
    switch self {
    case .failed, .unusableResponse: true
    default: false
    }
  }

  /// What happened, in one line; lower case, no full stop.
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
    case .unnamedResults(let count):
      let words = count == 1 ? "1 result names" : "\(count) results name"
      return "\(words) rows that were not sent, so nothing was confirmed"
    case .implausibleClocks(let count, let example):
      return
        "\(count) \(count == 1 ? "row" : "rows") with a clock more than a day ahead of the response, "
        + "e.g. \(example), did not raise the watermark"
    }
  }
}

#if !canImport(os)
  /// Writes a line, at once where the system takes it so that those of several threads do not mix.
  private func writeToStandardError(_ line: String) {
    var rest = Array(line.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      // There is no one left to tell.
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
#endif

/// What a call returns if it has a report to log.
protocol Reporting {
  var syncReport: SyncReport { get }
}

extension SyncReport: Reporting {
  var syncReport: SyncReport { self }
}
