#if canImport(Combine)
  public import Combine
  public import SwiftSyncStore

  extension SyncStore {
    /// Returns a publisher of the results of a query: the current result, and a new one after each
    /// commit that changes it.
    ///
    /// ```swift
    /// store.publisher(for: Todo.order(\.dueOn))
    ///   .receive(on: DispatchQueue.main)
    ///   .sink(receiveCompletion: { _ in }) { todos in show(todos) }
    ///   .store(in: &cancellables)
    /// ```
    ///
    /// Values arrive on a background thread. A subscriber that is slower than the commits receives
    /// only the newest result. The publisher fails with `SyncError.closed` when the store is
    /// closed, or with the error that the query throws.
    public func publisher<Source: StoreQuery>(
      for query: Source
    ) -> some Publisher<Source.Output, SyncError> & Sendable {
      QueryPublisher(values: values(of: query))
    }
  }

  /// A publisher of the results of a query.
  private struct QueryPublisher<Output: Sendable>: Publisher, Sendable {
    typealias Failure = SyncError

    let values: SyncStore.ObservedValues<Output>

    /// Starts an observation for a subscriber.
    func receive<Target: Subscriber>(
      subscriber: Target
    ) where Target.Input == Output, Target.Failure == SyncError {
      subscriber.receive(subscription: QuerySubscription(values, subscriber))
    }
  }

  /// An observation for one subscriber.
  private final class QuerySubscription<Output: Sendable>: Subscription, Sendable {
    private let pump: ValuePump<Output>

    init(
      _ values: SyncStore.ObservedValues<Output>, _ subscriber: any Subscriber<Output, SyncError>
    ) {
      let target = SubscriberBox(subscriber: subscriber)
      pump = ValuePump(
        values,
        ValuePump.Receiver { value in
          target.subscriber.receive(value).max
        } finish: { error in
          target.subscriber.receive(completion: .failure(error))
        })
    }

    func request(_ demand: Subscribers.Demand) { pump.request(demand.max) }

    func cancel() { pump.cancel() }
  }

  /// `@unchecked`: Combine's subscribers can be called on any thread, one call at a time.
  private struct SubscriberBox<Input>: @unchecked Sendable {
    let subscriber: any Subscriber<Input, SyncError>
  }
#endif
