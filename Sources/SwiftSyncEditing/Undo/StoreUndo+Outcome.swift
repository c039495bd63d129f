@_spi(Generated) public import SwiftSyncStore

extension StoreUndo {
  /// The outcome of `StoreUndo.undo()` or `redo()`.
  public enum Outcome: Hashable, Sendable {
    /// The step was undone or redone.
    ///
    /// - Parameter rows: The changed rows; for a changed list, the row that it belongs to.
    case done(rows: [Row])
    /// There is no such step.
    case nothing
    /// Nothing was changed, because these rows, or rows that refer to them, have had foreign changes
    /// since the step. The step was removed from the history, so that earlier ones can be undone.
    case conflict(rows: [Row])
  }
}

extension StoreUndo {
  /// A row that undoing or redoing a step has changed.
  public struct Row: Hashable, Sendable {
    /// The name of the entity.
    public let entity: String
    private let key: [StoredValue]

    init(entity: String, key: RowKey) {
      self.entity = entity
      self.key = key
    }

    /// The identity as a string, with its parts joined by `/`.
    public var identity: String { key.map(\.text).joined(separator: "/") }

    /// Returns the identity if the row belongs to an entity, otherwise nil.
    public func id<Entity: SyncedEntity>(of entity: Entity.Type) -> Entity.Identity? {
      self.entity == Entity.metadata.name ? Entity.Identity(storedValues: key) : nil
    }
  }
}

extension StoreUndo.Row: CustomStringConvertible {
  /// The entity and the identity.
  public var description: String { "\(entity) \(identity)" }
}

extension StoreUndo {
  /// The steps that can be undone and redone.
  public struct State: Hashable, Sendable {
    /// The numbers of the steps that can be undone, the latest one last. Numbers ascend with each new
    /// step; a redone step keeps its number.
    public let undoable: [Int]
    /// The numbers of the steps that can be redone, the next one last.
    public let redoable: [Int]
    /// The number of the latest recorded step, even if it is no longer kept; 0 if there was none.
    public let latest: Int

    /// Whether a step can be undone.
    public var canUndo: Bool { !undoable.isEmpty }
    /// Whether a step can be redone.
    public var canRedo: Bool { !redoable.isEmpty }

    init(_ counts: UndoHistory.Counts) {
      (undoable, redoable, latest) = (counts.undoable, counts.redoable, counts.latest)
    }
  }
}
