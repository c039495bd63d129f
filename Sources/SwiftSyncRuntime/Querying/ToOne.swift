/// The way from a row to the one that it refers to: `try await task.project(in: store)`.
public struct ToOne<Target: SyncedEntity>: Sendable {
  private let link: RelatedRows<Target>

  /// Generated code makes it.
  public init(_ source: any SyncedEntity, _ relation: Int) {
    link = RelatedRows(source, relation)
  }

  /// The row at the other end; `nil` if there is none, or if it has not arrived yet.
  ///
  /// - Parameter marked: What becomes of a row with a kept tombstone and of an archived one.
  public func callAsFunction(
    in store: SyncStore, marked: MarkedRows = .leaveOut
  ) async throws(SyncError) -> Target? {
    try await link.rows(in: store, marked).first
  }
}

/// The way from a row to the rows of a list: `try await project.tasks(in: store)`.
public struct ToMany<Target: SyncedEntity>: Sendable {
  private let link: RelatedRows<Target>

  /// Generated code makes it.
  public init(_ source: any SyncedEntity, _ relation: Int) {
    link = RelatedRows(source, relation)
  }

  /// The rows of the list that are there, in the list's order, or by identity where it has none.
  ///
  /// - Parameter marked: What becomes of rows with a kept tombstone and of archived ones.
  public func callAsFunction(
    in store: SyncStore, marked: MarkedRows = .leaveOut
  ) async throws(SyncError) -> [Target] {
    try await link.rows(in: store, marked)
  }
}
