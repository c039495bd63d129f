import Foundation
import PackagePlugin

/// `swift package generate-models`: writes the output of a package's schemas into its source tree.
///
/// Schemas in the folder `Schemas` are generated where they say. Of a schema inside of a target's
/// folder only the list is written, by which the build-tool plugin generates it with each build.
@main
struct SwiftSyncCommandPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let tool = try context.tool(named: "swiftsync-gen").url
    let package = context.package.directoryURL
    if FileManager.default.fileExists(atPath: package.appending(path: "Schemas").path) {
      try run(tool, ["generate"] + arguments, in: package)
    }
    for target in context.package.targets.compactMap({ $0 as? any SourceModuleTarget }) {
      for schema in try target.schemas() {
        let list = schema.deletingPathExtension().appendingPathExtension("outputs")
        try run(tool, ["generate", schema.path, "--list", list.path] + arguments, in: package)
      }
    }
  }

  private func run(_ tool: URL, _ arguments: [String], in folder: URL) throws {
    let process = Process()
    (process.executableURL, process.arguments) = (tool, arguments)
    process.currentDirectoryURL = folder
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      // The tool has said why; SwiftPM has to hear that it went wrong.
      throw Failure.failed(arguments)
    }
  }
}

private enum Failure: Error, CustomStringConvertible {
  case failed([String])

  var description: String {
    switch self {
    case .failed(let arguments): "'swiftsync-gen \(arguments.joined(separator: " "))' failed"
    }
  }
}

extension SourceModuleTarget {
  /// The schemas among the target's files. A YAML file without the key `swiftsync` is a fragment.
  fileprivate func schemas() throws -> [URL] {
    try sourceFiles.map(\.url).filter { url in
      guard ["yaml", "yml"].contains(url.pathExtension) else { return false }
      return try String(contentsOf: url, encoding: .utf8)
        .split(whereSeparator: \.isNewline).contains { $0.hasPrefix("swiftsync:") }
    }.sorted { $0.path < $1.path }
  }
}
