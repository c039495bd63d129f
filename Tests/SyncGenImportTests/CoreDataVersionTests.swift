import SyncGenDiagnostics
import SyncGenSchema
import Testing

@testable import SyncGenImport

/// The versions of Core Data models.
@Suite struct CoreDataVersionTests {
  private func file(_ text: String) -> SourceFile {
    SourceFile(path: "contents", bytes: Array(text.utf8))
  }

  @Test(arguments: [
    (["Blog 10", "Blog 2", "Blog", "Blog v3"], ["Blog", "Blog 2", "Blog v3", "Blog 10"]),
    (["M 2.10.0", "M 2.9.0", "M 2.9", "M 10"], ["M 2.9", "M 2.9.0", "M 2.10.0", "M 10"]),
    (
      ["M 2019-11-02", "M 2019-9-30", "M 2020-01-01"],
      ["M 2019-9-30", "M 2019-11-02", "M 2020-01-01"]
    ),
    (
      ["M 02.11.2019", "M 30.09.2019", "M 01.01.2020"],
      ["M 30.09.2019", "M 02.11.2019", "M 01.01.2020"]
    ),
    (["M 11-02-2019", "M 09-30-2019"], ["M 09-30-2019", "M 11-02-2019"]),
    (["Model", "App_1", "App_2"], ["App_1", "App_2", "Model"]),
    (["M 99999999999999999999", "M 3"], ["M 3", "M 99999999999999999999"]),
  ])
  func sortsVersionsByNumber(names: [String], expected: [String]) throws {
    let versions = CoreDataVersionNames(names, current: try #require(expected.last))
    #expect(versions.read == expected)
    #expect(versions.newer == [])
    #expect(CoreDataVersionNames.last(of: names) == expected.last)
  }

  /// Only a number shows that a version is newer.
  @Test func putsCurrentVersionLast() {
    let versions = CoreDataVersionNames(
      ["App 2", "App 3", "App 10", "Other 4", "Zoo", "App 3 copy"], current: "App 3")
    #expect(versions.read == ["App 2", "App 3 copy", "Other 4", "Zoo", "App 3"])
    #expect(versions.newer == ["App 10"])
  }

  /// Without a frozen version, no number below that of the schema may be missing.
  @Test func numbersVersionsThatCannotBeMigrated() throws {
    func model(_ attributes: String) -> SourceFile {
      file(
        "<model><entity name='A'><attribute name='id' attributeType='String'/>\(attributes)</entity></model>"
      )
    }
    let schema = try CoreDataImport.read([
      model(""), model("<attribute name='name' attributeType='String'/>"),
    ])
    var bag = DiagnosticBag()
    let imported = try #require(
      try ImportedVersions.make(schema, ImportedText.check("App"), into: &bag))
    #expect(imported.frozen.isEmpty)
    #expect(imported.newest.schema.version == 1)
    #expect(imported.newest.model.remarks.count == 1)
  }

  /// The values of an attribute stay when it becomes a part of a new relationship.
  @Test func keepsReferencesOfOlderVersions() throws {
    let project = "<entity name='Project'><attribute name='id' attributeType='String'/></entity>"
    let job =
      "<entity name='Job'><attribute name='id' attributeType='String'/>"
      + "<attribute name='projectId' optional='YES' attributeType='String'/>"
    let relation = "<relationship name='project' optional='YES' destinationEntity='Project'/>"
    let schema = try CoreDataImport.read([
      file("<model>\(project)\(job)</entity></model>"),
      file(
        "<model>\(project)\(job)<attribute name='a' optional='YES' attributeType='Date'/></entity></model>"
      ),
      file("<model>\(project)\(job)\(relation)</entity></model>"),
    ])
    let versions = (schema.olderVersions + [schema]).map { $0.entities[1] }
    #expect(versions.map { $0.attributes.map(\.name) } == [["id"], ["id", "a"], ["id"]])
    #expect(versions.map { $0.relations.map(\.name) } == Array(repeating: ["project"], count: 3))
    var bag = DiagnosticBag()
    let imported = try #require(
      try ImportedVersions.make(schema, ImportedText.check("App"), into: &bag))
    #expect(imported.frozen.count == 2)
    #expect(
      imported.newest.model.migrations.map(\.steps) == [
        [.mapping([YAMLEntry("drops", .texts(["Job.a"]))])]
      ])
  }
}
