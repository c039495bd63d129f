import SyncGenDiagnostics
import SyncGenSchema
import SyncGenYAML
import TestHelpers
import Testing

@testable import SyncGenImport

/// The text that is written for a model of a reader.
@Suite struct ImportedSchemaTests {
  private static func result(
    of schema: ImportedSchema
  ) throws -> (result: ImportCheck.Result?, problems: [String]) {
    let check = ImportCheck(
      path: "shop.yaml", name: "Shop", header: ["Read from shop.json."]
    ) { file, bag in
      SchemaCompiler.compile(path: file.path, read: { _ in file }, into: &bag)
    }
    var bag = DiagnosticBag()
    let result = try check.run(schema, into: &bag)
    return (result, bag.diagnostics.map(\.message))
  }

  private static var shop: ImportedSchema {
    var user = ImportedEntity("user", identity: ["id"], at: "users.json")
    user.attributes = [
      ImportedAttribute("id", .int),
      ImportedAttribute("avatar_url", .scalar(.url), isOptional: true),
    ]
    user.attributes[1].notes = ["null in 3 of 40"]
    user.attributes[1].remote = .key("avatar_url")
    user.relations = [ImportedRelation("orders", toMany: "task")]
    user.relations[0].inverse = .named("owner")
    var task = ImportedEntity("task", identity: ["order no"], at: "tasks.json")
    task.attributes = [
      ImportedAttribute("order no", .string), ImportedAttribute("+1", .int),
      ImportedAttribute("state", .named("task state")),
      ImportedAttribute("tags", .list(.string), isOptional: true),
    ]
    task.attributes[0].remote = .key("order no")
    task.attributes[1].remote = .key("+1")
    task.attributes[2].remote = .key("state")
    task.attributes[3].defaultValue = .list([])
    task.relations = [ImportedRelation("owner", toOne: "user", isOptional: true)]
    task.relations[0].remote = ["owner_id"]
    task.indexes = [ImportedIndex(["owner", "state"])]
    var schema = ImportedSchema()
    schema.enums = [
      ImportedEnum("task state", [.init("open"), .init("in-work")], at: "tasks.json")
    ]
    schema.entities = [user, task]
    return schema
  }

  @Test func writesIdiomaticNamesAndDifferingKeys() throws {
    let (result, problems) = try Self.result(of: Self.shop)
    #expect(problems == [])
    #expect(
      result?.text == """
        \(LanguageSchema.modeline)
        # Read from shop.json.
        swiftsync: 1

        generate:
          access: public

        enums:
          TaskState: { cases: { open: open, inWork: in-work } }

        entities:
          User:
            attributes:
              id: int
              avatarURL: url? # null in 3 of 40
            relations:
              orders: { to: [Todo], inverse: owner }

          # not 'Task': Swift has a type of that name
          Todo:
            attributes:
              orderNo: { type: string, remote: order no }
              plus1: { type: int, remote: "+1" }
              state: TaskState
              tags: "[string]? = []"
            relations:
              owner: User?
            identity: orderNo
            indexes: [[owner, state]]

        """)
    #expect(
      result?.model.remarks == [
        ImportRemark(
          at: "tasks.json", "entity 'Task' is named 'Todo': Swift has a type of that name")
      ])
  }

  @Test func omitsWhatCompilerRejects() throws {
    var schema = Self.shop
    schema.entities[0].attributes[0].defaultValue = .number(3)
    schema.entities[1].relations[0].onDelete = .nullify
    schema.entities[0].relations[0].onDelete = .cascade
    schema.entities[1].relations.append(ImportedRelation("maker", toOne: "nobody"))
    let (result, problems) = try Self.result(of: schema)
    #expect(problems == [])
    let user = try #require(result?.schema.entities.first)
    #expect(user.attributes[0].defaultValue == nil)
    #expect(
      result?.model.remarks.map(\.place) == [
        "tasks.json", "tasks.json", "tasks.json", "users.json",
      ])
  }

  @Test func stringsRoundTrip() throws {
    var random = SeededRandom(7)
    let pieces = [
      "a", "B", " ", ": ", " #", "\"", "'", "\n", "\t", "é", "no", "-", "{", "]", ",", "?", "1",
      "\\",
      "\u{1F600}", "\u{7}", "\u{2028}", "&", "*", "!", "|", "%", "@", "`", "~", "null",
    ]
    for _ in 0..<2000 {
      let count = Int(random.next() % 5)
      let text = (0..<count).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }.joined()
      let entries = [
        YAMLEntry("block", .text(text)), YAMLEntry("flow", .mapping([YAMLEntry("a", .text(text))])),
      ]
      var bag = DiagnosticBag()
      let node = YAMLReader.read(
        bytes: Array(YAMLPrinter.text(entries).utf8), path: "a.yaml", into: &bag)
      #expect(bag.diagnostics.map(\.message) == [], "\(text.debugDescription)")
      guard case .mapping(let pairs)? = node?.content, pairs.count == 2,
        case .scalar(let block) = pairs[0].value.content,
        case .mapping(let inner) = pairs[1].value.content,
        case .scalar(let flow)? = inner.first?.value.content
      else {
        Issue.record("\(text.debugDescription) is not read as a text")
        continue
      }
      #expect(block.text == text && flow.text == text, "\(text.debugDescription)")
    }
  }
}
