@_spi(Generated) import SwiftSyncStore

/// The members that changes send, with the columns that hold them.
///
/// A clock, a touched date and a tombstone are left out: the server may set them as it likes.
struct SentMembers {
  private struct Form: Hashable {
    let isInsert: Bool
    let fields: QueuedFields
    let postponed: Set<String>
  }

  private let plan: EntityPlan
  private var columns: [String: [Int]] = [:]
  private var lists: [String: Int] = [:]
  private var known: [Form: ReturnedValues.Members] = [:]

  init(_ plan: EntityPlan) {
    self.plan = plan
    let sync = plan.metadata.sync
    for (index, attribute) in plan.metadata.attributes.enumerated()
    where !attribute.isTouched && index != sync.clock && index != sync.tombstone
      && !plan.isIdentity(attribute.column)
    {
      columns[attribute.name] =
        attribute.isAmount ? [attribute.column, attribute.column + 1] : [attribute.column]
    }
    for reference in plan.references
    where !reference.isComposite && !plan.isIdentity(reference.column) {
      columns[plan.metadata.relations[reference.relation].name] = [reference.column]
    }
    for relation in plan.relations {
      if case .members = relation.kind { lists[relation.metadata.name] = relation.index }
    }
  }

  /// The members that a change sends.
  mutating func members(of pushed: PushedChange) -> ReturnedValues.Members {
    let change = pushed.change
    let form = Form(
      isInsert: change.operation == .insert, fields: change.fields, postponed: pushed.postponed)
    if let members = known[form] { return members }
    var names = change.fields.names
    if form.isInsert { names.formUnion(plan.exportedFields) }
    var members = ReturnedValues.Members()
    for name in names.subtracting(pushed.postponed) {
      if let columns = columns[name] { members.values[name] = columns }
      if let list = lists[name] { members.lists[list] = name }
    }
    known[form] = members
    return members
  }

  /// The type of the values of an attribute; `nil` for a relationship.
  func type(of name: String) -> ValueType? {
    plan.metadata.attributes.first { $0.name == name }?.type
  }

  /// The entity that a relationship refers to; `nil` for an attribute.
  func target(of name: String) -> EntityPlan? {
    plan.relations.first { $0.metadata.name == name }?.target
  }

  func isList(_ name: String) -> Bool { lists[name] != nil }
}
