import Foundation
import GitHub
@_spi(Generated) import SwiftSyncRuntime
import SwiftSyncValues
import SyncGenCommandLine
import SyncGenDiagnostics
import SyncGenSchema
import TestHelpers
import Testing
import Tracker

@_spi(Generated) @testable import swiftsync_gen

/// The metadata of a schema that `apply` passes to the runtime.
@Suite struct MetadataTests {
  private func metadata(of text: String) throws -> SchemaMetadata {
    var bag = DiagnosticBag()
    let schema = SchemaCompiler.compile(
      path: "s.yaml", read: { path in SourceFile(path: path, bytes: Array(text.utf8)) }, into: &bag)
    #expect(bag.diagnostics.filter { $0.code != .clockIsNotSet } == [])
    return SchemaMetadata(try #require(schema))
  }

  /// The samples' generated code has the same metadata as the tool.
  @Test func metadataMatchesGeneratedCode() throws {
    let tracker = try differences(built("tracker"), TrackerSchema.metadata)
    #expect(tracker == [])
    let github = try differences(built("github"), GitHubSchemaV1.metadata)
    #expect(github == [])
  }

  /// Defaults that Swift writes differently from JSON.
  @Test func readsDefaultsOfEveryStoredType() throws {
    let metadata = try metadata(
      of: """
        swiftsync: 1
        name: Shop
        version: 1
        entities:
          Item:
            attributes:
              id: string
              size: { type: int, default: -12345678 }
              weight: { type: double, default: 1e300 }
              madeAt: { type: date, storage: integer, default: 2026-01-02T03:04:05Z }
              badge: { type: data, default: AQID }
              note: { type: string, default: 'a "#" \\ b' }
        """)
    #expect(
      metadata.entities[0].attributes.map(\.defaultValues) == [
        [], [.integer(-12_345_678)], [.real(1e300)], [.integer(1_767_323_045_000_000)],
        [.blob([1, 2, 3])], [.text(##"a "#" \ b"##)],
      ])
  }

  /// Earlier versions, too: the plan of an app is the plan of the tool.
  @Test func plansMatchGeneratedCode() throws {
    var bag = DiagnosticBag()
    let path = Repository.url("Schemas/tracker.yaml").path
    let schema = try #require(Pipeline.schema(at: path, into: &bag))
    let versions = try #require(try Pipeline.versions(of: schema, into: &bag))
    let plan = MigrationPlan(versions.plan)
    let stated = TrackerMigrationPlan.plan
    #expect(plan.steps.map(\.nextVersion) == stated.steps.map(\.nextVersion))
    #expect(plan.oldestVersion == stated.oldestVersion)
    #expect(Self.unspaced(plan.tables) == Self.unspaced(stated.tables))
    for (step, other) in zip(plan.steps, stated.steps) {
      #expect(step.rebuiltTables == other.rebuiltTables)
      #expect(step.stages.map(\.text) == other.stages.map(\.text))
    }
  }

  /// The layout of statements differs.
  private static func unspaced(_ sql: String) -> String { sql.filter { !$0.isWhitespace } }

  private func built(_ sample: String) throws -> SchemaMetadata {
    let path = Repository.url("Schemas/\(sample).yaml").path
    var bag = DiagnosticBag()
    return SchemaMetadata(try #require(Pipeline.schema(at: path, into: &bag)))
  }

  private static let head = "swiftsync: 1\nname: Shop\nversion: 3\n"

  private static let rich =
    head + """
      conventions: { coercion: strict, dates: { remote: unix, storage: integer } }
      enums:
        Phase: { cases: [toDo, done], unknown: reject }
        Level: { cases: { low: 1, high: 2 } }
      entities:
        Shelf:
          remote: Rack
          attributes: { id: uuid, name: string }
          relations:
            items: { to: [Item], inverse: shelf, on-delete: cascade, ordered: true }
        Item:
          attributes:
            id: string
            state: { type: Phase, default: toDo }
            level: { type: "Level?", remote: [level.id, lvl] }
            price: money?
            tags: { type: [string], default: [] }
            seenAt: { type: date?, dates: iso8601, direction: pull, empty-is-null: true }
            updatedAt: date
          relations:
            shelf: Shelf?
            friends: { to: [Item], inverse: none }
          indexes:
            - { on: [shelf, level], unique: true }
          sync: { clock: updatedAt, push: true }
      """

  @Test func containsSchemaProperties() throws {
    let metadata = try metadata(of: Self.rich)
    #expect(metadata.name == "Shop" && metadata.version == 3 && metadata.isStrict)
    #expect(metadata.fingerprint.count == 64)
    #expect(metadata.ddl.contains("CREATE TABLE"))
    #expect(metadata.entities.map(\.table) == ["shelves", "items"])
    #expect(metadata.entities.map(\.remoteName) == ["Rack", "Item"])
    #expect(
      dumped(metadata.joinTables)
        == dumped([
          JoinTableMetadata(
            "item_friends", left: "item_id", of: "Item", right: "friend_id", of: "Item")
        ]))
  }

  @Test func containsAttributes() throws {
    let item = try metadata(of: Self.rich).entities[1]
    let unix = DateForm(remote: .unix, storage: .integer)
    let iso = DateForm(remote: .iso8601, storage: .integer)
    var emptyIsNull = ValueRules()
    emptyIsNull.isEmptyNull = true
    let columns = item.columns.map(\.name)
    func column(_ name: String) throws -> Int { try #require(columns.firstIndex(of: name)) }
    #expect(
      dumped(item.attributes)
        == dumped([
          AttributeMetadata("id", FieldMetadata(.string, remote: ["id"]), column: try column("id")),
          AttributeMetadata(
            "state", FieldMetadata(.textEnum(allowing: ["to_do", "done"]), remote: ["state"]),
            column: try column("state"), default: [.text("to_do")]),
          AttributeMetadata(
            "level",
            FieldMetadata(
              .integerEnum(allowing: nil), optional: true, remote: ["level.id", "lvl"]),
            column: try column("level")),
          AttributeMetadata(
            "price",
            FieldMetadata(
              .money, optional: true, remote: ["price_minor"], currency: "price_currency"),
            column: try column("price_minor")),
          AttributeMetadata(
            "tags", FieldMetadata(.array(.string), remote: ["tags"]), column: try column("tags"),
            default: [.text("[]")]),
          AttributeMetadata(
            "seenAt",
            FieldMetadata(.date(iso), optional: true, remote: ["seen_at"], rules: emptyIsNull),
            column: try column("seen_at"), direction: .pull),
          AttributeMetadata(
            "updatedAt", FieldMetadata(.date(unix), remote: ["updated_at"]),
            column: try column("updated_at")),
        ]))
    #expect(dumped(item.sync) == dumped(EntitySyncMetadata(clock: 6, push: true)))
    #expect(item.identity == [try column("id")])
    #expect(item.uniques == [[try column("shelf_id"), try column("level")]])
  }

  /// The words of checks, which are not part of a version.
  @Test func containsMessages() throws {
    func text(_ scalar: String, _ check: String) -> String {
      """
      swiftsync: 1
      name: Shop
      version: 1
      scalars: { Code: { type: string, pattern: "^[A-Z]+$"\(scalar) } }
      types: { Box: { code: Code } }
      entities:
        Item: { attributes: { id: int, code: Code, codes: "[Code]", box: Box }, check: \(check) }
      """
    }
    let worded = try metadata(
      of: text(", message: Capitals only.", "{ sql: \"id > 0\", message: item.id }"))
    let item = try #require(worded.entities.first)
    #expect(item.check == "id > 0" && item.checkMessage == "item.id")
    #expect(
      item.attributes.map { $0.scalar?.message } == [nil, "Capitals only.", "Capitals only.", nil])
    let plain = try metadata(of: text("", "\"id > 0\""))
    #expect(plain.entities.first?.checkMessage == nil)
    #expect(plain.entities.first?.attributes[1].scalar?.message == nil)
    #expect(plain.fingerprint == worded.fingerprint)
  }

  @Test func containsRelations() throws {
    let metadata = try metadata(of: Self.rich)
    let columns = metadata.entities[1].columns.map(\.name)
    let shelf = try #require(columns.firstIndex(of: "shelf_id"))
    let position = try #require(columns.firstIndex(of: "items_position"))
    #expect(
      dumped(metadata.entities[0].relations)
        == dumped([
          RelationMetadata(
            "items", to: "Item", .toMany(.position), inverse: "shelf",
            ids: ["item_ids", "items_ids"],
            objects: ["items"], onDelete: .cascade)
        ]))
    #expect(
      dumped(metadata.entities[1].relations)
        == dumped([
          RelationMetadata(
            "shelf", to: "Shelf",
            .toOne(.init(.uuid, column: shelf, optional: true, position: position)),
            inverse: "items",
            ids: ["shelf_id"], objects: ["shelf"], onDelete: .cascade),
          RelationMetadata(
            "friends", to: "Item", .manyToMany(joinTable: "item_friends", side: .left, .none),
            ids: ["friend_ids", "friends_ids"], objects: ["friends"], onDelete: .nullify),
        ]))
  }
}

