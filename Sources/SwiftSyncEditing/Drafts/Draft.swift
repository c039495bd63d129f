@_spi(Generated) public import SwiftSyncStore

/// A row that is edited in a form: the original row, the edits, and the checks of the schema.
///
/// The members of the row are members of the draft, so that SwiftUI controls can bind to them:
///
/// ```swift
/// @State private var draft = Draft<Todo>()
///
/// TextField("Title", text: $draft.title)
/// Button("Save") { Task { outcome = try await store.save(draft) } }
///   .disabled(!draft.problems.isEmpty)
/// ```
///
/// `Draft(todo)` edits a stored row, and `Draft<Todo>()` a new one. In a new row, required members
/// have no value until you set them, and `problems` reports those that still lack one.
///
/// A draft is a value. Nothing is written before `SyncStore.save(_:)`, which writes only the edited
/// members and reports what has changed in the store since then. If a member of the row has the
/// same name as a member of the draft, access it through the row, e.g. `draft.row.changes`.
@dynamicMemberLookup
public struct Draft<Row: SyncedEntity>: Hashable, Sendable {
  /// The row with the edits.
  public var row: Row {
    didSet { if !unset.isEmpty { noteSet(since: oldValue) } }
  }
  /// Whether the draft inserts a new row.
  public let isNew: Bool
  /// The row at the start of the draft.
  let base: Row
  /// Required members that have no value yet, by field.
  private(set) var unset: Set<Int>
  /// The members that have none at the start of the draft.
  private let unsetAtStart: Set<Int>
  /// The to-many relationships that were set, which are not part of the row.
  private var lists = Row.Patch()
  /// The rows that were added to lists or removed from them, in this order.
  private(set) var links: [ListLink] = []
  /// What the server has said about members, by field.
  package var remarks: [Int: [String]] = [:]

  /// Creates a draft that edits a stored row.
  public init(_ row: Row) {
    self.init(row, isNew: false)
  }

  /// Creates a draft of a row that is not stored yet, with values for all members.
  ///
  /// Use it to create a deleted row again, or to begin with a copy of another row. `Draft<Todo>()`
  /// is a draft without values.
  public init(new row: Row) {
    self.init(row, isNew: true)
  }

  private init(_ row: Row, isNew: Bool, unset: Set<Int> = []) {
    self.row = row
    base = row
    self.isNew = isNew
    self.unset = unset
    unsetAtStart = unset
  }

  /// The row as it was read; nil for a new row.
  public var original: Row? { isNew ? nil : base }

  /// A member of the row. In a new row, a required member that was not set yet is empty: a string
  /// without characters, 0, false, the first case of an enum, the current date.
  public subscript<Value>(dynamicMember keyPath: WritableKeyPath<Row, Value>) -> Value {
    get { row[keyPath: keyPath] }
    set {
      row[keyPath: keyPath] = newValue
      if !unset.isEmpty { noteSet(keyPath) }
    }
  }

  /// Accesses a member as an optional value, by its name in the patch.
  ///
  /// - A required member that was not set yet, or that is set to nil, is nil. `problems` reports it
  ///   until it is set. Use it for values that the user must choose:
  ///   `Picker("Project", selection: $draft[optional: \.projectID])`.
  /// - The ids of a to-many relationship are nil until they are set:
  ///   `draft[optional: \.labelIDs] = ["ui"]`. A list is written as set, regardless of the stored
  ///   list. `link(_:to:)` and `unlink(_:from:)` change single rows of it.
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

  /// The changes to write: all members with a value for a new row, the edited members for a stored
  /// one.
  public var changes: Row.Patch {
    let members = isNew ? Row.Patch(row) : .diff(from: base, to: row)
    return members.leavingOut(unset).merging(lists)
  }

  /// The names of the attributes and relationships that were edited.
  public var editedFields: Set<String> {
    var fields = Set(Row.Patch.diff(from: base, to: row).merging(lists).fieldNames)
    // A member that is set to its placeholder does not differ, but is edited.
    for field in isNew ? unsetAtStart.subtracting(unset) : unset {
      fields.insert(Row.metadata.fieldNames[field])
    }
    for link in links where link.relation >= 0 {
      fields.insert(Row.metadata.relations[link.relation].name)
    }
    return fields
  }

