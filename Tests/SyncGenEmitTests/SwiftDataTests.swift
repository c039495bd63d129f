import Foundation
import Programs
import SyncGenEmit
import Testing

/// SwiftData exists only on Apple's systems, and its macros cannot be declared elsewhere: the code
/// is type-checked against modules that declare its symbols, with `@Model` replaced by its
/// conformance and the other macros by function calls. The code is not run.
@Suite struct SwiftDataTests {
  @Test(arguments: [GoldenTests.otherSets, "cloudkit"], ["internal", "public"])
  func modelsCompile(example: String, access: String) async throws {
    try await check(try GoldenTests.files(of: example, access: access))
  }

  @Test func oddNamesCompile() async throws {
    let text = TortureSchema.names(access: "public", count: 12)
      .replacing("sets: [swift, sql", with: "sets: [swiftdata")
    try await check(try SchemaFixture.files(text))
  }

  @Test func macroNamesCompile() async throws {
    let names = [
      "Attribute", "AttributeModel", "Model", "Relationship", "Schema", "Date", "String",
    ]
    let entities = names.map { name in
      "  \(name):\n    attributes: { id: uuid, description: string?, at: date, isDeleted: bool }\n"
        + "    relations: { other: Model? }\n"
    }.joined()
    try await check(
      try SchemaFixture.files(
        "swiftsync: 1\nname: Odd\nversion: 1\ngenerate: { sets: [swiftdata] }\nentities:\n"
          + entities))
  }

