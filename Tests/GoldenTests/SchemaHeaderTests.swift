import SyncGenDiagnostics
import SyncGenSchema
import Testing

/// What a schema need not state: its name, its version and its output folder.
@Suite struct SchemaHeaderTests {
  private static func compile(
    _ header: String = "", at path: String, in folder: String? = nil
  ) -> (schema: Schema?, messages: [String]) {
    let text = "swiftsync: 1\n\(header)entities: { Note: { attributes: { id: uuid } } }\n"
    var bag = DiagnosticBag()
    let schema = SchemaCompiler.compile(
      path: path, workingFolder: folder,
      read: { SourceFile(path: $0, bytes: Array(text.utf8)) }, into: &bag)
    return (schema, bag.diagnostics.map(\.message))
  }

  private static let files: [(path: String, folder: String?, name: String, output: String)] = [
    ("Schemas/Notes.yaml", nil, "Notes", "../Generated/Notes"),
    ("schemas/my-shop.yml", nil, "MyShop", "../Generated/MyShop"),
    ("../Schemas/./my_shop.yaml", "/home/app", "MyShop", "../Generated/MyShop"),
    ("notes.yaml", "/home/app/Schemas", "Notes", "../Generated/Notes"),
    ("notes.yaml", "/home/app", "Notes", "Generated/Notes"),
    ("notes.yaml", nil, "Notes", "Generated/Notes"),
    ("Schemas/app/noteBook2.yaml", nil, "NoteBook2", "Generated/NoteBook2"),
  ]

  @Test(arguments: files)
  func followsFromTheFile(path: String, folder: String?, name: String, output: String) throws {
    let (schema, messages) = Self.compile(at: path, in: folder)
    #expect(messages == [])
    let found = try #require(schema)
    #expect(found.name.name == name)
    #expect(found.version == 1)
    #expect(found.generation.output == output)
  }

  @Test func isStatedForOtherNames() throws {
    let header = "name: Shop\nversion: 3\ngenerate: { output: Out }\n"
    let schema = try #require(Self.compile(header, at: "Schemas/notes.yaml").schema)
    #expect(schema.name.name == "Shop" && schema.version == 3 && schema.generation.output == "Out")
    let named = try #require(Self.compile("name: Shop\n", at: "Schemas/notes.yaml").schema)
    #expect(named.generation.output == "../Generated/Shop")
  }

  @Test(arguments: ["<stdin>", "2024.yaml", "notes.v2.yaml", "größe.yaml", "-.yaml"])
  func isRequiredIfTheFileHasNoSuchName(path: String) {
    let (schema, messages) = Self.compile(at: path)
    #expect(schema == nil)
    #expect(
      messages == ["the schema has no 'name', and its file does not have the name of a schema"])
  }
}
