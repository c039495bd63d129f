/// Writes to the rows of a list that an app shows, with the arguments of SwiftUI's `onDelete` and
/// `onMove`.
extension SyncStore {
  /// Deletes the rows at some offsets of a list, or none of them if one cannot be deleted.
  ///
  /// ```swift
  /// ForEach(todos) { TodoRow($0) }
  ///   .onDelete { offsets in Task { try await store.delete(todos, atOffsets: offsets) } }
  /// ```
  ///
  /// - Parameters:
  ///   - rows: The rows as they are shown.
  ///   - offsets: The offsets of the rows to delete, e.g. an `IndexSet`.
  /// - Returns: The number of deleted rows. Rows that others have deleted since are not counted.
  /// - Throws: `SyncError.invalidOption` if the list has no row at one of the offsets, and the
  ///   errors of `delete(_:id:)`.
  @discardableResult
  public func delete<Entity: SyncedEntity>(
    _ rows: some RandomAccessCollection<Entity>, atOffsets offsets: some Sequence<Int>
  ) async throws(SyncError) -> Int {
    try await delete(rows.elements(at: offsets))
  }

  /// Moves the rows at some offsets of a list before the row at another offset.
  ///
  /// ```swift
  /// ForEach(todos) { TodoRow($0) }
  ///   .onMove { source, destination in
  ///     Task {
  ///       try await store.move(
  ///         todos, fromOffsets: source, toOffset: destination, in: .project)
  ///     }
  ///   }
  /// ```
  ///
  /// The moved rows keep their order, and follow the row before the destination that is not moved.
  /// See `move(_:id:after:in:)` for how their positions are stored. Rows of the list that are not
  /// shown keep their positions.
  ///
  /// - Parameters:
  ///   - rows: The rows as they are shown, in the order of the list.
  ///   - source: The offsets of the rows to move, e.g. an `IndexSet`.
  ///   - destination: The offset of the row before which they are inserted, in the list as it was
  ///     before the move; the number of rows for its end.
  ///   - list: The list, named after the row's relationship to its parent, e.g. `.project`.
  /// - Throws: `SyncError.invalidOption` if an offset is not in the list, and the errors of
  ///   `move(_:id:after:in:)`, which leave all rows where they were.
  public func move<Entity: SyncedEntity>(
    _ rows: some RandomAccessCollection<Entity>, fromOffsets source: some Sequence<Int>,
    toOffset destination: Int, in list: OrderedList<Entity>
  ) async throws(SyncError) {
    let move = try ListMove(rows, from: source, to: destination)
    try await edit(Entity.self, long: move.moved.count > 1) { (editor) throws(SyncError) in
      try editor.move(move, in: list)
    }
  }
}

/// Writes to the rows of a list, as in `SyncStore`.
extension SyncTransaction {
  /// Deletes the rows at some offsets of a list. See `SyncStore.delete(_:atOffsets:)`.
  @discardableResult
  public func delete<Entity: SyncedEntity>(
    _ rows: some RandomAccessCollection<Entity>, atOffsets offsets: some Sequence<Int>
  ) throws(SyncError) -> Int {
    try delete(rows.elements(at: offsets))
  }

  /// Moves the rows at some offsets of a list before the row at another offset. See
  /// `SyncStore.move(_:fromOffsets:toOffset:in:)`.
  public func move<Entity: SyncedEntity>(
    _ rows: some RandomAccessCollection<Entity>, fromOffsets source: some Sequence<Int>,
    toOffset destination: Int, in list: OrderedList<Entity>
  ) throws(SyncError) {
    let move = try ListMove(rows, from: source, to: destination)
    try edit(Entity.self) { (editor) throws(SyncError) in try editor.move(move, in: list) }
  }
}

/// Rows that are moved within a list.
private struct ListMove<Entity: SyncedEntity>: Sendable {
  /// The rows to move, in the order of the list.
  let moved: [Entity.Identity]
  /// The row that the first of them follows; `nil` at the start of the list.
  let previous: Entity.Identity?

  init(
    _ rows: some RandomAccessCollection<Entity>, from source: some Sequence<Int>,
    to destination: Int
  ) throws(SyncError) {
    let source = Set(source)
    moved = try rows.elements(at: source).map(\.identity)
    guard (0...rows.count).contains(destination) else { throw rows.lacks(destination) }
    let kept = (0..<destination).last { !source.contains($0) }
    previous = kept.map { rows[rows.index(rows.startIndex, offsetBy: $0)].identity }
  }
}

extension RowEditor {
  fileprivate func move<Entity: SyncedEntity>(
    _ rows: ListMove<Entity>, in list: OrderedList<Entity>
  ) throws(SyncError) {
    var previous = rows.previous
    for row in rows.moved {
      try move(Entity.self, row, after: previous, in: list)
      previous = row
    }
  }
}

extension RandomAccessCollection {
  /// The elements at some offsets, in the order of the collection.
  fileprivate func elements(at offsets: some Sequence<Int>) throws(SyncError) -> [Element] {
    var elements: [Element] = []
    for offset in Set(offsets).sorted() {
      guard (0..<count).contains(offset) else { throw lacks(offset) }
      elements.append(self[index(startIndex, offsetBy: offset)])
    }
    return elements
  }

  fileprivate func lacks(_ offset: Int) -> SyncError {
    .invalidOption("offset \(offset): the list has \(count) \(count == 1 ? "row" : "rows")")
  }
}
