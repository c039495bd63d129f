#if canImport(SwiftUI)
  public import SwiftSyncSession
  public import SwiftUI

  extension View {
    /// Synchronizes while this view is shown, and sets the session that `@LiveSync` observes in this
    /// view and its subviews, and its store like `syncStore(_:)`.
    ///
    /// ```swift
    /// @main struct NotesApp: App {
    ///   let session = SyncSession(SyncStore(NotesSchema.self), NotesAPI())
    ///
    ///   var body: some Scene {
    ///     WindowGroup { NoteList().syncSession(session) }
    ///   }
    /// }
    /// ```
    ///
    /// The session is started when the view appears and stopped when it disappears: rows are pulled,
    /// and local writes are pushed. See `SyncSession.start()`. Several views can show one session.
    /// If the view gets another session, that one is started, and the former one is stopped.
    public func syncSession(_ session: SyncSession) -> some View {
      syncStore(session.store).environment(\.syncSession, session)
        .task(id: ObjectIdentifier(session)) { await session.runWhileShown() }
    }
  }
#endif
