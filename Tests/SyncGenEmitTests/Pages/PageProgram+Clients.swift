import TestHelpers
import Testing

/// Programs without views.
extension PageProgram {
  /// The statements of the page are in functions with what they use. Its schema is in several
  /// blocks.
  static let rest = PageProgram("docs/rest.md", .app([.plain, .xcode])) {
    let page = try PageCode("docs/rest.md")
    let text = """
      import Foundation
      import Observation
      import SwiftSyncRuntime

      func show<Value>(_ value: Value) {}

      \(try page.swift("struct Retry"))

      @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
      \(try page.swift("final class Feed"))

      func call(_ token: String, _ project: Project, _ store: SyncStore) async throws {
      \(try page.swift("let balance ="))
        _ = (report, balance)
      }

      func passParameters(_ first: Todo, _ second: Todo) async throws {
      \(try page.swift("let german ="))
        _ = some
      }

      func sendFiles(_ api: TrackerAPI, from url: URL, to destination: URL) async throws {
      \(try page.swift("let saved ="))
      }

      func findErrors(_ api: TrackerAPI) async throws {
      \(try page.swift("if let invalid ="))
      }

      func fetch(_ project: Project, _ api: TrackerAPI, into store: SyncStore) async throws {
      \(try page.swift("$0.conflict ="))
        _ = report
      }

      func readPages(_ project: Project, _ api: TrackerAPI) async throws {
      \(try page.swift("for try await page in"))
      }

      nonisolated struct Keychain: Sendable {
        var accessToken = ""
        var refreshToken = ""
        func save(_ tokens: Keychain) {}
      }

      nonisolated struct LoginClient: Sendable {
        func refresh(_ token: String) async throws -> Keychain { Keychain() }
      }

      func renew(_ keychain: Keychain, _ login: LoginClient) {
      \(try page.swift("let tokens:"))
        _ = client
      }
      """
    return Code(text: text, sources: try models(of: page.schema(), path: "Schemas/Tracker.yaml"))
  }

  /// The pull of the page fetches the rows of each parent, with the schema of the page.
  static let schema = PageProgram("docs/schema.md", .run("Milk of 1\n")) {
    let page = try PageCode("docs/schema.md")
    let statements = try page.swift("SyncSession.Pull.each")
    let simulated = statements.replacing("TodosAPI()", with: "TodosAPI(transport: backend)")
      .replacing(
        "SyncStore(TodosSchema.self)", with: "try await SyncStore.inMemory(TodosSchema.self)")
    let text = """
      import SwiftSyncRuntime
      import SwiftSyncSimulator

      func notSimulated() -> SyncSession {
      \(statements)
        return session
      }

      let backend = SimulatedBackend(TodosAPI.self)
      try backend.edit { transaction in
        let project = Project(name: "Shop")
        try transaction.insert(project)
        try transaction.insert(Todo(title: "Milk", projectID: project.id))
      }
      \(simulated)
      try await session.run()
      for todo in try await session.store.fetch(Todo.all) {
        print("\\(todo.title) of \\(todo.projectID)")
      }
      """
    let schema = try #require(page.blocks("yaml").first)
    return Code(text: text, sources: try models(of: schema, path: "Schemas/Todos.yaml"))
  }

  /// The recipes for attachments and for ids from the server work together, with the schema of the
  /// page.
  static let recipes = PageProgram(
    "docs/recipes.md", .run("1 1 https://trips.example/1.jpg [1, 2, 3]\n")
  ) {
    let page = try PageCode("docs/recipes.md")
    let text = """
      import Foundation
      import SwiftSyncRuntime
      import SwiftSyncSimulator

      typealias TrackerSchema = TripsSchema

      func widget() -> SyncStore {
      \(try page.swift("let location ="))
        return store
      }

      func sendPhoto(_ folder: URL) async throws {
        try Data([1, 2, 3]).write(to: folder.appendingPathComponent("1.jpg"))
        let backend = SimulatedBackend(TripsAPI.self)
        backend.respond(to: .put, "/photos/*/file") { request in
          let id = request.url.pathComponents[2]
          let json = #"{"id": "\\#(id)", "url": "https://trips.example/1.jpg"}"#
          return HTTP.Response(status: 200, body: Data(json.utf8))
        }
        let api = TripsAPI(transport: backend)
        let store = try await SyncStore.inMemory(TripsSchema.self)
      \(try page.swift("let files ="))
      \(try page.swift("let trip ="))
        let photo = try await store.fetch(Photo.all.first)
        let upload = backend.requests.first { $0.method == .put }
        print(
          sent?.id ?? 0, photo?.tripID ?? 0, photo?.url?.absoluteString ?? "none",
          Array(upload?.body ?? Data()))
      }

      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try await sendPhoto(folder)
      try FileManager.default.removeItem(at: folder)
      """
    let schema = try #require(page.blocks("yaml").first)
    return Code(text: text, sources: try models(of: schema, path: "Schemas/Trips.yaml"))
  }

  /// The tests in the README and on the page about testing as functions, and the statements that
  /// stand alone.
  static let tests = PageProgram("docs/testing.md", .run("done\n")) {
    let (readme, page) = (try PageCode("README.md"), try PageCode("docs/testing.md"))
    let text = """
      import Foundation
      import SwiftSyncRuntime
      import SwiftSyncSimulator

      func expect(_ isMet: Bool, line: Int = #line) {
        if !isMet { print("main.swift:\\(line): not met") }
      }

      \(try readme.swift("@Test func anOfflineNoteIsSentLater"))
      \(try page.swift("@Test func anOfflineNoteReachesTheServer"))

      func standalone() async throws {
        let backend = SimulatedBackend(NotesAPI.self)
      \(try page.swift("let tablet = "))
        try await tablet.store.insert(Note(title: "From the phone"))
        try await tablet.run()
        let session = phone
        try await session.run()
        guard let note = try await session.store.fetch(Note.all).first else { return expect(false) }
      \(try page.swift("try backend.edit {"))
        expect(try await session.store.fetch(Note.all).map(\\.title) == ["From the tablet"])
      \(try page.swift("backend.fail(.post"))
      \(try page.swift("backend.respond(to:"))
      }

      try await anOfflineNoteIsSentLater()
      try await anOfflineNoteReachesTheServer()
      try await standalone()
      print("done")
      """
    let schema = try #require(readme.blocks("yaml").first)
    return Code(text: text, sources: try models(of: schema, path: "Schemas/Notes.yaml"))
  }

  /// All code of the section, with the records of the sample that it describes.
  static let records = PageProgram("docs/existing-databases.md", .records) {
    let blocks = try PageCode("docs/existing-databases.md").blocks("swift")
    let records = blocks.filter { $0.contains("_ db: Database") || $0.contains("queue.write") }
    return Code(
      text: records.joined(separator: "\n"), imports: ["Foundation", "GRDB", "SwiftSyncStore"])
  }
}
