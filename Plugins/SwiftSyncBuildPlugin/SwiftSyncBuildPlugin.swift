import Foundation
import PackagePlugin

/// Generates the Swift of a target's schemas while the target is built.
///
/// SwiftPM wants to know the names of all files before it runs anything. So the tool writes a fixed
/// set of files, whatever the schemas hold.
@main
struct SwiftSyncBuildPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    let build = SchemaBuild(
      target: target.name, files: target.sourceFiles.map(\.url),
      package: context.package.directoryURL, output: context.pluginWorkDirectoryURL)
    return try build.command(tool: try context.tool(named: "swiftsync-gen").url).map { [$0] } ?? []
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  /// The same for a target of an Xcode project, whose folder is that of the project.
  extension SwiftSyncBuildPlugin: XcodeBuildToolPlugin {
    func createBuildCommands(
      context: XcodePluginContext, target: XcodeTarget
    ) throws -> [Command] {
      let build = SchemaBuild(
        target: target.displayName, files: target.inputFiles.map(\.url),
        package: context.xcodeProject.directoryURL, output: context.pluginWorkDirectoryURL)
      return try build.command(tool: try context.tool(named: "swiftsync-gen").url).map { [$0] }
        ?? []
    }
  }
#endif

/// What is generated for one target, whoever builds it.
private struct SchemaBuild {
  /// How many files entities are spread over. The tool makes the names, see `generate --help`.
  static let shards = 16
  static let names =
    (0..<shards).map { "SwiftSync\($0)" } + (0..<4).map { "SwiftSyncVersions\($0)" }
    + ["SwiftSyncSchema"]

  let target: String
  let files: [URL]
  let package: URL
  let output: URL

  /// - Returns: `nil` if there is no schema, which is reported.
  func command(tool: URL) throws -> Command? {
    guard let schemas = try schemas() else {
      Diagnostics.error(
        "\(target): no schema was found (a YAML file with the key 'swiftsync'); put one into the "
          + "target's folder or into \(package.appending(path: "Schemas").path)")
      return nil
    }
    return .buildCommand(
      displayName: "Generating the models of \(target)", executable: tool,
      arguments: ["generate", "--shards", "\(Self.shards)", "--into", output.path, "--quiet"]
        + schemas.map(\.path),
      inputFiles: [try stamp()] + parts,
      outputFiles: Self.names.map { output.appending(path: $0 + ".swift") })
  }

  /// The target's files that may be schemas, of which the tool leaves out the others; else the
  /// folder with schemas of the package or project.
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

  /// The target's files that SwiftPM would otherwise call unhandled. Fragments, versions and
  /// templates elsewhere are no inputs: a build fails if one of those is removed.
  private var parts: [URL] {
    files.filter { ["yaml", "yml", "json", "stencil"].contains($0.pathExtension) }
  }

  /// A file that the tool writes each time, so that each build runs it; it ends at once if nothing
  /// that it has read was changed. That way it sees files that come after SwiftPM has planned.
  private func stamp() throws -> URL {
    let url = output.appending(path: "swiftsync.stamp")
    if !FileManager.default.fileExists(atPath: url.path) {
      try Data().write(to: url)
    }
    return url
  }
}
