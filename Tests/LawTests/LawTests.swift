import TestHelpers
import Testing

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

/// Laws of applying, for any schema, rows and payload.
@Suite struct LawTests {
  @Test(arguments: Law.parts) func applyingIsIdempotent(part: Int) throws {
    let law = Law(trial: { try World.messy($0) }) { trial in
      let database = try LawDatabase(trial.schema, after: trial.setup)
      guard let call = trial.calls.first else { return nil }
      let first = try database.apply(call)
      if first.refusal != nil { return nil }
      // A row that was rejected as incomplete can be known when the payload is applied again.
      let isRepeated = trial.isContradictory || first.report.duplicates > 0
      if isRepeated, first.report.rejectedCount > 0 { return nil }
      if Self.canDiffer(call, trial, after: first.report) { return nil }
      let once = try database.content()
      let again = try database.apply(call)
      // After the call has deleted a row, another object of this row can be incomplete.
      if isRepeated, again.report.rejectedCount > 0 { return nil }
      if let refusal = again.refusal { return "applied again, it is refused: \(refusal)" }
      if let difference = try LawDatabase.difference(once, database.content()) {
        return "applied again, it changes\n\(difference)"
      }
      // If one side removes a row of a `through:` entity and the other side adds it, it is a new
      // row.
      let hasThrough = trial.schema.metadata.joinTables.contains { $0.through != nil }
      if !trial.isOrderly, hasThrough { return nil }
      if let changes = again.report.changes { return "applied again, the report says \(changes)" }
      let (before, now) = (first.report.unresolvedReferences, again.report.unresolvedReferences)
      // A row that may not be updated, or that is older than what a later occurrence of it has
      // stored, states no references.
      let isStale = isRepeated && trial.schema.text.contains("clock:")
      if now < before, isStale || call.options.isLimited { return nil }
      return before == now ? nil : "applied again, \(now) references are unresolved, not \(before)"
    }
    try law.hold(part: part)
  }

  /// Whether a call may have another effect the second time.
  private static func canDiffer(_ call: Call, _ trial: Trial, after first: ApplyReport) -> Bool {
    let options = call.options
    // A link that may not be updated can be inserted once its other end is deleted.
    if options.leavesLinks { return true }
    // The second call may do what the operations did not allow in the first.
    if trial.isContradictory, options.isLimited { return true }
    guard first.duplicates > 0 else { return false }
    // A nested row that may not be inserted may be updated once the list itself has inserted it.
    if first.inserted > 0, options.insertsOnlyOutside { return true }
    // Nested rows may name another parent than the scope of the call gives the same rows in the
    // list. The later of two statements wins; those of a deferred row count as later than the rest
    // (Outcome), but keep their position if the row is known and need not be deferred.
    return options.hasParent && trial.schema.letsRowsWait
  }

  @Test(arguments: Law.parts) func dryRunMatchesCall(part: Int) throws {
    let law = Law(trial: { try World.messy($0) }) { trial in
      guard let call = trial.calls.first else { return nil }
      let database = try LawDatabase(trial.schema, after: trial.setup)
      let before = try database.content()
      var dry = call
      dry.options.isDryRun = true
      let promised = try database.apply(dry)
      if let difference = try LawDatabase.difference(before, database.content()) {
        return "a dry run changes\n\(difference)"
      }
      let done = try database.apply(call)
      return promised == done ? nil : "a dry run says \(promised), the call \(done)"
    }
    try law.hold(part: part)
  }

