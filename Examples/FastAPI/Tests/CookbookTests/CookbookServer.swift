import Cookbook
import Foundation
import SwiftSyncRuntime
import Testing

/// The service as a process of its own, with an empty database and the users Ada and Bob.
actor CookbookServer {
  static let hint: Testing.Comment =
    "FastAPI is not installed in .build/fastapi; scripts/test-fastapi installs it"

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  private static let python = folder.appendingPathComponent(
    "../../../../.build/fastapi/bin/python3")

  /// Whether there is a Python with the packages of the service.
  static let isAvailable = FileManager.default.isExecutableFile(atPath: python.path)

  let origin: URL
  private let files: URL
  private let process: Process
  private let input: Pipe
  private var devices: [Account] = []

  /// - Parameter tokenSeconds: How long an access token is valid.
  init(tokenSeconds: Int = 900) async throws {
    files = FileManager.default.temporaryDirectory
      .appendingPathComponent("cookbook-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
    let (process, input, output) = (Process(), Pipe(), Pipe())
    process.executableURL = Self.python
    process.arguments = ["-B", Self.folder.appendingPathComponent("serve.py").path, files.path]
    let settings = ["ACCESS_TOKEN_SECONDS": String(tokenSeconds)]
    process.environment = ProcessInfo.processInfo.environment.merging(settings) { $1 }
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    (self.process, self.input) = (process, input)
    origin = try Self.origin(from: output)
    for name in ["ada", "bob"] {
      _ = try await CookbookAPI(baseURL: origin).register(
        .init(email: "\(name)@example.com", name: name.capitalized, password: "open sesame"))
    }
  }

  private static func origin(from output: Pipe) throws -> URL {
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let text = line.trimmingCharacters(in: .newlines)
    guard let origin = URL(string: text), origin.port != nil else { throw DidNotStart() }
    return origin
  }

  struct DidNotStart: Error {}

  /// A new device, on which a user logs in.
  func device(of name: String = "ada") async throws -> Account {
    let file = files.appendingPathComponent("\(UUID().uuidString).sqlite")
    let device = try await Account.logIn(
      to: origin, email: "\(name)@example.com", password: "open sesame", location: .url(file))
    devices.append(device)
    return device
  }

  /// A file on the device.
  nonisolated func file(_ name: String, _ content: Data) throws -> URL {
    let file = files.appendingPathComponent(name)
    try content.write(to: file)
    return file
  }

  /// The server ends when its input is closed.
  private func end() async throws {
    for device in devices { await device.store.close() }
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    try FileManager.default.removeItem(at: files)
  }

  /// Runs a test with a server of its own.
  static func run(
    tokenSeconds: Int = 900, _ test: @Sendable (CookbookServer) async throws -> Void
  ) async throws {
    let server = try await CookbookServer(tokenSeconds: tokenSeconds)
    do {
      try await test(server)
    } catch {
      try await server.end()
      throw error
    }
    try await server.end()
  }
}

extension Account {
  /// The recipe of a title on this device.
  func recipe(_ title: String) async throws -> Recipe? {
    try await store.fetch(Recipe.where { $0.title == title }.first)
  }

  /// Adds a recipe of the user on this device.
  func add(
    _ title: String, ingredients: [Ingredient] = [], tags: [String] = []
  ) async throws -> Recipe {
    let recipe = Recipe(title: title, ingredients: ingredients, authorID: user.id)
    try await store.insert(recipe)
    for name in tags {
      let isNew = try await store.fetch(Tag.self, id: name) == nil
      if isNew { try await store.insert(Tag(name: name)) }
      try await store.link(name, to: \.tags, of: recipe)
    }
    return recipe
  }

  /// Pushes and pulls everything.
  func sync() async throws {
    let summary = try await session.run()
    if let error = summary.firstError { throw error }
  }
}
