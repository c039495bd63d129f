public import Observation
public import SwiftSyncRuntime

/// The results of a query, kept current: a list of rows that a view or a view model shows.
///
/// ```swift
/// let todos = LiveQuery(Todo.where { $0.state != .done }.order { $0.dueOn.ascending }, in: store)
/// print(todos.rows.count)
/// ```
///
/// `rows` changes on the main actor after each commit that changed the result, and the `Observation` module reports it:
/// a SwiftUI view that reads `rows` is rendered again. The observation ends with the object, or when the store is
/// closed. In SwiftUI, `@LiveRows` makes one for a view.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
public final class LiveQuery<Element: Sendable> {
  let state: LiveState<[Element]>

  init() {
    state = LiveState([])
  }

  /// Starts to observe a query.
  ///
  /// - Parameters:
  ///   - query: A `Query`, or what a query selects, groups or includes.
  ///   - store: The store.
  public convenience init<Source: StoreQuery>(
    _ query: Source, in store: SyncStore
  ) where Source.Output == [Element] {
    self.init()
    state.load(LiveSource(query), in: store)
  }

  /// The current result. Empty until the first one was read.
  public var rows: [Element] { state.value }

  /// Whether the result of a query that was loaded is not there yet.
  public var isLoading: Bool { state.isLoading }

  /// Why the query cannot be read, or nil. `rows` has the last result.
  public var error: SyncError? { state.error }

  /// Observes another query. `rows` has the previous result until the new one was read.
  ///
  /// After an error, loading the same query tries again.
  public func load<Source: StoreQuery>(_ query: Source) where Source.Output == [Element] {
    state.load(LiveSource(query))
  }
}

/// A row, kept current.
///
/// ```swift
/// let todo = LiveRowQuery(Todo.self, id: id, in: store)
/// print(todo.row?.title ?? "deleted")
/// ```
///
/// It works as `LiveQuery` does. In SwiftUI, `@LiveRow` makes one for a view.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
public final class LiveRowQuery<Row: SyncedEntity> {
  let state: LiveState<Row?>

  init() {
    state = LiveState(nil)
  }

  /// Starts to observe the row with an identity.
  ///
  /// - Parameters:
  ///   - entity: The type of the row.
  ///   - id: The row's identity. The row is followed if the server replaces a temporary one.
  ///   - softDeleted: Whether a soft-deleted row counts as a row. By default it does not.
  ///   - store: The store.
  public convenience init(
    _ entity: Row.Type = Row.self, id: Row.Identity, softDeleted: SoftDeleted = .exclude,
    in store: SyncStore
  ) {
    self.init()
    state.load(LiveSource(entity, id: id, softDeleted: softDeleted), in: store)
  }

  /// The row; nil if it does not exist, or was not read yet.
  public var row: Row? { state.value }

  /// Whether the row was not read yet.
  public var isLoading: Bool { state.isLoading }

  /// Why the row cannot be read, or nil.
  public var error: SyncError? { state.error }

  /// Observes the row with another identity. `row` has the previous one until the new one was read.
  public func load(id: Row.Identity, softDeleted: SoftDeleted = .exclude) {
    state.load(LiveSource(Row.self, id: id, softDeleted: softDeleted))
  }
}

/// The number of rows of a query, kept current.
///
/// ```swift
/// let open = LiveCountQuery(Todo.where { $0.state != .done }, in: store)
/// print(open.count)
/// ```
///
/// It works as `LiveQuery` does, without reading the rows. In SwiftUI, `@LiveCount` makes one for a view.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
public final class LiveCountQuery {
  let state: LiveState<Int>

  init() {
    state = LiveState(0)
  }

  /// Starts to observe the number of rows of a query without limit, offset and start.
  public convenience init<Row>(_ query: Query<Row>, in store: SyncStore) {
    self.init()
    state.load(LiveSource(query.count), in: store)
  }

  /// The number of rows; 0 until it was read.
  public var count: Int { state.value }

  /// Whether the number was not read yet.
  public var isLoading: Bool { state.isLoading }

  /// Why the query cannot be read, or nil.
  public var error: SyncError? { state.error }

  /// Observes another query. `count` has the previous number until the new one was read.
  public func load<Row>(_ query: Query<Row>) {
    state.load(LiveSource(query.count))
  }
}

/// The rows of a query in sections, kept current.
///
/// ```swift
/// let sections = LiveSectionsQuery(Todo.order { $0.title.ascending }.sectioned { $0.state }, in: store)
/// for section in sections.sections { print(section.key, section.rows.count) }
/// ```
///
/// It works as `LiveQuery` does. In SwiftUI, `@LiveSections` makes one for a view.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
public final class LiveSectionsQuery<Key: Hashable & Sendable, Row: SyncedEntity> {
  let state: LiveState<[RowSection<Key, Row>]>

  init() {
    state = LiveState([])
  }

  /// Starts to observe a query in sections.
  public convenience init(_ query: SectionedQuery<Row, Key>, in store: SyncStore) {
    self.init()
    state.load(LiveSource(query), in: store)
  }

  /// The current sections. Empty until they were read.
  public var sections: [RowSection<Key, Row>] { state.value }

  /// Whether the sections of a query that was loaded are not there yet.
  public var isLoading: Bool { state.isLoading }

  /// Why the query cannot be read, or nil. `sections` has the last result.
  public var error: SyncError? { state.error }

  /// Observes another query. `sections` has the previous result until the new one was read.
  public func load(_ query: SectionedQuery<Row, Key>) {
    state.load(LiveSource(query))
  }
}

// What is observed lies in `LiveState`.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
extension LiveQuery: Observable {}
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
extension LiveRowQuery: Observable {}
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
extension LiveCountQuery: Observable {}
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
extension LiveSectionsQuery: Observable {}
