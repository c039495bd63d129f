import Foundation
import TestHelpers
import Testing

@_spi(Generated) @testable import SwiftSyncCoding
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

@Suite struct EntityCodingTests {
  static let minimal = #"""
    {"id":"ABCDEF01-2345-4789-ABCD-EF0123456789","title":"a","sort_index":1.5,"created_at":1600000000125,
     "updated_at":"2026-01-02 03:04:05+02:00","project_id":"00000000-0000-0000-0000-000000000001"}
    """#
  static let full = #"""
    {"id":"abcdef01-2345-4789-abcd-ef0123456789","title":"a","description":"d","state":{"id":"in_progress","label":"Doing"},
     "severity":"high","rank":2,"estimate":"1234567890123456789012345678.9","price":12.50,"budget_minor":1999,
     "budget_currency":"EUR","fee":{"cents":"5","code":"USD"},"tags":["x","y"],"reminders":[1600000000,1600000000.5],
     "weights":{"b":"1.50","a":2},"points":3,"sort_index":"1.5","is_archived":"yes","due_on":"2026-02-28",
     "site":"https://example.com/a?b","thumbnail":"aGVsbG8=","extra":{"k":[1,null,"v"]},"draft_note":"secret",
     "revision":7,"created_at":1600000000125,"updated_at":1767315845,"project":{"id":"00000000-0000-0000-0000-000000000001"},
     "assignee":{"login":"00000000-0000-0000-0000-000000000002"}}
    """#

  func decode(_ json: String) throws -> Todo {
    try JSONDecoder().decode(Todo.self, from: Data(json.utf8))
  }

  /// Decodes the minimal object with additional members.
  func decode(with members: String) throws -> Todo {
    try decode("{\(members)," + Self.minimal.drop { $0 != "\"" })
  }

  func encoded(_ value: some Encodable) throws -> JSONValue {
    try JSONValue(json: String(decoding: JSONEncoder().encode(value), as: UTF8.self))
  }

  @Test func missingKeysGetDefaults() throws {
    let task = try decode(Self.minimal)
    #expect(task.id == UUID(uuidString: "abcdef01-2345-4789-abcd-ef0123456789"))
    #expect(task.state == .todo)
    #expect(task.rank == .first)
    #expect(task.details == nil)
    #expect(task.price == Decimal(string: "9.95"))
    #expect(task.fee == Money(minorUnits: 0, currency: "EUR"))
    #expect(task.tags == [])
    #expect(task.isArchived == false)
    #expect(task.createdAt == Date(timeIntervalSince1970: 1_600_000_000.125))
    #expect(task.updatedAt == Date(timeIntervalSince1970: 1_767_315_845))
  }

  @Test func decodesEveryType() throws {
    let task = try decode(Self.full)
    #expect(task.details == "d")
    #expect(task.state == .inProgress)
    #expect(task.stateLabel == "Doing")
    #expect(task.severity == .high)
    #expect(task.rank == .second)
    #expect(task.estimate == Decimal(string: "1234567890123456789012345678.9"))
    #expect(task.price == Decimal(string: "12.5"))
    #expect(task.budget == Money(minorUnits: 1999, currency: "EUR"))
    #expect(task.fee == Money(minorUnits: 5, currency: "USD"))
    #expect(task.tags == ["x", "y"])
    #expect(task.reminders?.last == Date(timeIntervalSince1970: 1_600_000_000.5))
    #expect(task.weights == ["a": 2, "b": Decimal(string: "1.5") ?? 0])
    #expect(task.points == 3)
    #expect(task.isArchived)
    #expect(task.dueOn == CalendarDay(year: 2026, month: 2, day: 28))
    #expect(task.site == URL(string: "https://example.com/a?b"))
    #expect(task.thumbnail == Data("hello".utf8))
    #expect(task.extra == ["k": [1, nil, "v"]])
    #expect(task.draftNote == nil)
    #expect(task.revision == 7)
    #expect(task.projectID == UUID(uuidString: "00000000-0000-0000-0000-000000000001"))
    #expect(task.assigneeID == UUID(uuidString: "00000000-0000-0000-0000-000000000002"))
  }

  @Test func encodesLikePayload() throws {
    let json = try encoded(decode(Self.full))
    #expect(
      json
        == (try JSONValue(
          json: #"""
            {"id":"abcdef01-2345-4789-abcd-ef0123456789","title":"a","description":"d",
             "state":{"id":"in_progress","label":"Doing"},"severity":"high","rank":2,
             "estimate":"1234567890123456789012345678.9","price":"12.5","budget_minor":1999,"budget_currency":"EUR",
             "fee":{"cents":5,"code":"USD"},"tags":["x","y"],"reminders":[1600000000,1600000000.5],
             "weights":{"a":"2","b":"1.5"},"points":3,"sort_index":1.5,"is_archived":true,"due_on":"2026-02-28",
             "site":"https://example.com/a?b","thumbnail":"aGVsbG8=","extra":{"k":[1,null,"v"]},
             "created_at":1600000000125,"updated_at":"2026-01-02T01:04:05Z",
             "project_id":"00000000-0000-0000-0000-000000000001","assignee":"00000000-0000-0000-0000-000000000002"}
            """#)))
  }

  @Test func encodesNilAsNull() throws {
    let json = try encoded(decode(Self.minimal))
    for key in [
      "description", "severity", "estimate", "budget_minor", "budget_currency", "due_on",
      "assignee",
    ] {
      #expect(json[key] == .null, "\(key)")
    }
    #expect(json["state"]?["label"] == .null)
    #expect(json["draft_note"] == nil && json["revision"] == nil)
  }

  @Test func roundTripsThroughJSONAndPropertyList() throws {
    var task = try decode(Self.full)
    task.revision = nil
    #expect(try JSONDecoder().decode(Todo.self, from: JSONEncoder().encode(task)) == task)
    let list = try PropertyListEncoder().encode(task)
    #expect(try PropertyListDecoder().decode(Todo.self, from: list) == task)
  }

  @Test func keepsUnknownEnumValues() throws {
    let task = try decode(with: #""state":{"id":"blocked"},"rank":9"#)
    #expect(task.state == .unknown("blocked"))
    #expect(task.rank == .unknown(9))
    #expect(try encoded(task)["state"]?["id"] == "blocked")
    #expect(try encoded([TaskState.inProgress]) == ["in_progress"])
    #expect(TaskState.unknown("todo") == .todo)
  }

  @Test func firstPresentKeyWins() throws {
    #expect(try decode(with: #""score":2,"points":1"#).points == 1)
    #expect(try decode(with: #""stats":{"points":3},"score":2"#).points == 2)
    #expect(try decode(with: #""stats":{"points":3}"#).points == 3)
    #expect(try decode(with: #""points":null,"score":2"#).points == nil)
    #expect(try decode(with: #""stats":null"#).points == nil)
  }

  @Test(arguments: [
    (#""title":null"#, ["title"]), (#""project_id":null"#, ["project_id"]),
    (#""sort_index":null"#, ["sort_index"]),
  ])
  func rejectsNullForRequiredMember(_ member: String, _ path: [String]) throws {
    let error = #expect(throws: DecodingError.self) {
      try decode(with: member + "," + #""x":1"#)
    }
    guard case .valueNotFound(_, let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == path)
  }

  @Test func nullForRequiredMemberUsesDefault() throws {
    let task = try decode(with: #""state":{"id":null},"tags":null,"price":null,"is_archived":null"#)
    #expect(task.state == .todo && task.tags == [] && !task.isArchived)
    #expect(task.price == Decimal(string: "9.95"))
  }

  @Test(arguments: [
    (#""points":12.9"#, "points", "expected an integer, found 12.9"),
    (#""due_on":"soon""#, "due_on", "expected a day, found \"soon\""),
    (#""severity":"late""#, "severity", "expected one of low, high, found \"late\""),
    (#""site":" ""#, "site", "expected a URL, found \" \""),
    (#""points":true"#, "points", "expected an integer, found true"),
    (#""tags":"x""#, "tags", "expected a list, each element a string, found \"x\""),
    (
      #""budget_minor":1"#, "budget_currency",
      "expected both the minor units and the currency, found only one"
    ),
    (
      #""points":9223372036854775808"#, "points",
      "expected an integer, found 9223372036854775808"
    ),
  ])
  func rejectsInvalidValues(_ member: String, _ key: String, _ message: String) throws {
    let error = #expect(throws: DecodingError.self) { try decode(with: member) }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.debugDescription == message)
    #expect(context.codingPath.last?.stringValue == key)
  }

  @Test func readsEmptyAsNullIfDeclared() throws {
    #expect(try decode(with: #""due_on":"""#).dueOn == nil)
  }

  @Test func readsMetadata() throws {
    let metadata = Todo.metadata
    #expect(dumped(metadata.columns[4]) == dumped(ColumnMetadata("state_label", .text)))
    #expect(
      dumped(metadata.attributes[5])
        == dumped(
          AttributeMetadata(
            "severity",
            FieldMetadata(
              .textEnum(allowing: ["low", "high"]), optional: true, remote: ["severity"]), column: 5
          )))
    #expect(
      dumped(metadata.attributes[10])
        == dumped(
          AttributeMetadata(
            "fee", FieldMetadata(.money, remote: ["fee.cents"], currency: "fee.code"), column: 11,
            default: [.integer(0), .text("EUR")])))
    #expect(
      metadata.attributes[12].type == .array(.date(DateForm(remote: .unix, storage: .text))))
    #expect(
      dumped(metadata.relations[2])
        == dumped(
          RelationMetadata(
            "watchers", to: "User",
            .manyToMany(joinTable: "task_watchers", side: .left, .none), inverse: "watchedTasks",
            ids: ["watcher_ids", "watchers_ids"], objects: ["watchers"], onDelete: .nullify)))
    #expect(dumped(metadata.sync) == dumped(EntitySyncMetadata(clock: 24)))
  }

  @Test func readsJoinTables() throws {
    let json = #"""
      [
      {"name":"task_labels","left":["task_id","Todo"],"right":["label_id","Label"],"position":"position"},
      {"name":"task_links","left":["task_id","Todo"],"right":["link_id","Todo"],"through":"Link"}
      ]
      """#
    #expect(
      dumped(try MetadataReader.joinTables(json: json))
        == dumped([
          JoinTableMetadata(
            "task_labels", left: "task_id", of: "Todo", right: "label_id", of: "Label",
            position: "position"),
          JoinTableMetadata(
            "task_links", left: "task_id", of: "Todo", right: "link_id", of: "Todo",
            through: "Link"),
        ]))
  }

  @Test func rejectsInvalidJoinTables() {
    for json in ["", "{}", #"[{"name":"a","left":["b"],"right":["c","D"]}]"#] {
      #expect(throws: (any Error).self) { try MetadataReader.joinTables(json: json) }
    }
  }

  @Test func rejectsInvalidMetadata() {
    for json in ["", "{}", #"{"name":"A","table":"a","columns":[["id","BYTES"]]}"#] {
      #expect(throws: (any Error).self) { try MetadataReader(json: json).entity() }
    }
  }
}
