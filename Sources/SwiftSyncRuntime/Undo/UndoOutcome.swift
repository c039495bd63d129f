@_spi(Generated) import SwiftSyncREST

/// What `StoreUndo.undo()` or `redo()` has done.
public enum UndoOutcome: Hashable, Sendable {
  /// The step was taken back, or done again.
  ///
  /// - Parameter rows: The rows that have changed; of a changed list, the row that has it.
  case done(rows: [UndoRow])
  /// There is no such step.
  case nothing
  /// Nothing was changed: somebody else has changed these rows since the step, or rows that refer to them. The step was
  /// removed from the history, so that earlier ones can be taken back.
  case conflict(rows: [UndoRow])
}

/// A row that a step of undo has changed.
public struct UndoRow: Hashable, Sendable {
  /// The name of the entity.
  public let entity: String
  private let key: [StoredValue]

  init(entity: String, key: RowKey) {
    self.entity = entity
    self.key = key
  }

  /// The identity as text; several parts have slashes between them.
  public var identity: String { key.map(\.text).joined(separator: "/") }

  /// Returns the identity if the row is of an entity, else nil.
  public func id<Entity: SyncedEntity>(of entity: Entity.Type) -> Entity.Identity? {
    self.entity == Entity.metadata.name ? Entity.Identity(storedValues: key) : nil
  }
}

extension UndoRow: CustomStringConvertible {
  /// The entity and the identity.
  public var description: String { "\(entity) \(identity)" }
}

/// How many steps can be taken back and done again.
public struct UndoState: Hashable, Sendable {
  /// The steps that can be taken back, by their numbers, the latest one last. Numbers ascend with each new step; a step
  /// that is done again has its former number.
  public let undoable: [Int]
  /// The steps that can be done again, the next one last.
  public let redoable: [Int]
  /// The number of the latest step that was recorded, also if it is not kept any more; 0 if there was none.
  public let latest: Int

  /// Whether a step can be taken back.
  public var canUndo: Bool { !undoable.isEmpty }
  /// Whether a step can be done again.
  public var canRedo: Bool { !redoable.isEmpty }

  init(_ counts: UndoHistory.Counts) {
    (undoable, redoable, latest) = (counts.undoable, counts.redoable, counts.latest)
  }
}