  @Test func localWritesSetTouchedDates() async throws {
    let files = try SchemaFixture.files(
      "swiftsync: 1\nname: App\nversion: 1\ngenerate: { sets: [swiftdata] }\nentities:\n"
        + "  Note:\n    attributes:\n      id: uuid\n      hash: string\n"
        + "      updatedAt: { type: date, touch: true }\n"
        + "      seenAt: { type: \"date?\", touch: true }\n"
        + "    relations: { folder: Folder }\n    indexes: [[folder, updatedAt]]\n"
        + "  Folder:\n    attributes: { id: uuid }\n")
    try await check(files)
    let text = files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    #expect(
      text.contains(
        """
              case let row as AppModels.Note:
                row.updatedAt = now
                row.seenAt = now
              default: break
        """))
    #expect(text.contains("      touch()\n      try modelContext.save()\n"))
    #expect(text.contains("#Index<Note>([\\.updatedAt])"))
    // `hashValue` is a member of every hashable class.
    #expect(text.contains("var hashValueValue: String"))
  }

  /// A required to-one has no default, and one-to-ones can be set from both sides.
  @Test func initializersHaveRelations() async throws {
    let files = try SchemaFixture.files(
      "swiftsync: 1\nname: App\nversion: 1\ngenerate: { sets: [swiftdata] }\nentities:\n"
        + "  Note:\n    attributes: { id: uuid }\n"
        + "    relations:\n      folder: Folder\n      parent: { to: Note?, inverse: children }\n"
        + "      children: [Note]\n      seal: Seal?\n"
        + "  Folder:\n    attributes: { id: uuid, name: string = \"New\" }\n"
        + "  Seal:\n    attributes: { id: uuid }\n"
        + "    relations: { note: { to: Note, inverse: seal } }\n")
    try await check(files)
    let text = files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    #expect(
      text.contains(
        """
            init(id: UUID, folder: Folder, parent: Note? = nil, children: [Note] = [], seal: Seal? = nil) {
              self.id = id
              self.folder = folder
              self.parent = parent
              self.children = children
              self.seal = seal
            }
        """))
    #expect(text.contains("init(id: UUID, note: Note) {"))
    #expect(text.contains("init(id: UUID, name: String = \"New\") {"))
  }

  private func check(_ files: [GeneratedFile]) async throws {
    let models = files.filter { $0.path.contains("Models") }
    #expect(models.count == 2)
    let toolchain = try SwiftToolchain()
    try toolchain.write(models)
    let lint = try await toolchain.lint().output
    #expect(lint == "")
    for file in models {
      let text = String(decoding: file.bytes, as: UTF8.self)
      try toolchain.write(Self.withoutMacros(text), to: file.path)
    }
    for (name, stub) in [("os", Self.logging), ("SwiftData", Self.swiftData)] {
      let module = try await toolchain.makeModule(name, of: stub)
      try #require(module.output == "")
    }
    for mode in [IsolationMode.plain, .xcode] {
      let outcome = try await toolchain.check(mode)
      #expect(outcome.output == "")
      #expect(outcome.status == 0)
    }
    try toolchain.remove()
  }

  /// Replaces `@Model` by the conformance that it adds, and every other macro by a call with its
  /// arguments.
  private static func withoutMacros(_ text: String) -> String {
    var count = 0
    func call(_ function: String, _ arguments: Substring) -> String {
      count += 1
      return "static func macro\(count)() { SwiftData.\(function)(\(arguments)) }; "
    }
    return
      text
      .replacing(#/@Model\s+(public )?final class (\S+) \{/#) { match in
        "\(match.output.1 ?? "")final class \(match.output.2): SwiftData.PersistentModel {"
      }
      .replacing(#/#(Index|Unique)<(\w+)>\(([^)]*)\)/#) { match in
        call("check\(match.output.1)", "\(match.output.2).self, \(match.output.3)")
      }
      .replacing(#/@(Attribute|Relationship)\(([^)]*)\)\s+/#) { match in
        call("check\(match.output.1)", match.output.2)
      }
  }

  private static let logging = """
    public struct Logger: Sendable {
      public init(subsystem: String, category: String) {}
      public func debug(_ message: String) {}
      public func error(_ message: String) {}
    }
    """

  private static let swiftData = """
    public import Foundation

    public protocol PersistentModel: AnyObject {}
    public final class Schema: Sendable {
      public struct Version: Sendable {
        public init(_ major: Int, _ minor: Int, _ patch: Int) {}
      }
      public struct Relationship {
        public enum DeleteRule { case noAction, nullify, cascade, deny }
      }
      public init(versionedSchema: any VersionedSchema.Type) {}
    }
    public protocol VersionedSchema {
      static var models: [any PersistentModel.Type] { get }
      static var versionIdentifier: Schema.Version { get }
    }
    public enum MigrationStage {
      case lightweight(fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type)
      case custom(
        fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
        willMigrate: ((ModelContext) throws -> Void)?, didMigrate: ((ModelContext) throws -> Void)?)
    }
    public protocol SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { get }
      static var stages: [MigrationStage] { get }
    }
    public struct ModelConfiguration {
      public struct CloudKitDatabase: Sendable {
        public static let automatic = CloudKitDatabase()
        public static let none = CloudKitDatabase()
      }
      public let cloudKitContainerIdentifier: String?
      public init(isStoredInMemoryOnly: Bool = false, cloudKitDatabase: CloudKitDatabase) {
        cloudKitContainerIdentifier = nil
      }
    }
    public final class ModelContainer: Sendable {
      public init(
        for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)?,
        configurations: [ModelConfiguration]
      ) throws {}
    }
    public struct FetchDescriptor<T: PersistentModel> {
      public var fetchLimit: Int?
      public var fetchOffset: Int?
      public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {}
    }
    public final class ModelContext {
      public var autosaveEnabled = true
      public init(_ container: ModelContainer) {}
      public func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] { [] }
      public func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int { 0 }
      public var insertedModelsArray: [any PersistentModel] { [] }
      public var changedModelsArray: [any PersistentModel] { [] }
      public func save() throws {}
      public func rollback() {}
    }
    @available(*, unavailable) extension ModelContext: Sendable {}
    public protocol ModelExecutor: Executor { var modelContext: ModelContext { get } }
    public final class DefaultSerialModelExecutor: ModelExecutor, SerialExecutor,
      @unchecked Sendable
    {
      public let modelContext: ModelContext
      public init(modelContext: ModelContext) { self.modelContext = modelContext }
      public func enqueue(_ job: consuming ExecutorJob) {}
    }
    public protocol ModelActor: Actor {
      nonisolated var modelContainer: ModelContainer { get }
      nonisolated var modelExecutor: any ModelExecutor { get }
    }
    extension ModelActor {
      public var modelContext: ModelContext { modelExecutor.modelContext }
    }
    public func checkIndex<T: PersistentModel>(_: T.Type, _ paths: [PartialKeyPath<T>]...) {}
    public func checkUnique<T: PersistentModel>(_: T.Type, _ paths: [PartialKeyPath<T>]...) {}
    public func checkAttribute(originalName: String) {}
    public func checkRelationship(
      deleteRule: Schema.Relationship.DeleteRule = .nullify, originalName: String? = nil,
      inverse: AnyKeyPath? = nil
    ) {}
    """
}
