import Observation
import SwiftSyncStore

/// The source of a live value. Its query is compared to decide whether a new one must be loaded.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
struct LiveSource<Value: Sendable>: Sendable {
  let key: any Hashable & Sendable
  let values: @Sendable (SyncStore) -> SyncStore.ObservedValues<Value>

  init<Source: StoreQuery>(_ query: Source) where Source.Output == Value {
    key = query
    values = { $0.values(of: query) }
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
  /// Applies a change of the value, e.g. with an animation.
  @ObservationIgnored var applying: (@MainActor (_ change: () -> Void) -> Void)?
  @ObservationIgnored private var store: SyncStore?
  /// The source that is observed.
  @ObservationIgnored private var source: LiveSource<Value>?
  /// The source that the view states, which may differ from the one loaded since.
  @ObservationIgnored private var stated: LiveSource<Value>?
  @ObservationIgnored private var observation: LiveObservation?

  init(_ value: Value) {
    self.value = value
  }

  /// Observes another query. The current value is kept until a new one is available.
  func load(_ source: LiveSource<Value>) {
    self.source = source
    start()
  }

  /// Observes a query in a store.
  func load(_ source: LiveSource<Value>, in store: SyncStore) {
    self.store = store
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

  private func start() {
    guard let source, let store else { return }
    if !isLoading { isLoading = true }
    if error != nil { error = nil }
    observation = LiveObservation(source.values(store)) { [weak self] outcome in
      self?.receive(outcome)
    }
  }

  private func receive(_ outcome: Result<Value, SyncError>) {
    switch outcome {
    case .success(let value): show(value)
    case .failure(let error): end(with: error)
    }
  }

  private func show(_ value: Value) {
    let change = {
      self.value = value
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
