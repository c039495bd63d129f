import SwiftSyncSQLite

/// Reads the command line of the process, runs one command, and converts its outcome to an exit
/// status.
package enum Tool {
  @MainActor package static func main(_ catalog: CommandCatalog) async -> Never {
    Terminal.prepareStreams()
    MemoryStatistics.turnOff()
    Terminal.end(await run(CommandLine.arguments.dropFirst(), catalog))
  }

  @MainActor private static func run(
    _ arguments: ArraySlice<String>, _ catalog: CommandCatalog
  ) async -> ExitStatus {
    var console = Console(.normal)
    do {
      let call = try Call(arguments, among: catalog)
      console = Console(.normal, annotates: call.console.annotates)
      return try await call.run()
    } catch let error as UsageError {
      console.error(error.message)
      console.remark(HelpRenderer.usage(of: error.command))
      console.remark(HelpRenderer.hint(for: error.command))
      return .usage
    } catch let failure as any ToolFailure {
      failure.show(console)
      return .failed
    } catch {
      console.error("internal error: \(error)")
      console.remark(
        "This is a bug in swiftsync-gen \(ToolVersion.current); please report it with the command "
          + "line and the input.")
      return .bug
    }
  }
}
