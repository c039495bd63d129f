@_spi(Generated) public import SwiftSyncREST

/// A row as a form edits it: the row as it was, the edits, and the checks of the schema.
///
/// The members of the row are members of the draft, so that SwiftUI binds controls to them:
///
/// ```swift
/// @State private var draft: Draft<Todo>
///
/// TextField("Title", text: $draft.title)
/// Button("Save") { Task { outcome = try await store.save(draft) } }
///   .disabled(!draft.problems.isEmpty)
/// ```
///
/// A draft is a value. Nothing is written before `SyncStore.save(_:)`, which writes only the members that were edited and
/// reports what changed in the store meanwhile. A member of the row that has the name of a member of the draft is found
/// as `draft.row.changes`.
@dynamicMemberLookup
public struct Draft<Row: SyncedEntity>: Hashable, Sendable {
  /// The row with the edits.
  public var row: Row {
    didSet { if !unset.isEmpty { noteSet(since: oldValue) } }
  }
  /// Whether the row is to be inserted.
  public let isNew: Bool
  /// The row as the draft began.
  let base: Row
  /// Required members that have no value yet, by field.
  private(set) var unset: Set<Int> = []
  /// What was stated of to-many relations, which are not part of the row.
  private var lists = Row.Patch()

  /// Creates a draft that edits a stored row.
  public init(_ row: Row) {
    self.row = row
    base = row
    isNew = false
  }

  /// Creates a draft of a row that is not stored yet.
  ///
  /// Required members that the user has to choose get any value here, and are then set to nil:
  ///
  /// ```swift
  /// var draft = Draft(new: Todo(title: "", projectID: UUID()))
  /// draft[optional: \.projectID] = nil
  /// ```
  public init(new row: Row) {
    self.row = row
    base = row
    isNew = true
  }

  /// The row as it was read; nil for a new row.
  public var original: Row? { isNew ? nil : base }

  /// A member of the row.
  public subscript<Value>(dynamicMember keyPath: WritableKeyPath<Row, Value>) -> Value {
    get { row[keyPath: keyPath] }
    set { row[keyPath: keyPath] = newValue }
  }

  /// A member as an optional value, by its name in the patch.
  ///
  /// - A required member that is set to nil has no value, which `problems` reports until it is set. Use it for what the
  ///   user has to choose: `Picker("Project", selection: $draft[optional: \.projectID])`.
  /// - The ids of a to-many relation are nil until they are set: `draft[optional: \.labelIDs] = ["ui"]`. Lists are written
  ///   as they are stated, whatever the stored list is.
  public subscript<Value: Hashable & Sendable>(
    optional keyPath: WritableKeyPath<Row.Patch, Patch<Value>>
  ) -> Value? {
    get { content[keyPath: keyPath].value }
    set {
      var patch = Row.Patch()
      patch[keyPath: keyPath] = Patch(newValue)
      set(patch)
    }
  }

  /// What is to be written: of a new row all members that have a value, of a stored one those that were edited.
  public var changes: Row.Patch {
    let members = isNew ? Row.Patch(row) : .diff(from: base, to: row)
    return members.leavingOut(unset).merging(lists)
  }

  /// The names of the attributes and relationships that were edited.
  public var editedFields: Set<String> {
    var fields = Set(Row.Patch.diff(from: base, to: row).merging(lists).fieldNames)
    for field in unset where !isNew { fields.insert(Row.metadata.fieldNames[field]) }
    return fields
  }

  /// Whether anything was edited.
  public var isEdited: Bool { !editedFields.isEmpty }

  /// Takes all edits back.
  public mutating func revert() {
    row = base
    (lists, unset) = (Row.Patch(), [])
  }

  /// The same edits of the row as it is stored now.
  ///
  /// - Parameter fields: The edits that are given up.
  func rebased(on stored: Row, without fields: Set<Int> = []) throws(SyncError) -> Draft {
    var row = stored
    try changes.leavingOut(fields).apply(to: &row, of: Row.self)
    var draft = Draft(stored)
    draft.row = row
    (draft.lists, draft.unset) = (lists, unset.subtracting(fields))
    return draft
  }

  private var content: Row.Patch { Row.Patch(row).leavingOut(unset).merging(lists) }

  private mutating func set(_ patch: Row.Patch) {
    guard let field = patch.states.firstIndex(where: { !$0.isMissing }) else { return }
    guard Row.coding.columns[field] >= 0 else {
      lists = lists.leavingOut([field])
      if patch.states[field].value != nil { lists = lists.merging(patch) }
      return
    }
    if patch.states[field].isNull, !Row.coding.fields[field].isOptional {
      unset.insert(field)
      return
    }
    do {
      try patch.apply(to: &row)
      unset.remove(field)
    } catch {
      // Of one member that has a value, or may be null, nothing is refused.
      assertionFailure("\(error)")
    }
  }

  /// Notes the members that have other values now.
  private mutating func noteSet(since former: Row) {
    for (field, state) in Row.Patch.diff(from: former, to: row).states.enumerated()
    where !state.isMissing {
      unset.remove(field)
    }
  }
}

extension EntityPatch {
  /// The names of the members that are not missing.
  var fieldNames: [String] {
    let names = Entity.metadata.fieldNames
    return states.enumerated().filter { !$1.isMissing }.map { names[$0.offset] }
  }

  /// The patch without some fields.
  func leavingOut(_ fields: Set<Int>) -> Self {
    if fields.isEmpty { return self }
    return Self(states: states.enumerated().map { fields.contains($0) ? .missing : $1 })
  }

  /// Applies the patch, with an error of the store.
  func apply(to row: inout Entity, of entity: Entity.Type) throws(SyncError) {
    do {
      try apply(to: &row)
    } catch let error as SyncError {
      throw error
    } catch {
      throw .unreadableRow(entity: Entity.metadata.name, reason: String(describing: error))
    }
  }
}
