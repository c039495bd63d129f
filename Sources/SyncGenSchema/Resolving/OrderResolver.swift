import SwiftSyncValues
import SyncGenDiagnostics

/// Resolves the order of the rows of each to-many relationship.
enum OrderResolver {
  static func resolve(_ draft: inout SchemaDraft, into bag: inout DiagnosticBag) {
    for id in draft.relationIDs {
      guard let order = draft[id].declaration.order, let target = draft[id].target,
        draft[id].isToMany
      else { continue }
      switch order.value {
      case .none: break
      case .position: draft[id].order = .position
      case .attribute(let name):
        let place = Located(name, at: order.span)
        if let index = attribute(place, of: draft[target], for: draft.title(of: id), into: &bag) {
          draft[id].order = .attribute(index: index)
        }
      }
    }
  }

  private static func attribute(
    _ name: Located<String>, of target: EntityDraft, for owner: String,
    into bag: inout DiagnosticBag
  ) -> Int? {
    guard case .attribute(let index) = target.members[name.value] else {
      bag.add(.unknownMember(name, in: "'ordered' of \(owner)", of: target))
      return nil
    }
    guard !target.brokenAttributes.contains(index) else { return nil }
    let attribute = target.attributes[index]
    guard attribute.type == .scalar(.double), attribute.direction == .both else {
      bag.add(.invalidOrder(name, of: owner, target: target.name))
      return nil
    }
    return index
  }
}
