#if canImport(SwiftUI)
  public import SwiftSyncStore
  public import SwiftUI

  /// The rows of a query in a view, kept current.
  ///
  /// ```swift
  /// struct TodoList: View {
  ///   @LiveRows(Todo.order(\.dueOn)) private var todos
  ///
  ///   var body: some View {
  ///     List(todos) { Text($0.title) }
  ///   }
  /// }
  /// ```
  ///
  /// The store comes from the environment: `.syncStore(store)`. SwiftUI re-renders the
  /// view whenever a commit changes the result. The first frame has the rows, if they can be read in
  /// a few milliseconds. If the view is created with another query, the previous rows are kept until
  /// the new ones have been read. `$todos` is the `LiveQuery`, with `isLoading`, `error`, `load(_:)`
  /// and `loadMore(_:)`.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @propertyWrapper
  public struct LiveRows<Element: Sendable>: DynamicProperty {
    @Environment(\.syncStore) private var store
    @State private var live: LiveQuery<Element>
    private let source: LiveSource<[Element]>
    private let loading: LiveLoading
    private let animation: Animation?

    /// Observes a query while the view exists.
    ///
    /// - Parameters:
    ///   - query: A `Query`, or a projection, grouping or include of one.
    ///   - loading: When results are read: at once by default, if that takes no time.
    ///   - animation: The animation of changes. None by default.
    @MainActor
    public init<Source: StoreQuery>(
      _ query: Source, loading: LiveLoading = .immediate, animation: Animation? = nil
    ) where Source.Output == [Element] {
      _live = State(initialValue: LiveQuery())
      source = LiveSource(query)
      self.loading = loading
      self.animation = animation
    }

    /// The current result. Empty until the first result has been read.
    @MainActor public var wrappedValue: [Element] { live.rows }

    /// The live query.
    @MainActor public var projectedValue: LiveQuery<Element> { live }

    /// Follows the query and the store of the view. Called by SwiftUI.
    nonisolated public func update() {
      follow(live.state, source, in: store, loading, animation)
    }
  }

  /// A row in a view, kept current.
  ///
  /// ```swift
  /// struct TodoTitle: View {
  ///   @LiveRow private var todo: Todo?
  ///
  ///   init(id: UUID) { _todo = LiveRow(id: id) }
  ///
  ///   var body: some View { Text(todo?.title ?? "") }
  /// }
  /// ```
  ///
  /// It works like `LiveRows`. `$todo` is the `LiveRowQuery`.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @propertyWrapper
  public struct LiveRow<Row: SyncedEntity>: DynamicProperty {
    @Environment(\.syncStore) private var store
    @State private var live: LiveRowQuery<Row>
    private let source: LiveSource<Row?>
    private let loading: LiveLoading
    private let animation: Animation?

    /// Observes the row with an identity while the view exists.
    ///
    /// - Parameters:
    ///   - entity: The type of the row.
    ///   - id: The row's identity.
    ///   - softDeleted: Whether a soft-deleted row counts as a row. False by default.
    ///   - loading: When results are read: at once by default, if that takes no time.
    ///   - animation: The animation of changes. None by default.
    @MainActor
    public init(
      _ entity: Row.Type = Row.self, id: Row.Identity, softDeleted: SoftDeleted = .exclude,
      loading: LiveLoading = .immediate, animation: Animation? = nil
    ) {
      _live = State(initialValue: LiveRowQuery())
      source = LiveSource(entity, id: id, softDeleted: softDeleted)
      self.loading = loading
      self.animation = animation
    }

    /// The row; nil if it does not exist or has not been read yet.
    @MainActor public var wrappedValue: Row? { live.row }

    /// The live query.
    @MainActor public var projectedValue: LiveRowQuery<Row> { live }

    /// Follows the identity and the store of the view. Called by SwiftUI.
    nonisolated public func update() {
      follow(live.state, source, in: store, loading, animation)
    }
  }

  /// The number of rows of a query in a view, kept current.
  ///
  /// ```swift
  /// @LiveCount(Todo.where { $0.state != .done }) private var openCount
  /// ```
  ///
  /// It works like `LiveRows`, without reading the rows. `$openCount` is the `LiveCountQuery`.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @propertyWrapper
  public struct LiveCount: DynamicProperty {
    @Environment(\.syncStore) private var store
    @State private var live: LiveCountQuery
    private let source: LiveSource<Int>
    private let loading: LiveLoading
    private let animation: Animation?

    /// Observes the number of rows of a query while the view exists. The query's `limit`, `offset`
    /// and `after` are ignored.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - loading: When results are read: at once by default, if that takes no time.
    ///   - animation: The animation of changes. None by default.
    @MainActor
    public init<Row>(
      _ query: Query<Row>, loading: LiveLoading = .immediate, animation: Animation? = nil
    ) {
      _live = State(initialValue: LiveCountQuery())
      source = LiveSource(query.count)
      self.loading = loading
      self.animation = animation
    }

    /// Observes a query for a number while the view exists.
    ///
    /// - Parameters:
    ///   - query: A query whose result is a number, such as `Query.count`.
    ///   - loading: When results are read: at once by default, if that takes no time.
    ///   - animation: The animation of changes. None by default.
    @MainActor
    public init<Counted: StoreQuery>(
      _ query: Counted, loading: LiveLoading = .immediate, animation: Animation? = nil
    ) where Counted.Output == Int {
      _live = State(initialValue: LiveCountQuery())
      source = LiveSource(query)
      self.loading = loading
      self.animation = animation
    }

    /// The number of rows; 0 until it has been read.
    @MainActor public var wrappedValue: Int { live.count }

    /// The live query.
    @MainActor public var projectedValue: LiveCountQuery { live }

    /// Follows the query and the store of the view. Called by SwiftUI.
    nonisolated public func update() {
      follow(live.state, source, in: store, loading, animation)
    }
  }

  /// The rows of a query in sections in a view, kept current.
  ///
  /// ```swift
  /// @LiveSections(Todo.order(\.title).sectioned { $0.state }) private var sections
  /// ```
  ///
  /// It works like `LiveRows`. `$sections` is the `LiveSectionsQuery`.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @propertyWrapper
  public struct LiveSections<Key: Hashable & Sendable, Row: SyncedEntity>: DynamicProperty {
    @Environment(\.syncStore) private var store
    @State private var live: LiveSectionsQuery<Key, Row>
    private let source: LiveSource<[Query<Row>.Section<Key>]>
    private let loading: LiveLoading
    private let animation: Animation?

    /// Observes a query in sections while the view exists.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - loading: When results are read: at once by default, if that takes no time.
    ///   - animation: The animation of changes. None by default.
    @MainActor
    public init(
      _ query: Query<Row>.Sections<Key>, loading: LiveLoading = .immediate,
      animation: Animation? = nil
    ) {
      _live = State(initialValue: LiveSectionsQuery())
      source = LiveSource(query)
      self.loading = loading
      self.animation = animation
    }

    /// The current sections. Empty until they have been read.
    @MainActor public var wrappedValue: [Query<Row>.Section<Key>] { live.sections }

    /// The live query.
    @MainActor public var projectedValue: LiveSectionsQuery<Key, Row> { live }

    /// Follows the query and the store of the view. Called by SwiftUI.
    nonisolated public func update() {
      follow(live.state, source, in: store, loading, animation)
    }
  }

  /// Follows the query of a view. SwiftUI updates properties on the main actor, which not every SDK
  /// declares.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  private func follow<Value>(
    _ state: LiveState<Value>, _ source: LiveSource<Value>, in store: SyncStore,
    _ loading: LiveLoading, _ animation: Animation?
  ) {
    MainActor.assumeIsolated {
      state.loading = loading
      state.applying = nil
      if let animation {
        state.applying = { change in withAnimation(animation, change) }
      }
      state.follow(source, in: store)
    }
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  extension LiveRowQuery {
    /// Returns a binding to a member of the row, for a control that writes at once; nil if there is
    /// no row.
    ///
    /// ```swift
    /// if let isPinned = $note.binding(\.isPinned) { Toggle("Pinned", isOn: isPinned) }
    /// ```
    ///
    /// See `set(_:to:)`. For a text field, which changes with each keystroke, use a `Draft`.
    public func binding<Member: Sendable>(
      _ member: any WritableKeyPath<Row, Member> & Sendable
    ) -> Binding<Member>? {
      guard let row else { return nil }
      let value = row[keyPath: member]
      return Binding {
        MainActor.assumeIsolated { self.row?[keyPath: member] ?? value }
      } set: { new in
        MainActor.assumeIsolated { self.set(member, to: new) }
      }
    }
  }

  extension EnvironmentValues {
    /// The store that the live properties of views read from. Set it with `syncStore(_:)`.
    ///
    /// ```swift
    /// struct AddButton: View {
    ///   @Environment(\.syncStore) private var store
    ///
    ///   var body: some View {
    ///     Button("Add") { Task { try await store.insert(Note(title: "New")) } }
    ///   }
    /// }
    /// ```
    ///
    /// If no view sets it, every call throws `SyncError.noStore`.
    public var syncStore: SyncStore {
      get { self[SyncStoreKey.self] }
      set { self[SyncStoreKey.self] = newValue }
    }
  }

  private struct SyncStoreKey: EnvironmentKey {
    static let defaultValue = SyncStore.missing
  }

  extension View {
    /// Sets the store that `@LiveRows`, `@LiveRow`, `@LiveCount` and `@LiveSections` read from in
    /// this view and its subviews.
    public func syncStore(_ store: SyncStore) -> some View {
      environment(\.syncStore, store)
    }
  }
#endif
