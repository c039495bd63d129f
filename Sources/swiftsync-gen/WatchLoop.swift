import SyncGenCore

/// Does something again whenever what it has read changes, until the user ends it.
struct WatchLoop {
  private let console: Console
  private let generate: (InputLog) throws -> ExitStatus

  init(_ console: Console, generate: @escaping (InputLog) throws -> ExitStatus) {
    self.console = console
    self.generate = generate
  }

  /// - Throws: what `generate` throws at once, and what makes watching fail.
  func run() throws -> Never {
    Terminal.allowEnding()
    let watcher = try InputWatcher()
    var earlier: InputLog?
    while true {
      let log = InputLog()
      // A mistake may hide what is included; what was read before is still of interest then.
      let status = try generateOnce(noting: log, isFirst: earlier == nil)
      if let earlier, status != .done { log.add(earlier) }
      try watcher.watch(log)
      console.remark("watching for changes; press Control-C to stop")
      try watcher.waitForChange(of: log)
      console.clearScreen()
      earlier = log
    }
  }

  /// A mistake that a change can fix is shown, and does not end the loop.
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
