public import Observation
public import SwiftSyncStore

/// The results of a query, kept current: a list of rows that a view or a view model shows.
///
/// ```swift
/// let todos = LiveQuery(Todo.where { $0.state != .done }.order(\.dueOn), in: store)
/// print(todos.rows.count)
/// ```
///
/// `rows` changes on the main actor after each commit that changes the result, and the
/// `Observation` module reports it, so SwiftUI re-renders views that read `rows`. Observation stops
/// when the object is released or the store is closed. In SwiftUI, `@LiveRows` creates one for a
/// view.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
public final class LiveQuery<Element: Sendable> {
  let state: LiveState<[Element]>

  init() {
    state = LiveState([])
  }

  /// Creates a live query and starts to observe.
  ///
  /// - Parameters:
  ///   - query: A `Query`, or a projection, grouping or include of one.
  ///   - store: The store.
  ///   - loading: When results are read: at once by default, if that takes no time.
  public convenience init<Source: StoreQuery>(
    _ query: Source, in store: SyncStore, loading: LiveLoading = .immediate
  ) where Source.Output == [Element] {
    self.init()
    state.load(LiveSource(query), in: store, loading)
  }

  /// The current result. Empty until the first result has been read.
  public var rows: [Element] { state.value }

  /// Whether the result of the loaded query has not been read yet.
  public var isLoading: Bool { state.isLoading }

  /// The error that prevents the query from being read, or nil. `rows` keeps the last result.
  public var error: SyncError? { state.error }

  /// Whether there are more rows than the query's limit. False for a query without a limit.
  public var hasMore: Bool { state.hasMore }

  /// Raises the query's limit, if there are more rows:
  ///
  /// ```swift
  /// List {
  ///   ForEach(todos) { Text($0.title) }
  ///   if $todos.hasMore { ProgressView().onAppear { $todos.loadMore(50) } }
  /// }
  /// ```
  ///
  /// `rows` keeps the current rows until the new ones have been read. A call does nothing while the
  /// query is being loaded, so it can be made for each row that appears.
  public func loadMore(_ count: Int) { state.loadMore(count) }

  /// Observes another query. `rows` keeps the previous result until the new one has been read.
  ///
  /// Loading the same query again after an error retries it.
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
/// It works like `LiveQuery`. In SwiftUI, `@LiveRow` creates one for a view.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
public final class LiveRowQuery<Row: SyncedEntity> {
  let state: LiveState<Row?>

  init() {
    state = LiveState(nil)
  }

  /// Creates a live query and starts to observe the row with an identity.
  ///
  /// - Parameters:
  ///   - entity: The type of the row.
  ///   - id: The row's identity. If the server replaces a temporary identity, the query continues
  ///     with the new one.
  ///   - softDeleted: Whether a soft-deleted row counts as a row. False by default.
  ///   - store: The store.
  ///   - loading: When the row is read: at once by default, if that takes no time.
  public convenience init(
    _ entity: Row.Type = Row.self, id: Row.Identity, softDeleted: SoftDeleted = .exclude,
    in store: SyncStore, loading: LiveLoading = .immediate
  ) {
    self.init()
    state.load(LiveSource(entity, id: id, softDeleted: softDeleted), in: store, loading)
  }

  /// The row; nil if it does not exist or has not been read yet.
  public var row: Row? { state.value }

  /// Whether the row has not been read yet.
  public var isLoading: Bool { state.isLoading }

  /// The error that prevents the query from being read, or nil.
  public var error: SyncError? { state.error }

  /// Shows the row with another value of a member at once, and writes it to the store. The other
  /// members keep what others have written in the meantime. If the write fails, the stored row is
  /// shown again, and `writeError` is the reason.
  ///
  /// It does nothing if there is no row.
  public func set<Member: Sendable>(
    _ member: any WritableKeyPath<Row, Member> & Sendable, to value: Member
  ) {
    state.write(member, value)
  }

  /// The error of the latest write of a member; nil if it succeeded.
  public var writeError: SyncError? { state.writeError }

  /// Observes the row with another identity. `row` keeps the previous row until the new one has
  /// been read.
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
/// It works like `LiveQuery`, without reading the rows. In SwiftUI, `@LiveCount` creates one for a
/// view.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
public final class LiveCountQuery {
  let state: LiveState<Int>

  init() {
    state = LiveState(0)
  }

  /// Creates a live query and starts to observe the number of rows of a query. The query's `limit`,
  /// `offset` and `after` are ignored.
  public convenience init<Row>(
    _ query: Query<Row>, in store: SyncStore, loading: LiveLoading = .immediate
  ) {
    self.init()
    state.load(LiveSource(query.count), in: store, loading)
  }

  /// Creates a live query and starts to observe a query whose result is a number.
  public convenience init<Counted: StoreQuery>(
    _ query: Counted, in store: SyncStore, loading: LiveLoading = .immediate
  ) where Counted.Output == Int {
    self.init()
    state.load(LiveSource(query), in: store, loading)
  }

  /// The number of rows; 0 until it has been read.
  public var count: Int { state.value }

  /// Whether the number has not been read yet.
  public var isLoading: Bool { state.isLoading }

  /// The error that prevents the query from being read, or nil.
  public var error: SyncError? { state.error }

  /// Observes another query. `count` keeps the previous number until the new one has been read.
  public func load<Row>(_ query: Query<Row>) {
    state.load(LiveSource(query.count))
  }

  /// Observes another query whose result is a number.
  public func load<Counted: StoreQuery>(_ query: Counted) where Counted.Output == Int {
    state.load(LiveSource(query))
  }
}

/// The rows of a query in sections, kept current.
///
/// ```swift
/// let sections = LiveSectionsQuery(Todo.order(\.title).sectioned { $0.state }, in: store)
/// for section in sections.sections { print(section.key, section.rows.count) }
/// ```
///
/// It works like `LiveQuery`. In SwiftUI, `@LiveSections` creates one for a view.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
public final class LiveSectionsQuery<Key: Hashable & Sendable, Row: SyncedEntity> {
  let state: LiveState<[Query<Row>.Section<Key>]>

  init() {
    state = LiveState([])
  }

  /// Creates a live query and starts to observe a query in sections.
  public convenience init(
    _ query: Query<Row>.Sections<Key>, in store: SyncStore, loading: LiveLoading = .immediate
  ) {
    self.init()
    state.load(LiveSource(query), in: store, loading)
  }

  /// The current sections. Empty until they have been read.
  public var sections: [Query<Row>.Section<Key>] { state.value }

  /// Whether the sections of the loaded query have not been read yet.
  public var isLoading: Bool { state.isLoading }

  /// The error that prevents the query from being read, or nil. `sections` keeps the last result.
  public var error: SyncError? { state.error }

  /// Whether there are more rows than the query's limit. False for a query without a limit.
  public var hasMore: Bool { state.hasMore }

  /// Raises the query's limit, if there are more rows. See `LiveQuery.loadMore(_:)`.
  ///
  /// The rows are loaded in the order of the sections, so that the last section grows before a new
  /// one is added.
  public func loadMore(_ count: Int) { state.loadMore(count) }

  /// Observes another query. `sections` keeps the previous result until the new one has been read.
  public func load(_ query: Query<Row>.Sections<Key>) {
    state.load(LiveSource(query))
  }
}

// The observable properties are in `LiveState`.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
extension LiveQuery: Observable {}
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
extension LiveRowQuery: Observable {}
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
extension LiveCountQuery: Observable {}
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
extension LiveSectionsQuery: Observable {}
