import Foundation
import PackagePlugin

/// Generates the Swift code of a target's schemas when the target is built.
///
/// SwiftPM requires the names of all files before it runs commands. Therefore, the tool writes a
/// fixed set of files, regardless of the contents of the schemas.
@main
struct SwiftSyncBuildPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    let build = SchemaBuild(
      target: target.name, files: target.sourceFiles.map(\.url),
      package: context.package.directoryURL, output: context.pluginWorkDirectoryURL)
    return try build.command(tool: try context.tool(named: "swiftsync-generate").url).map { [$0] }
      ?? []
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  /// The same for a target of an Xcode project, whose folder replaces that of the package.
  extension SwiftSyncBuildPlugin: XcodeBuildToolPlugin {
    func createBuildCommands(
      context: XcodePluginContext, target: XcodeTarget
    ) throws -> [Command] {
      let build = SchemaBuild(
        target: target.displayName, files: target.inputFiles.map(\.url),
        package: context.xcodeProject.directoryURL, output: context.pluginWorkDirectoryURL)
      return try build.command(tool: try context.tool(named: "swiftsync-generate").url).map { [$0] }
        ?? []
    }
  }
#endif

/// The generation for one target, whether SwiftPM or Xcode builds it.
private struct SchemaBuild {
  /// The number of files for entities. The tool defines their names, see `generate --help`.
  static let shards = 16
  static let names =
    (0..<shards).map { "SwiftSync\($0)" } + (0..<4).map { "SwiftSyncVersions\($0)" }
    + ["SwiftSyncSchema"]

  let target: String
  let files: [URL]
  let package: URL
  let output: URL

  /// - Returns: `nil` if there is no schema, which is reported as an error.
  func command(tool: URL) throws -> Command? {
    guard let schemas = try schemas() else {
      Diagnostics.error(
        "\(target): no schema was found (a YAML file with a 'swiftsync' key); put one in the "
          + "target's folder or in \(package.appending(path: "Schemas").path)")
      return nil
    }
    return .buildCommand(
      displayName: "Generating the models of \(target)", executable: tool,
      arguments: ["generate", "--shards", "\(Self.shards)", "--into", output.path]
        + schemas.map(\.path),
      inputFiles: [try stamp()] + parts,
      outputFiles: Self.names.map { output.appending(path: $0 + ".swift") })
  }

  /// The target's files that may be schemas, if there is one among them (the tool skips the
  /// others); otherwise the schema folder of the package or project.
  private func schemas() throws -> [URL]? {
    let files = files.filter { ["yaml", "yml"].contains($0.pathExtension) }
      .sorted { $0.path < $1.path }
    if try files.contains(where: isSchema) { return files }
    let folder = package.appending(path: "Schemas")
    return FileManager.default.fileExists(atPath: folder.path) ? [folder] : nil
  }

  private func isSchema(_ url: URL) throws -> Bool {
    try String(contentsOf: url, encoding: .utf8).split(whereSeparator: \.isNewline)
      .contains { $0.drop { "\u{FEFF}{ \"'".contains($0) }.hasPrefix("swiftsync") }
  }

  /// The target's files that SwiftPM would otherwise report as unhandled. Fragments, versions and
  /// templates elsewhere are not inputs: a build would fail if one of them were removed.
  private var parts: [URL] {
    files.filter { ["yaml", "yml", "json", "stencil"].contains($0.pathExtension) }
  }

  /// A file that the tool writes in each run, so that each build runs the tool. It exits at once if
  /// its inputs have not changed. This way, it sees files added after SwiftPM planned the build.
  private func stamp() throws -> URL {
    let url = output.appending(path: "swiftsync.stamp")
    if !FileManager.default.fileExists(atPath: url.path) {
      try Data().write(to: url)
    }
    return url
  }
}
