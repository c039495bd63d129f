/// Repeats a generation whenever its inputs change, until the user ends it.
struct WatchLoop {
  private let console: Console
  private let generate: (InputLog) throws -> ExitStatus

  init(_ console: Console, generate: @escaping (InputLog) throws -> ExitStatus) {
    self.console = console
    self.generate = generate
  }

  /// - Throws: The errors that `generate` throws immediately, and those of watching.
  func run() throws -> Never {
    Terminal.allowEnding()
    let watcher = try InputWatcher()
    var earlier: InputLog?
    while true {
      let log = InputLog()
      // A mistake may hide included files, so the files that were read before are still watched.
      let status = try generateOnce(noting: log, isFirst: earlier == nil)
      if let earlier, status != .done { log.add(earlier) }
      try watcher.watch(log)
      console.remark("watching for changes; press Control-C to stop")
      try watcher.waitForChange(of: log)
      console.clearScreen()
      earlier = log
    }
  }

  /// Generates once. A mistake that a change can fix is shown and does not end the loop.
  private func generateOnce(noting log: InputLog, isFirst: Bool) throws -> ExitStatus {
    do {
      return try generate(log)
    } catch let failure as FileFailure where !isFirst {
      console.error(failure.description)
    } catch let failure as CommandFailure where !isFirst {
      console.error(failure.message)
    }
    return .failed
  }
}
