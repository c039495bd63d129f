import Foundation
import PackagePlugin

/// `swift package generate-models`: writes the output of a package's schemas into its source tree.
///
/// It is `swiftsync-gen generate` in the package's folder: without operands, for the schemas in
/// `Schemas`. A schema among a target's files is the build-tool plugin's unless it is named.
@main
struct SwiftSyncCommandPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let package = context.package.directoryURL
    let isNamed = { (argument: String) in
      let path = URL(filePath: argument, relativeTo: package).path
      return !argument.hasPrefix("-") && FileManager.default.fileExists(atPath: path)
    }
    let schemas = package.appending(path: "Schemas").path
    guard FileManager.default.fileExists(atPath: schemas) || arguments.contains(where: isNamed)
    else { throw Failure.noSchema(schemas) }
    let process = Process()
    process.executableURL = try context.tool(named: "swiftsync-gen").url
    process.arguments = ["generate"] + arguments
    process.currentDirectoryURL = package
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      // The tool has said why; SwiftPM has to hear that it went wrong.
      throw Failure.failed(arguments)
    }
  }
}

private enum Failure: Error, CustomStringConvertible {
  case noSchema(String)
  case failed([String])

  var description: String {
    switch self {
    case .noSchema(let folder):
      "there is no folder \(folder); put schemas there, or name one: "
        + "'swift package generate-models Sources/App/app.yaml'"
    case .failed(let arguments):
      "'\((["swiftsync-gen", "generate"] + arguments).joined(separator: " "))' failed"
    }
  }
}