/// The differences between the metadata in the tool and in the generated code of a sample.
///
/// Both must have the same values; a test of each sample requires an empty result.
func differences(_ built: SchemaMetadata, _ generated: SchemaMetadata) -> [String] {
  var differences: [String] = []
  func compare(_ what: String, _ left: Any, _ right: Any) {
    let (left, right) = (dumped(left), dumped(right))
    if left != right { differences.append("\(what): built \(left), generated \(right)") }
  }
  compare("name", built.name, generated.name)
  compare("version", built.version, generated.version)
  compare("fingerprint", built.fingerprint, generated.fingerprint)
  compare("strict", built.isStrict, generated.isStrict)
  let statements = [built.tables, generated.tables].map { $0.components(separatedBy: ";\n") }
  compare("number of statements", statements[0].count, statements[1].count)
  for (left, right) in zip(statements[0], statements[1]) { compare("statement", left, right) }
  compare("number of triggers", built.triggers.count, generated.triggers.count)
  for (left, right) in zip(built.triggers, generated.triggers) { compare("trigger", left, right) }
  compare("join tables", built.joinTables, generated.joinTables)
  compare("entities", built.entities.map(\.name), generated.entities.map(\.name))
  for (left, right) in zip(built.entities, generated.entities) {
    compare("columns of \(left.name)", left.columns, right.columns)
    for (one, other) in zip(left.attributes, right.attributes) {
      compare("\(left.name).\(one.name)", one, other)
    }
    for (one, other) in zip(left.relations, right.relations) {
      compare("\(left.name).\(one.name)", one, other)
    }
    compare(left.name, left, right)
  }
  return differences
}

extension MigrationStep.Stage {
  /// The weight, and the statements or the app's function.
  fileprivate var text: [String] {
    switch work {
    case .statements(let statements): [weight.rawValue] + statements.map { dumped($0) }
    case .sql(let sql): [weight.rawValue, sql]
    case .app(let name, _): [weight.rawValue, name]
    }
  }
}
