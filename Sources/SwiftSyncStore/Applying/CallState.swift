@_spi(Generated) import SwiftSyncCoding

/// Everything that a call remembers about what it has done. It is a value, so that an attempt can
/// be undone by going back to a copy. Each of its parts keeps its state private.
///
/// Read-only functions that are called for many rows are inlined: a call would copy the whole value
/// first.
package struct CallState {
  package var topRows = TopRows()
  var tallies: Tallies
  var named: NamedRows
  var rejections = RejectionLog()
  var invalidValues = InvalidValueLog()
  /// What the payload has stated about links, and the ids that it has stated.
  var statements: StatedLinks
  var references: StatedReferences
  /// The earlier states of links.
  var history = LinkHistory()
  var takenLinks = TakenLinks()
  var continuedLists = ContinuedLists()
  var listEnds = ListEnds()
  var deletions = DeletionLog()
  /// Whether rows are deferred until the end of the call.
  var hasDeferredRows = false

  init(_ schema: SchemaPlan) {
    tallies = Tallies(schema)
    named = NamedRows(schema)
    statements = StatedLinks(schema)
    references = StatedReferences(schema)
  }

  /// Counts the id that a row's reference states.
  ///
  /// A row that occurs again states an additional id only if it differs.
  ///
  /// - Parameter number: The number of the row's occurrence.
  /// - Returns: Whether more ids of the target are kept now than the limit allows.
  mutating func state(
    _ id: BoundValue, by reference: ReferencePlan, of rowID: Int64, _ entity: Int,
    isWritten: Bool, number: UInt32
  ) -> Bool {
    let isRepeated = statements[entity, reference.relation].stateOwn(rowID, number: number)
    if isRepeated, !isWritten { return false }
    let statement = RowStatement(entity: entity, relation: reference.relation, rowID: rowID)
    return references.state(id, of: reference.target, by: statement, isRepeated: isRepeated)
  }

  /// Whether the payload contains a row, or a list contains its id.
  func isNamed(_ rowID: Int64, _ plan: EntityPlan) -> Bool {
    !tallies.isUnnamed(rowID, of: plan.index) || statements.lists(rowID, of: plan)
  }

  /// The rows whose members may have returned to their former state: lists changed them more than
  /// once, or from one side while lists of the other side are stated, too.
  func relinkedRows(of plan: EntityPlan, in schema: SchemaPlan) -> Set<Int64> {
    var rows = tallies.relinkedTwice(of: plan.index)
    for relation in plan.relations {
      guard case .members(let side) = relation.kind, let others = side.listOfOthers(in: schema),
        statements.isStated(others)
      else { continue }
      rows.formUnion(
        tallies.relinked(by: StatedList(entity: plan.index, relation: relation.index)))
    }
    return rows
  }

  /// Forgets what the payload has stated about a deleted row, because another row may reuse its
  /// rowid.
  mutating func forget(_ rowID: Int64, of plan: EntityPlan) {
    named.forget(rowID, of: plan.index)
    tallies.forget(rowID, of: plan.index)
    for relation in plan.relations {
      let list = StatedList(entity: plan.index, relation: relation.index)
      statements[list].forget(rowID)
      history.forget(rowID, list)
      if case .members = relation.kind { statements[list].forgetList(of: rowID) }
      guard case .children(let children) = relation.kind else { continue }
      let own = StatedList(entity: relation.target.index, relation: children.relation)
      history.namings.voidLists(of: rowID, upTo: statements.latest, own)
      statements[own].forgetList(of: rowID)
    }
  }
}
