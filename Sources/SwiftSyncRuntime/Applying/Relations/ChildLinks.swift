/// The children of one parent that a payload lists.
struct ChildLinks {
  let children: RelationPlan.Children
  let relation: RelationPlan
  let parent: BoundValue
  let list: CallState.StatedList
  /// `nil` if they do not matter.
  let places: [ReferenceKey: Int]?
  /// The list as a statement of the parent, and whether an earlier occurrence of it has made one.
  let statement: RestatedIDs.Statement
  let isRepeated: Bool

  func link(at position: Int) -> ParentLink {
    ParentLink(
      column: children.reference.column, parent: parent,
      positionColumn: children.reference.positionColumn, position: position)
  }

  /// The place of a child in the list; `nil` if the list does not name it or places do not matter.
  func place(of id: BoundValue) -> Int? {
    places?[ReferenceKey(id)]
  }
}
