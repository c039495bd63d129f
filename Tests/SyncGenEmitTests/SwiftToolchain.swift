import Foundation
import Programs
import SyncGenEmit

/// Runs the toolchain on generated files.
struct SwiftToolchain {
  /// A temporary folder, which `remove` deletes.
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("swiftsync-emit-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func remove() throws {
    try FileManager.default.removeItem(at: folder)
  }

  func write(_ files: [GeneratedFile]) throws {
    for file in files {
      try Data(file.bytes).write(to: folder.appendingPathComponent(file.path))
    }
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
  }

  /// Prints the changes that the formatter would make, without making them.
  func lint() async throws -> ProgramOutcome {
    try await run(["swift", "format", "lint", "--strict", "--recursive", "."])
  }

  /// Builds a module that the files can import.
  func makeModule(_ name: String, of texts: String...) async throws -> ProgramOutcome {
    try await makeModule(name, of: texts)
  }

  /// Builds a module of several files, which can import the modules that were built before.
  func makeModule(_ name: String, of texts: [String]) async throws -> ProgramOutcome {
    let modules = folder.appendingPathComponent(Self.modules)
    try FileManager.default.createDirectory(at: modules, withIntermediateDirectories: true)
    let files = texts.indices.map { "\(Self.modules)/\(name)\($0).swift" }
    for (file, text) in zip(files, texts) { try write(text, to: file) }
    return try await run(
      [
        "swiftc", "-emit-module", "-wmo", "-swift-version", "6", "-enable-upcoming-feature",
        "InternalImportsByDefault", "-parse-as-library", "-module-name", name, "-o",
        "\(Self.modules)/\(name).swiftmodule", "-package-name", Self.packageName,
      ] + moduleOptions() + files)
  }

  /// The name of this package in SwiftPM, which gives access to `package` declarations of built
  /// modules.
  static let packageName = package.lastPathComponent.lowercased()
    .replacing(#/[^a-z0-9_]/#, with: "_")

  private static let modules = "Modules"

  /// - Parameter features: Whether the compiler is as strict about imports as it can be.
  func typeCheck(features: Bool) async throws -> ProgramOutcome {
    try await run(
      ["swiftc", "-typecheck", "-package-name", "torture"] + options(features) + sources())
  }

  /// Compiles the files through all diagnostic passes of the compiler: races are found after types.
  ///
  /// - Parameters:
  ///   - package: The name of the package to which the files belong.
  ///   - extra: More options of the compiler.
  func check(
    _ mode: IsolationMode, package: String = "torture", options extra: [String] = []
  ) async throws -> ProgramOutcome {
    try await run(
      ["swiftc", "-emit-sil", "-o", "/dev/null", "-parse-as-library", "-package-name", package]
        + options(true, mode) + extra + sources())
  }

  /// Builds the program `main` from the files.
  ///
  /// - Parameter modules: The modules that it uses besides the runtime.
  func build(linking modules: [String] = []) async throws -> ProgramOutcome {
    let objects = try Self.runtimeObjects() + modules.flatMap(Self.objects)
    return try await run(
      ["swiftc", "-Onone", "-o", "main"] + options(true) + sources() + objects + ["-lsqlite3"])
  }

  /// Runs a command in the folder; its output includes standard error.
  func run(_ command: [String]) async throws -> ProgramOutcome {
    let program = Program(named: command[0], Array(command.dropFirst()), in: folder)
    return try await Slots.shared.run { try await program.run(joinsErrors: true) }
  }

  private func options(
    _ features: Bool, _ mode: IsolationMode = .plain
  ) -> [String] {
    let names = ["ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault"]
    return mode.options + ["-warnings-as-errors", "-wmo", "-module-name", "Torture"]
      + (features ? names.flatMap { ["-enable-upcoming-feature", $0] } : [])
      + moduleOptions()
  }

  private func moduleOptions() -> [String] {
    let map = Self.package.appendingPathComponent("Sources/CSQLite/module.modulemap")
    // As SwiftPM does in debug builds.
    let products = Program.products.appendingPathComponent("Modules").path
    return ["-D", "DEBUG", "-I", Self.modules, "-I", products]
      + ["-Xcc", "-fmodule-map-file=\(map.path)"]
  }

  private static func runtimeObjects() throws -> [String] {
    try [
      "SwiftSyncFoundation", "SwiftSyncThreads", "SwiftSyncValues", "SwiftSyncSQLite",
      "SwiftSyncCoding",
      "SwiftSyncREST", "SwiftSyncStore", "SwiftSyncEditing", "SwiftSyncSession",
      "SwiftSyncURLSession", "SwiftSyncRuntime",
    ].flatMap(objects)
  }

  /// The object files of a target's sources; the folder may also have those of deleted sources.
  private static func objects(of target: String) throws -> [String] {
    let folder = Program.products.appendingPathComponent("\(target).build")
    let sources = try FileManager.default.subpathsOfDirectory(
      atPath: package.appendingPathComponent("Sources/\(target)").path)
    return sources.filter { $0.hasSuffix(".swift") }.map { source in
      let name = source.split(separator: "/").last ?? ""
      return folder.appendingPathComponent("\(name).o").path
    }
  }

  private func sources() throws -> [String] {
    try contents(of: folder).filter { $0.pathExtension == "swift" }.map(\.lastPathComponent)
      .sorted()
  }

  private func contents(of folder: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
  }

  static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
}
