import Foundation
import Programs
import SyncGenEmit
import Testing

/// The recipes for attachments and for ids from the server work together, with the schema of the
/// page. `LiveSourcesTests` compiles its view; what is from the example is compared by
/// `scripts/check-citations`.
@Suite struct RecipePageTests {
  private let page: PageCode

  init() throws { page = try PageCode("docs/recipes.md") }

  @Test func recipesWork() async throws {
    #expect(page.blocks("swift").count == 4 && page.blocks("yaml").count == 1)
    let toolchain = try SwiftToolchain()
    let schema = try #require(page.blocks("yaml").first)
    try toolchain.write(SchemaFixture.files(schema, path: "Schemas/Trips.yaml"))
    try toolchain.write(try program(), to: "main.swift")
    let build = try await toolchain.build(linking: ["SwiftSyncSimulator"])
    try #require(build.output == "")
    let run = try await toolchain.run(["./main"])
    #expect(run.output == "1 1 https://trips.example/1.jpg [1, 2, 3]\n")
    try toolchain.remove()
  }

  private func program() throws -> String {
    """
    import Foundation
    import SwiftSyncRuntime
    import SwiftSyncSimulator

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
    .replacing("TrackerSchema", with: "TripsSchema")
  }
}
