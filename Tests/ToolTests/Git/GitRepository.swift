import Foundation
import Programs
import Testing

/// A repository of Git in a test's own folder.
struct GitRepository {
  let workspace: Workspace

  /// Whether Git is installed; without it, the tests that need it are skipped.
  static let isAvailable: Bool = {
    let paths = Program.environment["PATH"]?.split(separator: ":") ?? []
    return paths.contains { FileManager.default.isExecutableFile(atPath: "\($0)/git") }
  }()

  /// Nothing outside the repository influences Git, and commits have a name.
  private static let environment = Program.environment.merging(
    [
      "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "GIT_EDITOR": "true",
      "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.com", "GIT_COMMITTER_NAME": "A",
      "GIT_COMMITTER_EMAIL": "a@example.com",
    ]
  ) { _, new in new }

  init(_ workspace: Workspace) async throws {
    self.workspace = workspace
    try await git("init", "--quiet", "--initial-branch=main")
  }

  /// Runs Git, which must succeed.
  @discardableResult
  func git(_ arguments: String..., at location: SourceLocation = #_sourceLocation) async throws
    -> String
  {
    let outcome = try await outcome(arguments)
    #expect(outcome.status == 0, "\(arguments): \(outcome)", sourceLocation: location)
    return outcome.output
  }

  /// Runs Git with the tool in `PATH`, for hooks.
  func outcome(_ arguments: [String]) async throws -> ProgramOutcome {
    try await outcome(of: "git", arguments)
  }

  /// Runs a script with Git and the tool in `PATH`.
  func shell(_ script: String) async throws -> ProgramOutcome {
    try await outcome(of: "sh", ["-c", script])
  }

  private func outcome(of program: String, _ arguments: [String]) async throws -> ProgramOutcome {
    let path = Program.products.path + ":" + (Program.environment["PATH"] ?? "")
    return try await Program(
      named: program, arguments, in: workspace.folder,
      environment: Self.environment.merging(["PATH": path]) { _, new in new }
    ).run()
  }

  func commit(_ message: String) async throws {
    try await git("add", "--all")
    try await git("commit", "--quiet", "--no-verify", "--message", message)
  }

  /// Writes version `number` of a schema with more attributes than an id and a name.
  func write(version number: Int, _ attributes: String = "", _ more: String = "") throws {
    try workspace.write(
      "Schemas/app.yaml",
      """
      swiftsync: 1
      name: App
      version: \(number)
      generate: { output: ../Generated }
      entities:
        Site:
          attributes: { id: int, name: string\(attributes.isEmpty ? "" : ", " + attributes) }
      # Git merges changes before and after this line.
      \(more)
      """)
  }

  /// A repository whose versions 1 and 2 have shipped, the second with `zip`, at the tag `shipped`.
  static func withShippedVersions() async throws -> GitRepository {
    let repository = try await GitRepository(Workspace())
    for (number, attributes) in [(1, ""), (2, "zip: string?")] {
      try repository.write(version: number, attributes)
      #expect(try await repository.workspace.run("freeze", "-q") == Outcome(0))
      #expect(try await repository.workspace.run("generate", "-q") == Outcome(0))
      try await repository.commit("Freeze version \(number)")
    }
    try await repository.git("tag", "shipped")
    return repository
  }
}
