import Observation
@_spi(Generated) import SwiftSyncStore

/// When the first result of a live query is read.
public enum LiveLoading: Hashable, Sendable {
  /// At once on the main thread, so that the first frame of a view has it. All queries of a store
  /// together take at most 8 ms in one turn of the run loop; those that take longer, or would have to
  /// wait for another call, are read in the background. Rows whose values can be nested at any depth, such
  /// as those with a `json` attribute, are always read there.
  case immediate
  /// In the background. Until then, the value is empty.
  case inBackground
}

/// The source of a live value. Its query is compared to decide whether a new one must be loaded.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
struct LiveSource<Value: Sendable>: Sendable {
  let key: any Hashable & Sendable
  let values: @Sendable (SyncStore) -> SyncStore.ObservedValues<Value>
  /// Divides what was read into what is shown and whether there is more.
  var divide: @Sendable (Value) -> (rows: Value, hasMore: Bool) = { ($0, false) }
  /// The same with more rows; `nil` if the number of rows has no limit.
  var extended: (@Sendable (_ count: Int) -> LiveSource)?

  init<Source: StoreQuery>(_ query: Source) where Source.Output == Value {
    key = query
    // One row more shows whether there are further ones.
    guard let limit = query.rowLimit, (0..<Int.max / 2).contains(limit) else {
      values = { $0.values(of: query) }
      return
    }
    values = { $0.values(of: query.limited(to: limit + 1)) }
    divide = { Source.first(limit, of: $0) }
    extended = { LiveSource(query.limited(to: limit + Swift.min(max($0, 0), Int.max / 4))) }
  }

  init<Row: SyncedEntity>(
    _ entity: Row.Type, id: Row.Identity, softDeleted: SoftDeleted
  ) where Value == Row? {
    key = RowKey(id: id, softDeleted: softDeleted)
    values = { $0.values(of: entity, id: id, softDeleted: softDeleted) }
  }

  private struct RowKey<ID: Hashable & Sendable>: Hashable, Sendable {
    let id: ID
    let softDeleted: SoftDeleted
  }

  func isSame(as other: LiveSource) -> Bool { AnyHashable(key) == AnyHashable(other.key) }
}

/// The value of a live query, and the observation that keeps it current.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor @Observable
final class LiveState<Value: Sendable> {
  private(set) var value: Value
  private(set) var isLoading = true
  private(set) var error: SyncError?
  /// Whether the query has more rows than its limit.
  private(set) var hasMore = false
  /// The error of the latest write of a member.
  private(set) var writeError: SyncError?
  /// Applies a change of the value, e.g. with an animation.
  @ObservationIgnored var applying: (@MainActor (_ change: () -> Void) -> Void)?
  @ObservationIgnored var loading = LiveLoading.immediate
  @ObservationIgnored private var store: SyncStore?
  /// The source that is observed.
  @ObservationIgnored private var source: LiveSource<Value>?
  /// The source that the view states, which may differ from the one loaded since.
  @ObservationIgnored private var stated: LiveSource<Value>?
  @ObservationIgnored private var observation: LiveObservation?
  /// The number of writes whose value is shown before it is committed.
  @ObservationIgnored private var writeCount = 0
  @ObservationIgnored private var latestWrite: Task<Void, Never>?
  /// The latest stored value during writes.
  @ObservationIgnored private var held: Value?

  init(_ value: Value) {
    self.value = value
  }

  /// Observes another query. The current value is kept until a new one is available.
  func load(_ source: LiveSource<Value>) {
    self.source = source
    start()
  }

  /// Observes a query in a store.
  func load(_ source: LiveSource<Value>, in store: SyncStore, _ loading: LiveLoading) {
    self.store = store
    self.loading = loading
    load(source)
  }

  /// Observes the source that a view states, unless the view stated the same source before.
  func follow(_ source: LiveSource<Value>, in store: SyncStore) {
    let isStated = stated?.isSame(as: source) ?? false
    if isStated, observation != nil, self.store === store { return }
    self.store = store
    if !isStated { self.source = source }
    stated = source
    start()
  }

  /// Observes more rows of the query, if there are more.
  func loadMore(_ count: Int) {
    guard hasMore, !isLoading, let extended = source?.extended else { return }
    load(extended(count))
  }

  private func start() {
    guard let source, let store else { return }
    var values = source.values(store)
    if loading == .immediate {
      values.known = values.valueAtOnce { endTurn in Task { @MainActor in endTurn() } }
    }
    if let known = values.known {
      if observation == nil { begin(with: source.divide(known)) } else { show(known) }
    } else {
      if !isLoading { isLoading = true }
      if error != nil { error = nil }
    }
    observation = LiveObservation(values) { [weak self] outcome in
      self?.receive(outcome)
    }
  }

  /// Sets the first value without telling observers: the view that reads it is being rendered.
  private func begin(with known: (rows: Value, hasMore: Bool)) {
    (_value, _hasMore) = known
    (_isLoading, _error) = (false, nil)
  }

  private func receive(_ outcome: Result<Value, SyncError>) {
    switch outcome {
    case .success(let value) where writeCount > 0: held = value
    case .success(let value): show(value)
    case .failure(let error): end(with: error)
    }
  }

  private func show(_ value: Value) {
    let (rows, more) = source?.divide(value) ?? (value, false)
    let change = {
      self.value = rows
      if self.hasMore != more { self.hasMore = more }
      if self.isLoading { self.isLoading = false }
      if self.error != nil { self.error = nil }
    }
    if let applying { applying(change) } else { change() }
  }

  private func end(with error: SyncError) {
    if self.error != error { self.error = error }
    if isLoading { isLoading = false }
  }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
extension LiveState {
  /// Shows a row with another value of a member, and writes it. If that fails, the stored row is
  /// shown again.
  func write<Row: SyncedEntity, Member: Sendable>(
    _ member: any WritableKeyPath<Row, Member> & Sendable, _ new: Member
  ) where Value == Row? {
    guard let base = value, let store else { return }
    var row = base
    row[keyPath: member] = new
    value = row
    writeCount += 1
    latestWrite = Task { [former = latestWrite] in
      // Writes are made in the order in which the user made them.
      await former?.value
      do throws(SyncError) {
        let stored = try await store.update(base) { $0[keyPath: member] = new }
        endWrite(stored, nil)
      } catch {
        endWrite(base, error)
      }
    }
  }

  /// - Parameter row: The row that was written or, after an error, that was shown before.
  private func endWrite(_ row: Value, _ error: SyncError?) {
    writeCount -= 1
    if writeError != error { writeError = error }
    if error == nil { held = row }
    guard writeCount == 0 || error != nil else { return }
    show(held ?? row)
    held = nil
  }
}

/// A loop over observed values, which ends when the last reference to it is released.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
private final class LiveObservation: Sendable {
  private let task: Task<Void, Never>

  init<Value>(
    _ values: SyncStore.ObservedValues<Value>,
    _ receive: @escaping @MainActor (Result<Value, SyncError>) -> Void
  ) {
    task = Task { @MainActor in
      do {
        for try await value in values {
          // The task may have been cancelled after the value was read.
          if Task.isCancelled { return }
          receive(.success(value))
        }
      } catch let error as SyncError {
        if !Task.isCancelled { receive(.failure(error)) }
      } catch {
        // The loop throws no other error.
        assertionFailure("\(error)")
      }
    }
  }

  deinit {
    task.cancel()
  }
}
