import Foundation
import Programs
import SyncGenEmit
import Testing

/// The Swift code of `docs/rest.md` compiles with what its schema generates, whose parts are in
/// several blocks.
@Suite struct EndpointPageTests {
  private let page: PageCode

  init() throws { page = try PageCode("docs/rest.md") }

  @Test(arguments: [IsolationMode.plain, .xcode])
  func pageCompiles(mode: IsolationMode) async throws {
    #expect(page.blocks("swift").count == 10)
    let toolchain = try SwiftToolchain()
    let files = try SchemaFixture.files(page.schema(), path: "Schemas/Tracker.yaml")
    try toolchain.write(files.filter { $0.path.hasSuffix(".swift") })
    try toolchain.write(try program(), to: "Page.swift")
    let outcome = try await toolchain.check(mode)
    #expect(outcome.output == "")
    #expect(outcome.status == 0)
    try toolchain.remove()
  }

  /// The statements in functions with what they use.
  private func program() throws -> String {
    """
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
  }
}
