/// The newest clock among the rows at the top of payloads.
///
/// `@unchecked`: the calls that it is given to write it, one after the other; whoever made them reads it when they are
/// done.
final class NewestClock: @unchecked Sendable {
  private(set) var value: StoredValue?

  func take(_ clock: BoundValue) {
    let clock = clock.stored
    guard clock != .null else { return }
    if value.map({ clock.isNewer(than: $0) }) ?? true { value = clock }
  }
}
