import SwiftSyncThreads
@_spi(Generated) import SwiftSyncREST

/// The tables whose changes an observer wants to know.
struct ObservedTables: Sendable {
  var tables: Set<WatchedTable> = []
  /// Which fields of updated rows matter, by entity: positions of attributes and, after them, of relations. Every field
  /// of an entity that is not named matters.
  var fields: [Int: Set<Int>] = [:]

  /// What has to be recorded for the observer.
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

/// What a commit has done to an entity's rows, all in all.
struct ChangedFields: Sendable {
  /// Whether rows were inserted, deleted or got other identities.
  var isCountChanged = false
  /// What was updated.
  var fields: Set<Int> = []
}

extension CommitChanges {
  /// By the entity's position.
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

/// Who wants to know of changes, and of which tables.
///
/// `@unchecked`: what is mutable is touched under the lock only.
final class ObserverList: @unchecked Sendable {
  private struct Observer {
    let tables: ObservedTables
    let mailbox: ChangeMailbox
  }

  private let lock = ThreadLock()
  /// By number, in the order in which they came.
  private var observers: [Int: Observer] = [:]
  private var lastID = 0
  /// What all of them watch together; `nil` if that is to be worked out again.
  private var watched: WatchedTables? = [:]
  private var failure: SyncError?
  /// Gets to know whether anybody observes, whenever that changes.
  private var presence: (@Sendable (Bool) -> Void)?

  /// The tables that somebody observes when a transaction begins, and the number of the last observer. Those that
  /// come while it runs are not told of it: not all of their tables may be recorded.
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

  /// How many observers there are.
  var count: Int { lock.withLock { observers.count } }

  /// Delivers what transactions commit that begin from now on, as long as the subscription lives.
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

  /// Delivers what a commit has done to the observers up to a number.
  func post(_ changes: CommitChanges, upTo last: Int) {
    guard !changes.isEmpty else { return }
    let present = lock.withLock { observers.filter { $0.key <= last }.values }
    if present.isEmpty { return }
    let fields = changes.changedFields
    for observer in present where observer.tables.areChanged(by: changes, fields) {
      observer.mailbox.post(changes)
    }
  }

  /// Tells all observers of a commit of which nothing else is known.
  func postUnknown() {
    let present = lock.withLock { Array(observers.values) }
    for observer in present { observer.mailbox.postUnknown() }
  }

  /// Sets who gets to know whether anybody observes, before anybody does.
  func setPresence(_ presence: @escaping @Sendable (Bool) -> Void) {
    lock.withLock { self.presence = presence }
  }

  /// Ends all observation with an error.
  func finish(_ error: SyncError) {
    let present = lock.withLock {
      failure = error
      return Array(observers.values)
    }
    for observer in present { observer.mailbox.finish(error) }
  }

  private func remove(_ id: Int) {
    lock.withLock {
      observers[id] = nil
      watched = nil
      if observers.isEmpty { presence?(false) }
    }
  }
}

/// Ends an observation when no one holds it any more.
final class Subscription: Sendable {
  private let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit {
    end()
  }
}
