/// The symbols of Xcode's module `XcodeProjectPlugin` that the plugins use, with the signatures of
/// Xcode 16.
enum XcodeStub {
  static let module = """
    public import Foundation
    public import PackagePlugin

    public struct XcodePluginContext {
      public let xcodeProject: XcodeProject
      public let pluginWorkDirectoryURL: URL
      public func tool(named name: String) throws -> PluginContext.Tool { throw Missing() }
      struct Missing: Error {}
    }
    public struct XcodeProject: Identifiable {
      public struct ID: Hashable {}
      public let id: ID
      public let displayName: String
      public let directoryURL: URL
      public let targets: [XcodeTarget]
    }
    public struct XcodeTarget: Identifiable {
      public struct ID: Hashable {}
      public let id: ID
      public let displayName: String
      public let inputFiles: FileList
    }
    public protocol XcodeBuildToolPlugin: BuildToolPlugin {
      func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command]
    }
    public protocol XcodeCommandPlugin: CommandPlugin {
      func performCommand(context: XcodePluginContext, arguments: [String]) throws
    }
    """
}
