import Foundation
import PackagePlugin

/// `swift package generate-models`: writes the output of a package's schemas into its source tree.
///
/// It runs `swiftsync-gen generate` in the package's folder, for the schemas in `Schemas` unless
/// operands are given. Schemas among a target's files are left to the build-tool plugin, unless
/// they are named.
@main
struct SwiftSyncCommandPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    try ModelGeneration(
      folder: context.package.directoryURL,
      tool: try context.tool(named: "swiftsync-generate").url
    ).run(arguments)
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  /// The same in the folder of an Xcode project.
  extension SwiftSyncCommandPlugin: XcodeCommandPlugin {
    func performCommand(context: XcodePluginContext, arguments: [String]) throws {
      try ModelGeneration(
        folder: context.xcodeProject.directoryURL,
        tool: try context.tool(named: "swiftsync-generate").url
      ).run(arguments)
    }
  }
#endif

/// A run of the tool in the folder of a package or a project.
private struct ModelGeneration {
  let folder: URL
  let tool: URL

  func run(_ arguments: [String]) throws {
    // Xcode passes the targets selected in its dialog, but schemas do not belong to targets.
    var extractor = ArgumentExtractor(arguments)
    _ = extractor.extractOption(named: "target")
    let arguments = extractor.remainingArguments
    if arguments.contains("--allow-commands") { throw Failure.commands }
    try warnAboutIgnoredTargets()
    try checkForSchema(arguments)
    let process = Process()
    process.executableURL = tool
    process.arguments = ["generate"] + arguments
    process.currentDirectoryURL = folder
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      // The tool has printed the reason; the error makes SwiftPM report a failure.
      throw Failure.failed(arguments)
    }
  }

  /// Warns about targets with a schema and without a Swift file. SwiftPM ignores them, so their
  /// build-tool plugin cannot say so.
  private func warnAboutIgnoredTargets() throws {
    let sources = folder.appending(path: "Sources")
    guard FileManager.default.fileExists(atPath: sources.path) else { return }
    let names = try FileManager.default.contentsOfDirectory(atPath: sources.path).sorted()
    for name in names {
      let files =
        FileManager.default.enumerator(atPath: sources.appending(path: name).path)?
        .compactMap { $0 as? String } ?? []
      guard !files.contains(where: { $0.hasSuffix(".swift") }),
        let schema = try files.first(where: {
          try isSchema(sources.appending(path: "\(name)/\($0)"))
        })
      else { continue }
      Diagnostics.warning(
        "Sources/\(name) has a schema (\(schema)) but no Swift file, so SwiftPM ignores the target and "
          + "its plugins; add one, which may be empty: Sources/\(name)/\(name).swift")
    }
  }

  private func isSchema(_ url: URL) throws -> Bool {
    guard ["yaml", "yml"].contains(url.pathExtension) else { return false }
    return try String(contentsOf: url, encoding: .utf8).split(whereSeparator: \.isNewline)
      .contains { $0.drop { "\u{FEFF}{ \"'".contains($0) }.hasPrefix("swiftsync") }
  }

  private func checkForSchema(_ arguments: [String]) throws {
    let schemas = folder.appending(path: "Schemas").path
    let isNamed = arguments.contains { argument in
      let path = URL(filePath: argument, relativeTo: folder).path
      return !argument.hasPrefix("-") && FileManager.default.fileExists(atPath: path)
    }
    guard isNamed || FileManager.default.fileExists(atPath: schemas) else {
      throw Failure.noSchema(schemas)
    }
  }
}

private enum Failure: Error, CustomStringConvertible {
  case noSchema(String)
  case commands
  case failed([String])

  var description: String {
    switch self {
    case .noSchema(let folder):
      "there is no folder \(folder); put schemas there, or name one: "
        + "'swift package generate-models Sources/App/app.yaml'"
    case .commands:
      "a plugin does not run the commands of a schema; use 'swiftsync-gen generate --allow-commands'"
    case .failed(let arguments):
      "'\((["swiftsync-gen", "generate"] + arguments).joined(separator: " "))' failed"
    }
  }
}
