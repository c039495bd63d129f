import SwiftSyncValues

/// The kind of rows that a payload contains.
package enum ApplyTarget {
  case rows(EntityPlan)
  case document(DocumentPlan, first: EntityPlan)

  var plan: EntityPlan {
    switch self {
    case .rows(let plan), .document(_, let plan): plan
    }
  }

  /// The document, after checking that the options apply to documents.
  func document(for options: ApplyOptions) throws(SyncError) -> DocumentPlan? {
    guard case .document(let document, _) = self else { return nil }
    if let option = options.unsuitableForDocuments {
      throw .invalidOption(
        "\(option): it does not apply to the document '\(document.name)', whose fields determine its rows"
      )
    }
    return document
  }
}

extension ApplyOptions {
  /// The first set option that applies only to one list of rows; `nil` if none is set.
  var unsuitableForDocuments: String? {
    if isItem { return "isItem" }
    if root != nil { return "root" }
    if missingRows != .keep { return "missingRows" }
    switch scope {
    case .parent: return "scope"
    case .predicate: return "where"
    case nil: return nil
    }
  }
}

/// The entities whose rows a document was found to contain, by position in `SchemaPlan.entities`.
struct DocumentLists {
  private(set) var present: Set<Int> = []
  /// The entities whose missing rows are deleted.
  private(set) var complete: Set<Int> = []
  /// The entities whose missing rows are kept all the same, because one of their lists goes on.
  private(set) var unfinished: Set<Int> = []

  mutating func note(_ entity: EntityPlan, deletesMissingRows: Bool) {
    present.insert(entity.index)
    if deletesMissingRows { complete.insert(entity.index) }
  }

  mutating func keepMissingRows(of entity: EntityPlan) {
    unfinished.insert(entity.index)
  }
}

extension CallData {
  /// The entities whose rows the payload may contain at its top level.
  var targets: [EntityPlan] { document?.entities ?? [plan] }

  func isTarget(_ plan: EntityPlan) -> Bool {
    guard let document else { return plan === self.plan }
    return document.entities.contains { $0 === plan }
  }

  /// The entities whose rows the payload contained.
  var foundTargets: [EntityPlan] {
    guard let document else { return [plan] }
    return document.entities.filter { lists.present.contains($0.index) }
  }

  /// The entities whose rows are deleted if the payload does not contain them.
  var completeTargets: [EntityPlan] {
    guard let document else { return deletesMissingRows ? [plan] : [] }
    guard options.operations.contains(.delete) else { return [] }
    return document.entities.filter {
      lists.complete.contains($0.index) && !lists.unfinished.contains($0.index)
    }
  }

  /// Whether missing rows are not deleted because a row of their entity could not be identified.
  var withholdsDeletions: Bool {
    let targets = options.listRun == nil ? completeTargets : [plan]
    return state.deletions.isWithheld
      || targets.contains { state.rejections.hasUnidentifiedRow(of: $0) }
  }

  /// Records that a document contains a list of rows.
  func noteList(of entities: [EntityPlan], deletesMissingRows: Bool) {
    for entity in entities { note(entity, deletesMissingRows: deletesMissingRows) }
  }

  /// Records what the value that decides for a list of a document says.
  func decideList(of entities: [EntityPlan], goesOn: Bool) {
    noteList(of: entities, deletesMissingRows: !goesOn)
    if goesOn { keepMissingRows(of: entities) }
  }
}
