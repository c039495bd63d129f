import TestHelpers
import Testing

@_spi(Generated) @testable import SwiftSyncCoding
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

/// Laws of documents and of rows keyed by identity, for any schema and any rows.
@Suite struct DocumentLawTests {
  @Test(arguments: Law.parts) func documentEqualsItsLists(part: Int) throws {
    let law = Law(
      trial: { try World.consistent($0, LawTests.anyOrder) }, isRemovable: { _ in false }
    ) { trial in
      let lists = trial.calls.firstOfEachEntity
      let apart = try LawDatabase(trial.schema, after: trial.setup + lists)
      let document = Call(document: lists)
      let together = try LawDatabase(trial.schema, after: trial.setup + [document])
      return try LawDatabase.difference(apart.content(), together.content()).map {
        "as \(document.payload) it is instead\n\($0)"
      }
    }
    try law.hold(part: part)
  }

  @Test(arguments: Law.parts) func applyingDocumentIsIdempotent(part: Int) throws {
    let law = Law(trial: { try World.document($0) }) { trial in
      let database = try LawDatabase(trial.schema, after: trial.setup)
      guard let call = trial.calls.first else { return nil }
      let first = try database.apply(call)
      if first.refusal != nil || !first.report.isSettled { return nil }
      let once = try database.content()
      let again = try database.apply(call)
      if !again.report.isSettled { return nil }
      if let refusal = again.refusal { return "applied again, it is refused: \(refusal)" }
      if let difference = try LawDatabase.difference(once, database.content()) {
        return "applied again, it changes\n\(difference)"
      }
      return nil
    }
    try law.hold(part: part)
  }

  @Test(arguments: Law.parts) func documentDryRunMatchesCall(part: Int) throws {
    let law = Law(trial: { try World.document($0) }) { trial in
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

  /// A complete list in a document deletes missing rows, as the same list does without a document.
  @Test(arguments: Law.parts) func completeListInDocumentDeletesLikeList(part: Int) throws {
    let law = Law(trial: { try World.document($0, stirring: false) }) { trial in
      guard let call = trial.calls.first else { return nil }
      for entity in trial.schema.entities {
        guard let rows = call.payload[entity.name.lowercased()] else { continue }
        let alone = Call(.document(SchemaMaker.documentName), .nothing.setting(entity, to: rows))
        let list = Call(entity.name, rows) {
          $0.missingRows = trial.schema.deletesMissingRows(of: entity) ? .delete : .keep
        }
        let one = try LawDatabase(trial.schema, after: trial.setup)
        let other = try LawDatabase(trial.schema, after: trial.setup)
        let (document, flat) = (try one.apply(alone), try other.apply(list))
        if (document.refusal == nil) != (flat.refusal == nil) {
          return "\(alone.payload) ends with \(document), its list with \(flat)"
        }
        if let difference = try LawDatabase.difference(other.content(), one.content()) {
          return "as a document, \(rows) of \(entity.name) is instead\n\(difference)"
        }
      }
      return nil
    }
    try law.hold(part: part)
  }

  @Test(arguments: Law.parts) func keyedRowsEqualList(part: Int) throws {
    let law = Law(trial: { try World.messy($0) }) { trial in
      guard let call = trial.calls.first, let keyed = call.keyed(trial) else { return nil }
      let one = try LawDatabase(trial.schema, after: trial.setup)
      let other = try LawDatabase(trial.schema, after: trial.setup)
      let (list, object) = (try one.apply(call), try other.apply(keyed))
      // A row has its key as identity even if the identity that it states is invalid.
      if list.report.rejected.contains(where: { $0.rule == .missingIdentity }) { return nil }
      if let difference = try LawDatabase.difference(one.content(), other.content()) {
        return "as \(keyed.payload) it is instead\n\(difference)"
      }
      let isSame = list.withoutPlaces == object.withoutPlaces
      return isSame ? nil : "as \(keyed.payload) it says \(object), the list \(list)"
    }
    try law.hold(part: part)
  }
}

extension World {
  /// A filled database and a damaged document from another state.
  fileprivate static func document(_ seed: Int, stirring: Bool = true) throws -> Trial {
    var random = Randomness(seed: seed)
    let features = SchemaFeatures.all.subtracting([.foreignKey, .uniques])
    let schema = try LawSchema.random(seed: seed / 4, features)
    var before = PayloadMaker(
      ServerStateMaker.state(schema, seed: random.number(0...1 << 40)), seed: seed
    ) { $0.missing = 10 }
    var after = PayloadMaker(
      ServerStateMaker.state(schema, seed: random.number(0...1 << 40)), seed: seed + 1)
    let setup = before.endpoints()
    var lists = after.endpoints().filter { _ in random.chance(80) }
    var disorder = Disorder(random: random, repeats: false)
    for index in lists.indices where stirring && random.chance(30) {
      lists[index].payload = disorder.stir(lists[index].payload, times: random.number(1...3))
    }
    return Trial(schema: schema, setup: setup, calls: [Call(document: lists)], seed: seed)
  }
}

extension [Call] {
  fileprivate var firstOfEachEntity: [Call] {
    var seen: Set<String> = []
    return filter { seen.insert($0.entity).inserted }
  }
}

extension Call {
  /// A document with the lists of several entities.
  fileprivate init(document lists: [Call]) {
    self.init(
      .document(SchemaMaker.documentName),
      .object(lists.map { .init(key: $0.entity.lowercased(), value: $0.payload) }))
  }

  /// The rows in an object, keyed by identity; `nil` if a row has no identity or repeats one.
  fileprivate func keyed(_ trial: Trial) -> Call? {
    let metadata = trial.schema.entities[trial.schema.index(of: entity)]
    guard metadata.identity.count == 1, let attribute = metadata.idAttribute else { return nil }
    let key = metadata.attributes[attribute].remote[0]
    var random = Randomness(seed: trial.seed)
    var members: [Payload.Member] = []
    for row in payload.elements {
      guard case .object = row, case .scalar(let id)? = row[key], id != "null" else { return nil }
      var row = row
      if random.chance(50) { row[key] = nil }
      members.append(.init(key: id.filter { $0 != "\"" }, value: row))
    }
    guard Set(members.map(\.key)).count == members.count else { return nil }
    var call = self
    call.payload = .object(members)
    call.options.keyedBy = metadata.attributes[attribute].name
    return call
  }
}

extension Payload {
  fileprivate func setting(_ entity: EntityMetadata, to rows: Payload) -> Payload {
    var payload = self
    payload[entity.name.lowercased()] = rows
    return payload
  }
}

extension LawDatabase.Outcome {
  /// The outcome without the paths of rows.
  fileprivate var withoutPlaces:
    (rules: [ApplyReport.RejectedRow.Rule], report: ApplyReport, isRefused: Bool)
  {
    var report = report
    report.rejected = []
    report.invalidValues = nil
    return (self.report.rejected.map(\.rule), report, refusal != nil)
  }
}

extension LawSchema {
  /// Whether the document's list of an entity is complete.
  fileprivate func deletesMissingRows(of entity: EntityMetadata) -> Bool {
    text.contains(
      "    \(entity.name.lowercased()): { type: [\(entity.name)], missing-rows: delete }")
  }
}

extension ApplyReport {
  /// Whether every row was applied exactly once: a rejected row may be known the second time, and
  /// of a repeated row either position may count.
  fileprivate var isSettled: Bool { rejectedCount == 0 && duplicates == 0 }
}
