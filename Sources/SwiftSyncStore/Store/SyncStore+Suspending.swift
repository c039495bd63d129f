extension SyncStore {
  /// Closes the connections until `resume()` is called, so that the process holds no lock on the
  /// file.
  ///
  /// Call it before the system suspends the process if the file is in the folder of an app group:
  /// iOS terminates an app that is suspended while it holds a lock there.
  ///
  /// The call waits for the running calls, and for a migration, to end. Later asynchronous calls wait until the store is
  /// resumed; `read(_:)` throws `SyncError.suspended`. Observations are kept. Pushes and sessions
  /// are kept too, and wait before their next step. An in-memory database keeps its connection,
  /// because its rows would be lost.
  ///
  /// Calls of `suspend()` and `resume()` are not counted: the last call decides.
  ///
  /// - Throws: `SyncError.cancelled` if `resume()` is called, or the task is cancelled, before the
  ///   running calls have ended; `SyncError.closed`. In these cases, the store is not suspended.
  public func suspend(
    isolation: isolated (any Actor)? = #isolation
  ) async throws(SyncError) {
    let request = gate.request(.suspend)
    let outcome = await withTaskCancellationHandler {
      await settle(.suspend).value
    } onCancel: {
      gate.withdraw(request)
    }
    try outcome.get()
    guard let isSuspended = gate.isSuspended else { throw .closed }
    if !isSuspended { throw .cancelled }
  }

  /// Opens the connections that `suspend()` has closed, or tries again to open a database that could
  /// not be opened, e.g. because it was protected. Does nothing otherwise.
  ///
  /// Version and triggers are checked as when the store is created. If another process has written in the meantime,
  /// every observed query runs once, and `changes(of:)` emits an element with
  /// `CommittedChanges.isIncomplete`, unless the store has the role `extension`.
  ///
  /// - Throws: The errors of `opened()`, after which the store is still suspended and the call can be
  ///   repeated; `SyncError.cancelled` if `suspend()` is called before it ends; `SyncError.closed`.
  public func resume(
    isolation: isolated (any Actor)? = #isolation
  ) async throws(SyncError) {
    _ = gate.request(.resume)
    try await settle(.resume).value.get()
    guard let isSuspended = gate.isSuspended else { throw .closed }
    if isSuspended { throw .cancelled }
  }

  /// Suspends or resumes the store because the app has entered or left the background. No one waits
  /// for an error, and the store logs it.
  func follow(_ transition: CallGate.Transition) async {
    _ = gate.request(transition)
    _ = await settle(transition).value
  }

  /// Carries out a caller's request, unless another one has replaced it, which its own caller then
  /// carries out. The task is not cancelled with its caller, since a transition that has begun must
  /// end.
  ///
  /// - Parameter own: The request; `nil` to wait until all transitions have ended.
  func settle(_ own: CallGate.Transition?) -> Task<Result<Void, SyncError>, Never> {
    Task { [self] in
      do {
        try await transitions.run { try await makeTransitions(own) }
        return .success(())
      } catch let error as SyncError {
        return .failure(error)
      } catch {
        return .failure(.cancelled)
      }
    }
  }

  private func makeTransitions(_ own: CallGate.Transition?) async throws(SyncError) {
    await gate.waitForEndOfOpening()
    while let transition = gate.nextTransition, transition == own {
      switch transition {
      case .suspend:
        if let database = await gate.takeDatabase() { parked = await park(database) }
      case .resume:
        let database = try await reopened()
        parked = nil
        if !gate.open(database) { return await database.close() }
        foreignCommits?.setSuspended(false)
      }
    }
    // A closed store keeps nothing.
    guard gate.isSuspended == nil else { return }
    if case .kept(let database) = parked { await database.close() }
    parked = nil
  }

  private func park(_ database: OpenDatabase) async -> ParkedDatabase {
    guard opener != nil else { return .kept(database) }
    foreignCommits?.setSuspended(true)
    await database.readers?.close()
    var parked = ParkedDatabase.closed(nil, nil)
    do throws(SyncError) {
      let (state, folder) = try await database.writer.run { (writer) throws(SyncError) in
        (DatabaseFiles.Observation(of: writer), writer.connection.folder)
      }
      if state.hasNews { postForeignCommit() }
      parked = .closed(state.files, folder)
    } catch {
      note(error, of: "suspend")
    }
    await database.writer.close()
    return parked
  }

  private func reopened() async throws(SyncError) -> OpenDatabase {
    if let failure = gate.failure { return try await openAgain(after: failure) }
    guard let opener, case .closed(let files, let folder) = parked else {
      guard case .kept(let database) = parked else { throw .closed }
      return database
    }
    do throws(SyncError) {
      let database = try await opener.open(in: folder)
      // The new connection has already looked at the file, so it notices later commits itself.
      if files == nil || files != DatabaseFiles(of: path) { postForeignCommit() }
      return database
    } catch {
      note(error, of: "resume")
      throw error
    }
  }

  /// Tries again to open a database that could not be opened.
  private func openAgain(after failure: SyncError) async throws(SyncError) -> OpenDatabase {
    guard let opener, !opener.isTemporary else { throw failure }
    do throws(SyncError) {
      let database = try await opener.open(
        openingRun, whenUnreadable: opener.configuration.whenUnreadable, in: nil)
      observers.restart()
      return database
    } catch {
      note(error, of: "resume")
      gate.endOpening(.failure(error))
      throw error
    }
  }

  private func postForeignCommit() {
    if foreignCommits != nil { observers.postUnknown() }
  }
}

/// The state that a suspended store keeps in place of its database.
enum ParkedDatabase: Sendable {
  /// A database that exists only while its connection is open.
  case kept(OpenDatabase)
  /// The state of the files, `nil` if another process may just have written; and their folder, if
  /// it is to be removed with the store.
  case closed(DatabaseFiles?, TemporaryFolder?)
}

/// Holds what suspends a store in the background.
///
/// `@unchecked`: it is set once, before the store is shared.
final class SuspensionPlace: @unchecked Sendable {
  private var suspension: BackgroundSuspension?

  func set(_ suspension: BackgroundSuspension) {
    self.suspension = suspension
  }
}

/// Holds the remaining state of a suspended store's database.
///
/// `@unchecked`: only one transition at a time accesses it.
final class ParkingPlace: @unchecked Sendable {
  var parked: ParkedDatabase?
}
