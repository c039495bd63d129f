import Foundation
import SyncGenEmit

/// Runs the toolchain on generated files.
struct SwiftToolchain {
  struct Outcome {
    let status: Int32
    /// Standard output and standard error.
    let text: String
  }

  /// A folder of its own, which `remove` deletes.
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

  /// Formats nothing, and says what the formatter would change.
  func lint() throws -> Outcome {
    try run(["swift", "format", "lint", "--strict", "--recursive", "."])
  }

  /// Makes a module that the files can import.
  func makeModule(_ name: String, of text: String) throws -> Outcome {
    let modules = folder.appendingPathComponent(Self.modules)
    try FileManager.default.createDirectory(at: modules, withIntermediateDirectories: true)
    try write(text, to: "\(Self.modules)/\(name).swift")
    return try run([
      "swiftc", "-emit-module", "-swift-version", "6", "-enable-upcoming-feature",
      "InternalImportsByDefault", "-parse-as-library", "-module-name", name, "-o",
      "\(Self.modules)/\(name).swiftmodule", "\(Self.modules)/\(name).swift",
    ])
  }

  private static let modules = "Modules"

  /// - Parameter features: whether the language is as strict about imports as it can be.
  func typeCheck(features: Bool) throws -> Outcome {
    try run(["swiftc", "-typecheck", "-package-name", "torture"] + options(features) + sources())
  }

  /// Makes the program `main` of the files.
  func build() throws -> Outcome {
    let objects = try Self.runtimeObjects()
    return try run(
      ["swiftc", "-Onone", "-o", "main"] + options(true) + sources() + objects + ["-lsqlite3"])
  }

  func run(_ command: [String]) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.currentDirectoryURL = folder
    let log = folder.appendingPathComponent("log.txt")
    try Data().write(to: log)
    let handle = try FileHandle(forWritingTo: log)
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    process.waitUntilExit()
    try handle.close()
    let text = String(decoding: try Data(contentsOf: log), as: UTF8.self)
    return Outcome(status: process.terminationStatus, text: text)
  }

  private func options(_ features: Bool) -> [String] {
    let names = ["ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault"]
    let map = Self.package.appendingPathComponent("Sources/CSQLite/module.modulemap")
    return ["-swift-version", "6", "-warnings-as-errors", "-wmo", "-module-name", "Torture"]
      + (features ? names.flatMap { ["-enable-upcoming-feature", $0] } : [])
      + ["-I", Self.modules, "-I", Self.products.appendingPathComponent("Modules").path]
      + ["-Xcc", "-fmodule-map-file=\(map.path)"]
  }

  private static func runtimeObjects() throws -> [String] {
    try ["SwiftSyncFoundation", "SwiftSyncThreads", "SwiftSyncRuntime"].flatMap(objects)
  }

  /// What was built of a target's sources; objects of sources that are gone may lie beside it.
  private static func objects(of target: String) throws -> [String] {
    let folder = products.appendingPathComponent("\(target).build")
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

  private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Where the package's modules were built: beside the bundle of its tests.
  private static let products: URL = {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundlePath
    let path = bundle ?? CommandLine.arguments.first { $0.hasSuffix(".xctest") }
    return URL(fileURLWithPath: path ?? CommandLine.arguments[0]).deletingLastPathComponent()
  }()
}
