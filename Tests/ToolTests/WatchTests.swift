import Foundation
import Programs
import Testing

@Suite struct WatchTests {
  private static let waiting = "watching for changes; press Control-C to stop\n"

  /// `generate --watch` in a workspace, which ends with the test.
  private final class Watch {
    let program: RunningProgram
    private let log: URL

    init(_ workspace: Workspace, _ arguments: String...) throws {
      log = workspace.url("watch.log")
      try Data().write(to: log)
      program = try workspace.tool(["generate", "--watch"] + arguments).start(errors: .file(log))
    }

    deinit {
      program.send(SIGTERM)
      program.send(SIGCONT)
    }

    private var runs: [String] {
      get throws {
        let text = String(decoding: try Data(contentsOf: log), as: UTF8.self)
        return text.components(separatedBy: WatchTests.waiting)
      }
    }

    /// Makes changes while the tool is stopped, so that they are one burst even on a busy machine.
    func during(_ changes: () throws -> Void) throws {
      program.send(SIGSTOP)
      defer { program.send(SIGCONT) }
      try changes()
    }

    /// The output of each run, once there are `count` runs.
    func runs(_ count: Int) async throws -> [String] {
      for _ in 0..<1_500 {
        let runs = try runs
        if runs.count > count { return Array(runs.dropLast()) }
        try await Task.sleep(nanoseconds: 20_000_000)
      }
      Issue.record("no run number \(count): \(try runs)")
      return []
    }
  }

  private func summary(written: Int, unchanged: Int) -> String {
    let files = written == 1 ? "1 file" : "\(written) files"
    let rest = unchanged == 0 ? "" : "; \(unchanged) unchanged"
    return "Schemas/shop.yaml: wrote \(files) to Generated/Shop\(rest)\n"
  }

  private let wider = Samples.shop.replacingOccurrences(of: "price: double?", with: "price: money?")

  @Test func regeneratesOnceForBurstOfChanges() async throws {
    let workspace = try Workspace.withSchema()
    let watch = try Watch(workspace)
    #expect(try await watch.runs(1) == [summary(written: 3, unchanged: 0)])
    try watch.during {
      for number in 0..<10 {
        // Half of the writes replace the file, as editors do; the other half write into it.
        let text = number == 9 ? wider : Samples.shop + "\n# \(number)\n"
        try Data(text.utf8).write(
          to: workspace.url("Schemas/shop.yaml"), options: number % 2 == 0 ? .atomic : [])
      }
    }
    #expect(try await watch.runs(2).last == summary(written: 3, unchanged: 0))
    try await Task.sleep(nanoseconds: 300_000_000)
    #expect(try await watch.runs(2).count == 2)
    #expect(watch.program.isRunning)
    watch.program.send(SIGTERM)
    #expect(await watch.program.end() == -SIGTERM)
  }

  @Test func recoversFromInvalidSchema() async throws {
    let workspace = try Workspace.withSchema()
    try workspace.write("Schemas/shop.yaml", Samples.broken)
    let watch = try Watch(workspace)
    #expect(try await watch.runs(1)[0].hasPrefix("Schemas/shop.yaml:9:14: error: "))
    try watch.during {
      try workspace.remove("Schemas/shop.yaml")
      try workspace.write("Schemas/shop.yaml", Samples.shop)
    }
    #expect(try await watch.runs(2).last == summary(written: 3, unchanged: 0))
  }

  @Test func watchesFragmentsTemplatesAndNewSchemas() async throws {
    let workspace = try Workspace()
    try workspace.write(
      "Schemas/shop.yaml",
      Samples.shop.replacingOccurrences(
        of: "output: ../Generated/Shop", with: "output: ../Generated/Shop, templates: [../Own]"
      ).replacingOccurrences(of: "entities:", with: "include: [../Parts/part.yaml]\nentities:"))
    try workspace.write("Own/deep/note.swift.stencil", note("one"))
    let watch = try Watch(workspace)
    // The fragment is missing, and the tool waits for it.
    #expect(try await watch.runs(1)[0].contains("Parts/part.yaml"))
    try watch.during { try workspace.write("Parts/part.yaml", Samples.fragment) }
    #expect(try await watch.runs(2).last == summary(written: 5, unchanged: 0))
    try watch.during { try workspace.write("Own/deep/note.swift.stencil", note("two")) }
    #expect(try await watch.runs(3).last == summary(written: 1, unchanged: 4))
    try watch.during {
      try workspace.write(
        "Own/more.swift.stencil",
        note("three").replacingOccurrences(of: "note.", with: "more."))
    }
    #expect(try await watch.runs(4).last == summary(written: 1, unchanged: 5))
    try watch.during {
      try workspace.write(
        "Schemas/other.yaml", Samples.shop.replacingOccurrences(of: "Shop", with: "Other"))
    }
    #expect(try await watch.runs(5).last?.hasPrefix("Schemas/other.yaml: wrote 3 files") == true)
  }

  private func note(_ text: String) -> String {
    "{# swiftsync: for=schema path=\"note.swift\" #}\n// \(text)\n"
  }

  @Test func ignoresUnrelatedFiles() async throws {
    let workspace = try Workspace.withSchema()
    let watch = try Watch(workspace)
    _ = try await watch.runs(1)
    try workspace.write("Schemas/readme.md", "x")
    try workspace.write("Schemas/.shop.yaml.swp", "x")
    try workspace.write("Generated/Shop/Mine.swift", "struct Mine {}\n")
    try await Task.sleep(nanoseconds: 300_000_000)
    try watch.during { try workspace.write("Schemas/shop.yaml", wider) }
    #expect(try await watch.runs(2).count == 2)
  }

  @Test(.enabled(if: Terminal.isAvailable)) func clearsTerminalScreen() async throws {
    let workspace = try Workspace.withSchema()
    let (screen, program) = try Terminal.open()
    let tool = workspace.tool(
      ["generate", "--watch"], environment: ["TERM": "xterm", "NO_COLOR": "1"])
    let watch = try tool.start(output: .handle(program), errors: .output)
    defer { watch.send(SIGTERM) }
    var seen = ""
    func read(until end: String) {
      while !seen.hasSuffix(end) {
        let data = screen.availableData
        if data.isEmpty { break }
        seen += String(decoding: data, as: UTF8.self)
      }
    }
    read(until: "to stop\r\n")
    #expect(!seen.contains("\u{1B}"))
    try Data(wider.utf8).write(to: workspace.url("Schemas/shop.yaml"), options: .atomic)
    seen = ""
    read(until: "to stop\r\n")
    #expect(seen.hasPrefix("\u{1B}[2J\u{1B}[HSchemas/shop.yaml: "))
  }

  @Test func rejectsUnwatchableInput() async throws {
    let workspace = try Workspace.withSchema()
    for (arguments, message) in [
      (["--check"], "option '--watch' writes files, but '--check' and '--diff' write nothing"),
      (["-"], "option '--watch' needs files; standard input can be read only once"),
    ] {
      let outcome = try await workspace.run(["generate", "--watch"] + arguments)
      #expect(outcome.status == 64)
      #expect(outcome.errors.hasPrefix("swiftsync-gen: error: \(message)\n"))
    }
    try workspace.remove("Schemas")
    #expect(try await workspace.run("generate", "--watch").status == 1)
  }
}
