/// The way from a row to the one that it refers to: `try await task.project(in: store)`.
public struct ToOne<Target: SyncedEntity>: Sendable {
  private let link: RelatedRows<Target>

  /// Generated code makes it.
  @_spi(Generated)
  public init(_ source: any SyncedEntity, _ relation: Int) {
    link = RelatedRows(source, relation)
  }

  /// The row at the other end; `nil` if there is none, or if it has not arrived yet.
  ///
  /// - Parameter softDeleted: Whether a soft-deleted row is included.
  public func callAsFunction(
    in store: SyncStore, softDeleted: SoftDeleted = .exclude
  ) async throws(SyncError) -> Target? {
    try await link.rows(in: store, softDeleted).first
  }
}

/// The way from a row to the rows of a list: `try await project.tasks(in: store)`.
public struct ToMany<Target: SyncedEntity>: Sendable {
  private let link: RelatedRows<Target>

  /// Generated code makes it.
  @_spi(Generated)
  public init(_ source: any SyncedEntity, _ relation: Int) {
    link = RelatedRows(source, relation)
  }

  /// The rows of the list that are there, in the list's order, or by identity where it has none.
  ///
  /// - Parameter softDeleted: Whether soft-deleted rows are included.
  public func callAsFunction(
    in store: SyncStore, softDeleted: SoftDeleted = .exclude
  ) async throws(SyncError) -> [Target] {
    try await link.rows(in: store, softDeleted)
  }
}
