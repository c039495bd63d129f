import SyncGenDiagnostics
import SyncGenEmit

/// What `generate --check` and `generate --diff` report.
struct OutputCheck {
  private let console: Console
  private let showsDifferences: Bool
  /// The copy that is checked, if it is that of the next commit.
  private let staged: StagedCopy?

  init(_ console: Console, showsDifferences: Bool, staged: StagedCopy?) {
    self.console = console
    self.showsDifferences = showsDifferences
    self.staged = staged
  }

  /// How many files are as they should be, and how many are not.
  private struct Count {
    var total = 0
    var outdated = 0
    /// The output folders of outdated files that only have to be staged.
    var unstagedFolders: [String] = []
    var unstaged = 0
    /// Whether a newer version of the tool wrote some output.
    var isNewer = false
  }

  func report(_ generations: [Generation]) throws -> ExitStatus {
    var count = Count()
    for generation in generations {
      let comparison = try OutputChecker.check(
        generation.files, from: generation.digests, in: generation.folder)
      if let version = comparison.newerTool {
        // What differs is what the newer version does better.
        console.error(
          comparison.newerToolError(version, of: generation, remedy: "update the tool"))
        count.isNewer = true
        continue
      }
      count.total += generation.files.count
      try report(comparison, of: generation, into: &count)
    }
    return conclude(count)
  }

  private func conclude(_ count: Count) -> ExitStatus {
    if count.outdated == 0 {
      if count.isNewer { return .failed }
      console.remark("\(Self.files(count.total)) \(count.total == 1 ? "is" : "are") up to date")
      return .done
    }
    if count.unstaged == count.outdated {
      let folders = count.unstagedFolders.map { " " + Self.word($0) }.joined()
      let changes =
        count.unstaged == 1
        ? "1 change by 'generate' is" : "\(count.unstaged) changes by 'generate' are"
      console.error("\(changes) not staged; run 'git add\(folders)'")
    } else {
      let stage = staged == nil ? "" : " and stage what it writes"
      console.error(
        "\(Self.files(count.outdated)) would change; run 'swiftsync-gen generate'\(stage)")
    }
    return .failed
  }

  private static func files(_ count: Int) -> String { count == 1 ? "1 file" : "\(count) files" }

  /// A path as a word of a command.
  private static func word(_ path: String) -> String {
    path.contains(" ") ? "\"\(path)\"" : path
  }

  // MARK: Files

  /// A file that is not as it should be.
  private struct Finding {
    let path: String
    let title: String
    let reason: String
    /// The change that a patch makes; `nil` if none helps.
    let change: OutputComparison.Change?

    init(_ change: OutputComparison.Change) {
      (path, title, reason) = (change.path, "outdated", change.reason)
      self.change = change
    }

    init(_ obstacle: OutputComparison.Obstacle) {
      (path, title, reason) = (obstacle.path, "in the way", obstacle.reason)
      change = nil
    }
  }

  private func report(
    _ comparison: OutputComparison, of generation: Generation, into count: inout Count
  ) throws {
    let obstacles = comparison.obstacles.map { Finding($0) }
    let outdated = comparison.drift.map { Finding($0) } + obstacles
    let shown = showsDifferences ? comparison.differences.map { Finding($0) } + obstacles : outdated
    let folder = generation.folder
    let unstaged = try outdated.filter { try isUnstaged($0, generation) }.map(\.path)
    for finding in shown {
      try show(finding, in: folder, isUnstaged: unstaged.contains(finding.path))
    }
    count.outdated += outdated.count
    count.unstaged += unstaged.count
    let place = folder.displayPath("")
    if !unstaged.isEmpty, !count.unstagedFolders.contains(place) {
      count.unstagedFolders.append(place)
    }
  }

  /// Whether the working copy has what the staged file lacks.
  private func isUnstaged(
    _ finding: Finding, _ generation: Generation
  ) throws(FileFailure) -> Bool {
    guard let staged else { return false }
    let path = generation.folder.displayPath(finding.path)
    if finding.change?.isStray == true { return try staged.workingBytes(of: path) == nil }
    let wanted =
      finding.change?.bytes ?? generation.files.first { $0.path == finding.path }?.bytes
    guard let wanted else { return false }
    return try staged.workingBytes(of: path)?.hasSameBytes(as: wanted) ?? false
  }

  private func show(
    _ finding: Finding, in folder: OutputFolder, isUnstaged: Bool
  ) throws {
    let path = folder.displayPath(finding.path)
    guard showsDifferences else {
      let reason = isUnstaged ? Self.unstaged(finding) : finding.reason
      let title = isUnstaged ? "not staged" : finding.title
      return try console.problem(in: path, title: title, reason)
    }
    if let change = finding.change {
      try console.output(Self.difference(change, at: path, in: folder))
    } else {
      console.error("\(path): \(finding.reason)")
    }
  }

  private static func unstaged(_ finding: Finding) -> String {
    finding.change?.isStray == true
      ? "deleted but not staged: it is no longer generated" : "generated but not staged"
  }

  private static func difference(
    _ change: OutputComparison.Change, at path: String, in folder: OutputFolder
  ) throws(FileFailure) -> String {
    let isThere = change.kind != .missing
    let old = isThere ? try FileSystem.read(Path.join(folder.path, change.path)) : nil
    return UnifiedDiff.text(of: path, from: old, to: change.isStray ? nil : change.bytes)
  }
}

extension OutputComparison {
  /// One line for all files that only a newer version of the tool may replace.
  func newerToolError(_ version: String, of generation: Generation, remedy: String) -> String {
    let count = obstacles.count {
      if case .newerTool = $0.kind { true } else { false }
    }
    let files = count == 1 ? "1 file" : "\(count) files"
    return "\(generation.name): version \(version) of the tool wrote \(files) in "
      + "\(generation.folder.displayPath("")), and this is \(ToolVersion.current): \(remedy)"
  }
}
