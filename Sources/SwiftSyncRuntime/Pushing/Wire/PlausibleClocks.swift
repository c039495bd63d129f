import SwiftSyncFoundation

/// Which clocks of a response can be watermarks.
///
/// A server that has once sent a row of the year 9999 would otherwise never be asked for anything older again. Such a
/// row is applied, and the watermark stays below it.
struct PlausibleClocks: Sendable {
  /// How far a clock may be ahead of the response, in seconds: clocks of servers differ, and dates may lack a time zone.
  private static let tolerance = 86_400.0

  /// In microseconds since 1970.
  private let latest: Int64

  /// Clocks up to a day ahead of the response's `Date`; without one, of the device's time.
  init(_ response: HTTPResponse) {
    let date = response.headers["Date"].flatMap { HTTPDate.seconds($0.trimmedFieldValue) }
    self.init(now: date.map(Double.init) ?? Date().timeIntervalSince1970)
  }

  init(now seconds: Double) {
    latest = Int64((seconds + Self.tolerance) * 1_000_000)
  }

  /// Whether a clock can be a watermark. A number that counts revisions always can.
  func includes(_ clock: StoredValue, of plan: EntityPlan) -> Bool {
    guard let column = plan.clockColumn, case .date = plan.fields[column].type else { return true }
    switch clock {
    case .integer(let microseconds): return microseconds <= latest
    case .text(var text):
      let microseconds = text.withUTF8 { DateText.microseconds(JSONSlice($0)) }
      return microseconds.map { $0 <= latest } ?? true
    default: return true
    }
  }
}

/// The clocks of a response that are not used as watermarks.
struct ImplausibleClocks: Sendable {
  private var count = 0
  private var example: StoredValue?

  mutating func add(_ clock: StoredValue) {
    count += 1
    if example == nil { example = clock }
  }

  /// What the log gets; `nil` if there are none.
  var event: SyncLog.Event? {
    example.map { .implausibleClocks(count, example: $0.text) }
  }
}
