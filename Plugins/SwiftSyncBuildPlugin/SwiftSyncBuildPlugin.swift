import Foundation
import PackagePlugin

/// Generates the models of a target while it is built.
///
/// SwiftPM wants to know the names of all files before it runs anything. They are in the lists
/// (`*.outputs`) among the target's files, which `swift package generate-models` writes and which
/// each build checks.
@main
struct SwiftSyncBuildPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    let lists = target.sourceFiles(withSuffix: ".outputs").map(\.url).sorted { $0.path < $1.path }
    if lists.isEmpty {
      Diagnostics.error(
        "\(target.name): no list of outputs among its files; put a schema there, and run "
          + "'swift package generate-models'")
    }
    let tool = try context.tool(named: "swiftsync-gen").url
    return try lists.compactMap { url in
      try OutputList(contentsOf: url).map { list -> Command in
        let name = url.deletingPathExtension().lastPathComponent
        let folder = context.pluginWorkDirectoryURL.appending(path: name)
        return .buildCommand(
          displayName: "Generating \(target.name) from \(list.schema.lastPathComponent)",
          executable: tool,
          arguments: [
            "generate", list.schema.path, "--list", url.path, "--into", folder.path, "--quiet",
          ],
          inputFiles: [url, list.schema] + list.inputs,
          // What is no Swift would be taken for a resource, and the target given a bundle.
          outputFiles: list.outputs.filter { $0.hasSuffix(".swift") }
            .map { folder.appending(path: $0) })
      }
    }
  }
}

/// What a list says; its form is that of `swiftsync-gen generate --list`.
private struct OutputList {
  let schema: URL
  let inputs: [URL]
  let outputs: [String]

  /// - Returns: `nil` if the list names no schema, of which the user is told.
  init?(contentsOf url: URL) throws {
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    let values = { (word: String) in
      lines.filter { $0.hasPrefix(word + " ") }.map { String($0.dropFirst(word.count + 1)) }
    }
    let folder = url.deletingLastPathComponent()
    let files = { (word: String) in
      values(word).map { folder.appending(path: $0).standardizedFileURL }
    }
    guard let schema = files("schema").first else {
      Diagnostics.error("\(url.path): no list of outputs; run 'swift package generate-models'")
      return nil
    }
    (self.schema, inputs, outputs) = (schema, files("input"), values("output"))
  }
}
