import SwiftSyncThreads

/// The tables that an observer is interested in.
struct ObservedTables: Sendable {
  var tables: Set<WatchedTable> = []
  /// The relevant fields of updated rows, by entity: positions of attributes, followed by those of
  /// relationships. For an entity without an entry, every field is relevant.
  var fields: [Int: Set<Int>] = [:]

  /// What must be recorded for the observer.
  fileprivate var watched: WatchedTables {
    Dictionary(
      uniqueKeysWithValues: tables.map { table -> (WatchedTable, WatchedFields) in
        guard case .entity(let entity) = table, let fields = fields[entity] else {
          return (table, .all)
        }
        return (table, .only(fields))
      })
  }

  /// Whether a commit may have changed what the observer reads.
  func areChanged(by changes: CommitChanges, _ entities: [Int: ChangedFields]) -> Bool {
    changes.tables.contains { table in
      guard tables.contains(table) else { return false }
      guard case .entity(let entity) = table, let fields = fields[entity] else { return true }
      guard let changed = entities[entity] else { return false }
      return changed.isCountChanged || !changed.fields.isDisjoint(with: fields)
    }
  }
}

/// The combined effect of a commit on an entity's rows.
struct ChangedFields: Sendable {
  /// Whether rows were inserted, deleted or have other identities.
  var isCountChanged = false
  /// The updated fields.
  var fields: Set<Int> = []
}

extension CommitChanges {
  /// The changed fields by the entity's position.
  fileprivate var changedFields: [Int: ChangedFields] {
    var entities: [Int: ChangedFields] = [:]
    for (entity, rows) in rows where !rows.isEmpty {
      entities[entity] = rows.reduce(into: ChangedFields()) { changed, row in
        guard case .updated(let fields) = row.kind else { return changed.isCountChanged = true }
        changed.fields.formUnion(fields)
      }
    }
    for entity in renamed.keys { entities[entity, default: ChangedFields()].isCountChanged = true }
    return entities
  }
}

/// The observers with the tables that they watch.
///
/// `@unchecked`: the lock protects all mutable state.
final class ObserverList: @unchecked Sendable {
  private struct Observer {
    let tables: ObservedTables
    let mailbox: ChangeMailbox
  }

  private let lock = ThreadLock()
  /// The observers by number, in the order in which they were added.
  private var observers: [Int: Observer] = [:]
  private var lastID = 0
  /// The union of all watched tables; `nil` if it must be computed again.
  private var watched: WatchedTables? = [:]
  private var failure: SyncError?
  /// Called whenever the first observer is added or the last one is removed.
  private var presence: (@Sendable (Bool) -> Void)?

  /// The tables that are observed when a transaction begins, and the number of the last observer.
  /// Observers added while it runs are not notified of it, because not all of their tables may be
  /// recorded.
  var present: (tables: WatchedTables, last: Int) {
    lock.withLock {
      let tables =
        watched
        ?? observers.values.reduce(into: [:]) { all, observer in
          all.merge(observer.tables.watched) { $0.union($1) }
        }
      watched = tables
      return (tables, lastID)
    }
  }

  /// The number of observers.
  var count: Int { lock.withLock { observers.count } }

  /// Delivers the commits of transactions that begin from now on, while the subscription exists.
  func add(_ mailbox: ChangeMailbox, _ tables: ObservedTables) -> Subscription {
    let (id, failure) = lock.withLock {
      lastID += 1
      observers[lastID] = Observer(tables: tables, mailbox: mailbox)
      watched = nil
      if observers.count == 1 { presence?(true) }
      return (lastID, self.failure)
    }
    if let failure { mailbox.finish(failure) }
    return Subscription { [weak self] in self?.remove(id) }
  }

  /// Delivers the effect of a commit to the observers up to a number.
  func post(_ changes: CommitChanges, upTo last: Int) {
    guard !changes.isEmpty else { return }
    let present = lock.withLock { observers.filter { $0.key <= last }.values }
    if present.isEmpty { return }
    let fields = changes.changedFields
    for observer in present where observer.tables.areChanged(by: changes, fields) {
      observer.mailbox.post(changes)
    }
  }

  /// Notifies all observers of a commit whose changes are unknown.
  func postUnknown() {
    let present = lock.withLock { Array(observers.values) }
    for observer in present { observer.mailbox.postUnknown() }
  }

  /// Sets the callback for the presence of observers, before there are any.
  func setPresence(_ presence: @escaping @Sendable (Bool) -> Void) {
    lock.withLock { self.presence = presence }
  }

  /// Ends all observations with an error.
  func finish(_ error: SyncError) {
    let present = lock.withLock {
      failure = error
      return Array(observers.values)
    }
    for observer in present { observer.mailbox.finish(error) }
  }

  /// Accepts observations again after `finish`.
  func restart() {
    lock.withLock { failure = nil }
  }

  private func remove(_ id: Int) {
    lock.withLock {
      observers[id] = nil
      watched = nil
      if observers.isEmpty { presence?(false) }
    }
  }
}

/// Ends an observation when the last reference to it is released.
final class Subscription: Sendable {
  private let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit {
    end()
  }
}