  /// Whether any member was edited.
  public var isEdited: Bool { !editedFields.isEmpty }

  /// Discards all edits.
  public mutating func revert() {
    row = base
    (lists, links, unset) = (Row.Patch(), [], unsetAtStart)
  }

  /// Adds a row to a list when the draft is saved: `draft.link("urgent", to: \.labels)`. Unlike a
  /// list that is set, it keeps what others have added or removed since the draft was created.
  ///
  /// - Parameters:
  ///   - id: The identity of the row to add.
  ///   - list: A to-many relationship of the row.
  public mutating func link<Target: SyncedEntity>(
    _ id: Target.Identity, to list: KeyPath<QueriedRow<Row>, QueriedRows<Target>>
  ) {
    change(ListLink(id, in: list, isAdded: true))
  }

  /// Removes a row from a list when the draft is saved. See `link(_:to:)`.
  public mutating func unlink<Target: SyncedEntity>(
    _ id: Target.Identity, from list: KeyPath<QueriedRow<Row>, QueriedRows<Target>>
  ) {
    change(ListLink(id, in: list, isAdded: false))
  }

  private mutating func change(_ link: ListLink) {
    links.removeAll { $0.isSame(as: link) }
    links.append(link)
  }

  /// The same edits on top of the row as it is stored now.
  ///
  /// - Parameter fields: The edits to discard.
  func rebased(on stored: Row, without fields: Set<Int> = []) throws(SyncError) -> Draft {
    var row = stored
    try changes.leavingOut(fields).apply(to: &row, of: Row.self)
    var draft = Draft(stored)
    draft.row = row
    (draft.lists, draft.links, draft.unset) = (lists, links, unset.subtracting(fields))
    draft.remarks = remarks
    return draft
  }

  private var content: Row.Patch { Row.Patch(row).leavingOut(unset).merging(lists) }

  private mutating func set(_ patch: Row.Patch) {
    guard let field = patch.states.firstIndex(where: { !$0.isMissing }) else { return }
    guard Row.coding.columns[field] >= 0 else {
      lists = lists.leavingOut([field])
      links.removeAll { $0.relation == field - Row.metadata.attributes.count }
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
      // A single member that has a value, or may be null, is never refused.
      assertionFailure("\(error)")
    }
  }

  /// Records that a member has a value, even if the value is the same as before.
  private mutating func noteSet(_ keyPath: AnyKeyPath) {
    guard let entity = Row.self as? any DraftableEntity.Type,
      let name = entity.blankMembers[keyPath],
      let field = entity.metadata.fieldNames.firstIndex(of: name)
    else { return }
    unset.remove(field)
  }

  /// Records the members whose values differ from the former row.
  private mutating func noteSet(since former: Row) {
    for (field, state) in Row.Patch.diff(from: former, to: row).states.enumerated()
    where !state.isMissing {
      unset.remove(field)
    }
  }
}

extension Draft where Row: DraftableEntity {
  /// Creates a draft of a row that is not stored yet.
  ///
  /// Members with a default have it, and optional members are nil. Other members have no value until
  /// they are set: the draft cannot be saved before.
  public init() {
    let names = Row.metadata.fieldNames
    let unset = Row.blankMembers.values.compactMap { names.firstIndex(of: $0) }
    self.init(.blank, isNew: true, unset: Set(unset))
  }
}

extension EntityPatch {
  /// The names of the members that are not missing.
  var fieldNames: [String] {
    let names = Entity.metadata.fieldNames
    return states.enumerated().filter { !$1.isMissing }.map { names[$0.offset] }
  }

  /// The patch without the given fields.
  func leavingOut(_ fields: Set<Int>) -> Self {
    if fields.isEmpty { return self }
    return Self(states: states.enumerated().map { fields.contains($0) ? .missing : $1 })
  }

  /// Applies the patch, converting errors to those of the store.
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
