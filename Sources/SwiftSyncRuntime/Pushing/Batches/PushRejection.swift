/// A row that a server has not taken, and why.
public struct PushRejection<Entity: SyncedEntity>: Hashable, Sendable {
  /// Which row of the batch.
  public let id: Entity.Identity
  /// The server's words; the queue keeps them as the row's last error.
  public let message: String

  /// A rejection, to be returned by an upload.
  public init(id: Entity.Identity, message: String) {
    self.id = id
    self.message = message
  }
}
