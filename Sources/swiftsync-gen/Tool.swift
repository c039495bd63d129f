import SwiftSyncSession
import SyncGenCommandLine

/// Reads the command line, runs one command, and converts its outcome to an exit status.
@main
enum Tool {
  @MainActor static func main() async {
    Terminal.prepareStreams()
    MemoryStatistics.turnOff()
    Terminal.end(await run(CommandLine.arguments.dropFirst()))
  }

  @MainActor private static func run(_ arguments: ArraySlice<String>) async -> ExitStatus {
    do {
      let call = try Call(arguments)
      return try await call.run()
    } catch let error as UsageError {
      return report(error)
    } catch {
      return report(error)
    }
  }

  private static func report(_ error: UsageError) -> ExitStatus {
    let console = Console(.normal)
    console.error(error.message)
    console.remark(HelpRenderer.usage(of: error.command))
    console.remark(HelpRenderer.hint(for: error.command))
    return .usage
  }

  private static func report(_ error: any Error) -> ExitStatus {
    let console = Console(.normal)
    switch error {
    case let failure as FileFailure:
      console.error(failure.description)
    case let failure as CommandFailure:
      failure.show(console)
    case let failure as SyncError:
      console.error(failure.description)
    default:
      console.error("internal error: \(error)")
      console.remark(
        "This is a bug in swiftsync-gen \(ToolVersion.current); please report it with the command "
          + "line and the input.")
      return .bug
    }
    return .failed
  }
}
