import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// How a nested row is linked to its parent.
struct ParentLink {
  /// The child's column for the parent's identity.
  let column: Int
  let parent: BoundValue
  let positionColumn: Int?
  let position: Int
  /// Whether this call has inserted the parent.
  let isParentNew: Bool
}
