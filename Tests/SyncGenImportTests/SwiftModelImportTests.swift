import SyncGenDiagnostics
import SyncGenImport
import Testing

/// Source files with models, and the schemas that are created from them.
@Suite struct SwiftModelImportTests {
  private func read(_ text: String) -> ImportedSchema {
    SwiftModelImport.read([SourceFile(path: "m.swift", bytes: Array(text.utf8))])
  }

  @Test func readsModels() {
    let schema = read(
      #"""
      import Foundation
      import SwiftData
      import SwiftSync

      // @Model class NotAModel { }
      /* @Model /* nested */ class Neither {} */
      enum Priority: Int, Codable { case low = 1, normal, high = 10 }
      enum State: String, Codable, CaseIterable { case open; case inProgress = "in_progress"; case done
        var label: String { switch self { case .open: "x }" default: "\(rawValue.map { "\($0)" })" } }
      }
      struct Address: Codable { var street: String; var zip: String? ; var full: String { street + "}" } ; static let none = Address(street: "", zip: nil) }
      struct NotCodable { var a: Int }

      @Syncable
      @Model
      final class Project {
        #Index<Project>([\.name], [\.name, \.createdAt], [\.name, \.code])
        #Unique<Project>([\.name, \.code])
        @PrimaryKey(remote: "project_id") @Attribute(.unique) var key: String
        var name: String = "New \"project\""
        @Attribute(.unique, originalName: "oldCode")
        var code: String
        var createdAt: Date = Date.now
        @Relationship(deleteRule: .cascade, inverse: \Task.project)
        var tasks: [Task] = []
        @Relationship(deleteRule: .cascade) var settings: Settings?
        var address: Address?
        var old: [Address]
        @Transient var cache: [String: Int] = [:]
        var count: Int { tasks.count }
        var title: String {
          get { name }
          set { name = newValue }
        }
        var watched: String = "a" { didSet { print("}") } }
        static let shared = 5
        lazy var z = 5
        var thing: NotCodable?
        var odd: Result<Int, Never>?
        var tags: [String], weights: [String: Double] = [:]
        init(key: String, name: String, code: String) {
          self.key = key; self.name = name; self.code = code
          self.old = []
        }
        func foo<T>(_ a: T = { 5 }()) -> Int where T: Equatable { var x = 5; x += 1; return x }
      }

      @Model final class Settings { var project: Project?; var isOn = true; var level = 1.5 }

      @Model
      class Task {
        @Attribute(.unique) var id: UUID = UUID()
        var state: State = State.open
        var priority: Priority = .high
        @RemoteKey("description") var details: String?
        @RemotePath("meta.rank") var rank: Double = -1_000.5
        @NotExport var note: String?
        var photo: Data?
        var project: Project?
        var assignees: [Person]?
        @Relationship(inverse: \Task.children) var parent: Task?
        var children: [Task] = []
        @Attribute(.externalStorage) var blob: Data?
        @Attribute(.transformable(by: "X")) var color: Decimal = 1.5
        var closure: (() -> Void)?
        var set: Set<String> = []
        var `default`: Bool = false
      }
      @Model class Person { var id: Int = 0; var tasks: [Task]; var url: URL? = URL(string: "a")
        init() {} }
      """#)
    #expect(
      schema.lines == #"""
        Project (-) identity key
          key string
          name string = 'New "project"' index
          code string unique
          createdAt date = now
          address Address?
          old [Address]
          watched string = 'a'
          tags [string]
          weights [string: double] = …
          tasks [Task] inverse project cascade
          settings Settings?
          index name, createdAt
          index name, code unique
        Settings (-) identity id
          id uuid = new
          isOn bool = true
          level double = 1.5
          project Project? inverse settings cascade
        Task (-) identity id
          id uuid = new
          state State = 'open'
          priority Priority = 10
          details string?
          rank double = -1000.5
          note string?
          photo data?
          blob data?
          color decimal = '1.5'
          set [string] = …
          default bool = false
          project Project?
          assignees [Person] inverse tasks
          parent Task?
          children [Task] inverse parent
        Person (-) identity id
          id int
          url url?
          tasks [Task]
        Priority: 1, 2, 10
        State: open, in_progress, done
        m.swift:29: property Project.cache is not stored and not imported
        m.swift:30: property Project.count is not stored and not imported
        m.swift:31: property Project.title is not stored and not imported
        m.swift:37: property Project.z is not stored and not imported
        m.swift:38: property Project.thing is left out: the schema has no type like 'NotCodable?'
        m.swift:39: property Project.odd is left out: the schema has no type like 'Result<Int,Never>?'
        m.swift:64: Task.color: '.transformable' is not imported
        m.swift:65: property Task.closure is left out: the schema has no type like '(()->Void)?'
        m.swift:69: property Person.url: the default 'URL(string:"a")' is left out
        m.swift:69: the default of 'id', which identifies rows
        """#)
    #expect(schema.types.map(\.name) == ["Address"])
  }

  @Test func readsVersions() {
    let schema = read(
      #"""
      enum SchemaV2: VersionedSchema {
        static var versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
        @Model final class Note { @Attribute(.unique) var id: UUID; @Attribute(originalName: "body") var text: String; var pinned: Bool = false
          init() {} }
      }
      enum SchemaV1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        @Model final class Note { @Attribute(.unique) var id: UUID; var body: String; var mood: Int? }
        @Model final class Tag { var id: Int; var note: Note? }
      }
      enum Plan: SchemaMigrationPlan { static var stages: [MigrationStage] { [] } }
      typealias Note = SchemaV2.Note
      """#)
    #expect(
      schema.lines == """
        Note (-) identity id
          id uuid
          text string
          pinned bool = false
        m.swift:12: migration plan Plan is not imported
        """)
    #expect(
      schema.olderVersions.map(\.lines) == [
        """
        Note (-) identity id
          id uuid
          body string
          mood int?
        Tag (-) identity id
          id int
          note Note?
        """
      ])
    #expect(schema.entities[0].attributes[1].renamedFrom == "body")
  }

  /// The names of the models of each version.
  private func versions(_ schema: ImportedSchema) -> [[String]] {
    (schema.olderVersions + [schema]).map { $0.entities.map(\.name) }
  }

  @Test func readsListedModels() {
    let schema = read(
      #"""
      extension SchemaV2 { @Model final class Draft { var id: UUID } }
      enum SchemaV1: VersionedSchema {
        static var versionIdentifier: Schema.Version { .init(1, 0, 0) }
        static var models: [any PersistentModel.Type] { [Note.self, Pending.self] }
        @Model final class Draft { var id: UUID; var mood: Mood }
        enum Mood: String { case low, high }
      }
      enum SchemaV10: VersionedSchema {
        static let models: [any PersistentModel.Type] = SchemaV2.models + [Change.self]
      }
      enum SchemaV2: VersionedSchema {
        static var models: [any PersistentModel.Type] {
          return [Note.self, SchemaV1.Draft.self, Missing.self]
        }
      }
      @Model final class Note { var id: UUID; var tags: [Tag]; var about = Pending.count }
      @Model final class Tag { var id: UUID; var notes: [Note] }
      @Model final class Pending { var id: UUID; static let count = 1 }
      @Model final class Change { var id: UUID }
      @Model final class Unused { var id: UUID }
      """#)
    #expect(
      versions(schema) == [
        ["Note", "Tag", "Pending"], ["Draft", "Note", "Tag"], ["Draft", "Note", "Tag", "Change"],
      ])
    #expect(schema.enums.map(\.name) == ["Mood"])
    #expect(
      schema.remarks.map { "\($0.place): \($0.message)" } == [
        "m.swift:16: property Note.about is left out: it has no explicit type",
        "m.swift:8: model Missing of SchemaV10 is left out: it is not in the files",
        "m.swift:1: model Draft is not imported: no versioned schema has it in its 'models'",
        "m.swift:20: model Unused is not imported: no versioned schema has it in its 'models'",
      ])
  }

  @Test func takesAllModelsWithoutList() {
    let schema = read(
      #"""
      enum SchemaV1: VersionedSchema {
        static var models: [any PersistentModel.Type] { Lists.all }
        @Model final class Note { var id: UUID }
      }
      @Model final class Tag { var id: UUID }
      """#)
    #expect(versions(schema) == [["Note", "Tag"]])
  }
}