  @Test(arguments: Law.parts) func applyingExportChangesNothing(part: Int) throws {
    let law = Law(trial: { try World.messy($0) }) { trial in
      let database = try LawDatabase(trial.schema, after: trial.setup + trial.calls)
      if trial.schema.text.contains("ordered: true") {
        // An export states positions for rows that have none, and closes gaps.
        for entity in trial.schema.entities {
          let payload = try database.export(entity.name, .ids)
          try database.apply(Call(entity.name, payload) { $0.missingRows = .delete })
        }
      }
      let before = try database.content()
      for relations in [ExportOptions.Relations.ids, .nested] {
        for entity in trial.schema.entities {
          let payload = try database.export(entity.name, relations)
          let outcome = try database.apply(
            Call(entity.name, payload) { $0.missingRows = .delete })
          let subject = "the export of \(entity.name) with \(relations), \(payload),"
          if let difference = try LawDatabase.difference(before, database.content()) {
            return "\(subject) changes\n\(difference)"
          }
          if let changes = outcome.report.changes { return "\(subject) is reported as \(changes)" }
        }
      }
      return nil
    }
    try law.hold(part: part)
  }

  /// Features for which the laws about several lists do not hold: a reference that must find its
  /// row, and a value that another row has to give up first.
  static let anyOrder = SchemaFeatures.all.subtracting([.foreignKey, .uniques])

  @Test(arguments: Law.parts) func endpointOrderDoesNotMatter(part: Int) throws {
    let law = Law(
      trial: { try World.consistent($0, Self.anyOrder) }, isRemovable: { _ in false }
    ) { trial in
      var random = Randomness(seed: trial.seed)
      let one = try LawDatabase(trial.schema, after: trial.setup + trial.calls)
      let order = trial.calls.shuffled(using: &random)
      let other = try LawDatabase(trial.schema, after: trial.setup + order)
      let places = StatedOrders(trial)
      return try LawDatabase.difference(
        places.content(of: one), places.content(of: other)
      ).map {
        "in the order \(order.map { "\($0.entity) \($0.payload)" }) it is instead\n\($0)"
      }
    }
    try law.hold(part: part)
  }

  @Test(arguments: Law.parts) func splitListEqualsWholeList(part: Int) throws {
    let law = Law(
      trial: { try World.consistent($0, Self.anyOrder) }, isRemovable: { _ in false }
    ) { trial in
      var random = Randomness(seed: trial.seed)
      let pieces = trial.calls.flatMap { call in
        let cut = random.number(0...call.payload.elements.count)
        return [call.payload.elements.prefix(cut), call.payload.elements.dropFirst(cut)].map {
          var piece = call
          piece.payload = .list(Array($0))
          return piece
        }
      }
      let whole = try LawDatabase(trial.schema, after: trial.setup + trial.calls)
      let parts = try LawDatabase(trial.schema, after: trial.setup + pieces)
      return try LawDatabase.difference(whole.content(), parts.content()).map {
        "in the pieces \(pieces.map { "\($0.entity) \($0.payload)" }) it is instead\n\($0)"
      }
    }
    try law.hold(part: part)
  }
}

extension ApplyOptions {
  fileprivate var isLimited: Bool { operations != .all || relationOperations != .all }

  fileprivate var hasParent: Bool {
    if case .parent = scope { true } else { false }
  }

  /// Whether the payload's own list may insert rows, but nested rows may only be updated.
  fileprivate var insertsOnlyOutside: Bool {
    let nested = operations.intersection(relationOperations)
    return operations.contains(.insert) && nested.contains(.update) && !nested.contains(.insert)
  }

  /// Whether links may be inserted and deleted, but not updated.
  fileprivate var leavesLinks: Bool {
    let links = operations.intersection(relationOperations)
    return links.contains(.insert) && operations.contains(.delete) && !links.contains(.update)
  }
}

extension LawSchema {
  /// Whether rows may be deferred, because of a reference or a unique value.
  fileprivate var letsRowsWait: Bool {
    entities.contains { entity in
      !entity.uniques.isEmpty || entity.relations.contains { $0.reference?.hasForeignKey == true }
    }
  }
}

extension ApplyReport {
  /// The changes that the report counts; `nil` if there are none.
  fileprivate var changes: String? {
    let counts = [inserted, updated, deleted, purged]
    let related = related.values.flatMap { [$0.inserted, $0.updated, $0.deleted] }
    return (counts + related).allSatisfy { $0 == 0 } ? nil : description
  }
}
