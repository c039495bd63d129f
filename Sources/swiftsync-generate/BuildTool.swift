import SyncGenCommandLine

/// The tool that builds run: only the `generate` command, without the runtime and imports, so that a
/// first build compiles little.
@main
enum BuildTool {
  @MainActor static func main() async {
    await Tool.main(
      CommandCatalog(
        [GenerateCommand.self], purpose: "Generates Swift code from schemas in builds."))
  }
}
