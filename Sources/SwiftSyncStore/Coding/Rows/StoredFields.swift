@_spi(Generated) import SwiftSyncCoding

/// Some fields of a stored row, from which a patch is created.
struct StoredFields {
  private let columns: RowColumns
  /// The ids of to-many relationships, by field.
  private let lists: [Int: [StoredValue]]
  private let fields: Set<Int>
  private let coding: EntityCoding

  init(
    _ columns: RowColumns, _ lists: [Int: [StoredValue]], _ fields: Set<Int>,
    _ coding: EntityCoding
  ) {
    self.columns = columns
    self.lists = lists
    self.fields = fields
    self.coding = coding
  }

  func value<T: SyncedValue>(_ field: Int) throws -> Patch<T> {
    guard fields.contains(field) else { return .missing }
    return Patch(try columns.optional(coding.columns[field], coding))
  }

  func money(_ field: Int) throws -> Patch<Money> {
    guard fields.contains(field) else { return .missing }
    return Patch(try columns.optionalMoney(coding.columns[field], coding))
  }

  func ids<T: SyncedValue>(_ field: Int) throws -> Patch<[T]> {
    guard let list = lists[field] else { return .missing }
    return .value(
      try list.map { id in
        if let id = id.withBound(T.init(column:)) { return id }
        throw SyncError.unreadableRow(
          entity: coding.metadata.name,
          reason: "'\(coding.fields[field].name)' holds \(id.text), which is not an id")
      })
  }
}

extension EntityPatch {
  /// Creates a patch with the values of a stored row in some fields; the others are missing.
  init(_ stored: StoredFields) throws(SyncError) {
    self.init()
    var fields = FieldVisitor(Entity.coding, .take(stored))
    visit(&fields)
    do {
      try fields.finish()
    } catch let error as SyncError {
      throw error
    } catch {
      throw .unreadableRow(entity: Entity.metadata.name, reason: String(describing: error))
    }
  }
}
