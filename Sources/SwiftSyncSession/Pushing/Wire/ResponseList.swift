import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncStore
import SwiftSyncValues

/// The rows of one entity in a response, in order.
///
/// Only rows that the request may concern are kept with their identities. Of the others, which may be
/// very many, it keeps their positions in the body and what their clocks say as a whole.
struct ResponseList: Sendable {
  /// The positions of the rows' objects in the body.
  private(set) var texts: [Range<Int>] = []
  /// Rows with their identities, by their places in the list.
  private var known: [Int: PushResponse.Row] = [:]
  /// The newest clock of the other rows that can be a watermark.
  private(set) var newest: StoredValue?
  /// The clocks of other rows that cannot.
  private(set) var implausible = ImplausibleClocks()
  /// The newest clock of all other rows.
  private(set) var newestOfAll: StoredValue?

  var count: Int { texts.count }

  /// The rows that are kept with their identities, in order.
  var knownRows: [PushResponse.Row] {
    known.compactlySorted { $0.key < $1.key }.map(\.value)
  }

  /// Adds a row.
  ///
  /// - Parameter plausible: The clocks that can be watermarks; `nil` to keep the row's identity.
  mutating func append(
    _ row: PushResponse.Row, of plan: EntityPlan, _ plausible: PlausibleClocks?
  ) {
    if let plausible, row.temporary == nil {
      note(row.clock, of: plan, plausible)
    } else {
      known[texts.count] = row
    }
    texts.append(row.text)
  }

  private mutating func note(
    _ clock: StoredValue, of plan: EntityPlan, _ plausible: PlausibleClocks
  ) {
    guard clock != .null else { return }
    if newestOfAll.map({ clock.isNewer(than: $0) }) ?? true { newestOfAll = clock }
    guard plausible.includes(clock, of: plan) else { return implausible.add(clock) }
    if newest.map({ clock.isNewer(than: $0) }) ?? true { newest = clock }
  }

  /// Whether a row is newer than a clock.
  func hasNewer(than clock: StoredValue) -> Bool {
    (known.values.map(\.clock) + [newestOfAll ?? .null]).contains {
      $0 != .null && $0.isNewer(than: clock)
    }
  }

  /// The positions of some rows in the body, in order.
  func texts(where isIncluded: (PushResponse.Row?) -> Bool) -> [Range<Int>] {
    texts.indices.filter { isIncluded(known[$0]) }.map { texts[$0] }
  }
}
