#if canImport(SwiftUI)
  public import Observation
  public import SwiftSyncSession
  import SwiftSyncStore
  public import SwiftUI

  /// What syncing is doing, in a view, kept current.
  ///
  /// ```swift
  /// struct NoteList: View {
  ///   @LiveRows(Note.order(\.title)) private var notes
  ///   @LiveSync private var sync
  ///
  ///   var body: some View {
  ///     List(notes) { Text($0.title) }
  ///       .refreshable { await sync.refresh() }
  ///       .safeAreaInset(edge: .bottom) {
  ///         if let error = sync.lastError { Text(error) }
  ///       }
  ///   }
  /// }
  /// ```
  ///
  /// The session comes from the environment: `.syncSession(session)`. The members are those of
  /// `SyncState`, and SwiftUI re-renders the view when they change.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @propertyWrapper
  public struct LiveSync: DynamicProperty {
    @Environment(\.syncSession) private var session
    @State private var live: LiveSyncState

    /// Observes the session of the view.
    @MainActor
    public init() {
      _live = State(initialValue: LiveSyncState())
    }

    /// The state of the session, and what can be done about it.
    @MainActor public var wrappedValue: LiveSyncState { live }

    /// Follows the session of the view. Called by SwiftUI.
    nonisolated public func update() {
      follow(live, session)
    }
  }

  /// SwiftUI updates properties on the main actor, which not every SDK declares.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  private func follow(_ live: LiveSyncState, _ session: SyncSession?) {
    MainActor.assumeIsolated { live.follow(session) }
  }

  /// The state of a session, kept current, for views and view models.
  ///
  /// ```swift
  /// let sync = LiveSyncState(session)
  /// print(sync.phase, sync.pendingCount)
  /// ```
  ///
  /// In SwiftUI, `@LiveSync` creates one for a view.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @MainActor
  @dynamicMemberLookup
  public final class LiveSyncState {
    private let live = ShownSyncState()
    private var session: SyncSession?
    private var observation: SyncObservation?

    init() {}

    /// Creates the state of a session and starts to observe it.
    public convenience init(_ session: SyncSession) {
      self.init()
      follow(session)
    }

    /// The whole state.
    public var state: SyncState { live.state }

    /// A member of the state, e.g. `problems`.
    public subscript<Value>(dynamicMember member: KeyPath<SyncState, Value>) -> Value {
      live.state[keyPath: member]
    }

    /// Synchronizes now, without waiting for the time of another attempt.
    ///
    /// It returns when the run has ended. `lastError` says why it failed.
    public func refresh() async {
      guard let session else { return live.show(.withoutSession) }
      do {
        try await session.refresh()
      } catch {
        // The state shows the error.
      }
    }

    /// Resolves a problem. See `SyncSession.resolve(_:_:)`.
    @discardableResult
    public func resolve(
      _ problem: SyncProblem, _ resolution: SyncProblem.Resolution
    ) async throws -> Bool {
      guard let session else { throw SyncError.noStore }
      return try await session.resolve(problem, resolution)
    }

    /// Resolves all problems of a kind. See `SyncSession.resolve(_:for:)`.
    @discardableResult
    public func resolve(
      _ resolution: SyncProblem.Resolution, for kind: SyncProblem.Kind
    ) async throws -> Int {
      guard let session else { throw SyncError.noStore }
      return try await session.resolve(resolution, for: kind)
    }

    func follow(_ session: SyncSession?) {
      guard session !== self.session || observation == nil, let session else { return }
      self.session = session
      live.show(session.state)
      observation = SyncObservation(session) { [weak shown = live] in shown?.show($0) }
    }
  }

  // The observable property is in `ShownSyncState`.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  extension LiveSyncState: Observable {}

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @MainActor @Observable
  private final class ShownSyncState {
    private(set) var state = SyncState()

    func show(_ state: SyncState) {
      if state != self.state { self.state = state }
    }
  }

  /// A loop over states, which ends when the last reference to it is released.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  private final class SyncObservation: Sendable {
    private let task: Task<Void, Never>

    init(_ session: SyncSession, _ show: @escaping @MainActor (SyncState) -> Void) {
      let states = session.states
      task = Task { @MainActor in
        for await state in states { show(state) }
      }
    }

    deinit {
      task.cancel()
    }
  }

  extension SyncState {
    /// The state that a view shows to which no session was passed.
    fileprivate static var withoutSession: SyncState {
      SyncState(lastError: "no view above this one has a session; add '.syncSession(session)'")
    }
  }

  extension EnvironmentValues {
    /// The session of a view, which `@LiveSync` observes. Set it with `syncSession(_:)`.
    public var syncSession: SyncSession? {
      get { self[SyncSessionKey.self] }
      set { self[SyncSessionKey.self] = newValue }
    }
  }

  private struct SyncSessionKey: EnvironmentKey {
    static let defaultValue: SyncSession? = nil
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  extension LiveCount {
    /// Observes the number of pending changes while the view exists.
    ///
    /// ```swift
    /// @LiveCount(PendingChange.all) private var unsentCount
    /// ```
    @MainActor
    public init(_ queue: PendingChange.Queue, animation: Animation? = nil) {
      self.init(queue.count, animation: animation)
    }
  }
#endif
