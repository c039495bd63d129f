import TestHelpers
import Foundation
import Programs

/// Runs the examples of a section of `docs/reference/payload-rules.md` with the built tool.
///
/// A new database begins at each heading, at each schema, and at the first rows before a call. A
/// schema applies until the next heading. The kinds of blocks are `schema`, `rows`, `local` (SQL of
/// the app), `apply` (a payload, with the entity and further options as arguments, or with
/// `--document` and a document) and `report`.
struct RuleExamples {
  private let section: DocumentPage.Section
  private let scratch: Scratch
  private let shared: String
  private var schema: String
  private var databases = 0
  private var database: Database?
  private var isFilling = false
  private var report: [String] = []
  private(set) var outcome = ExampleOutcome()

  /// - Parameter schema: The schema for examples that show none.
  init(_ section: DocumentPage.Section, schema: String) throws {
    self.section = section
    shared = schema
    self.schema = schema
    scratch = try Scratch()
  }

  private var path: String { scratch.path("\(databases).sqlite") }

  mutating func run() async throws -> ExampleOutcome {
    for part in section.parts {
      switch part {
      case .subheading: reset(to: shared)
      case .block(let block): try await run(block)
      }
    }
    return outcome
  }

  private mutating func run(_ block: DocumentPage.Block) async throws {
    switch block.kind {
    case "schema": reset(to: block.text)
    case "rows": try await rows(block)
    case "local":
      try await opened().execute(block.text)
      isFilling = false
    case "apply": try await apply(block)
    case "report": outcome.compare(block, with: report)
    default: outcome.note("a block of the kind '\(block.kind)' is not run", at: block)
    }
  }

  private mutating func reset(to schema: String) {
    self.schema = schema
    database = nil
  }

  private mutating func rows(_ block: DocumentPage.Block) async throws {
    let rows = try RowsBlock(block.lines)
    if rows.isBefore {
      if !isFilling { database = nil }
      try await opened().execute(rows.insertions)
      isFilling = true
    } else {
      outcome.compare(block, with: try rows.stored(in: try await opened()))
    }
  }

  private mutating func apply(_ block: DocumentPage.Block) async throws {
    _ = try await opened()
    isFilling = false
    let options = block.arguments.split(separator: " ", maxSplits: 1).dropFirst().joined()
    if !options.isEmpty, !section.unwrapped.contains("`\(options)`") {
      outcome.note("the text does not say `\(options)`", at: block)
    }
    try scratch.write("payload.json", block.text)
    let result = try await tool(block.arguments.argumentWords)
    report = (result.output + result.errors).split(separator: "\n").map(String.init)
    if result.status != 0 { report.append("exit status \(result.status)") }
  }

  /// The database of the example, created if there is none.
  private mutating func opened() async throws -> Database {
    if let database { return database }
    databases += 1
    isFilling = false
    try scratch.write("schema.yaml", schema)
    try scratch.write("payload.json", "[]")
    let entity = schema.components(separatedBy: "entities:\n  ").last?.prefix { $0 != ":" } ?? ""
    let result = try await tool([String(entity)])
    guard result.status == 0 else { throw Failure(text: result.errors) }
    let opened = try Database(at: path)
    database = opened
    return opened
  }

  private func tool(_ arguments: [String]) async throws -> ProgramOutcome {
    var options = ["--schema", "schema.yaml", "--database", path]
    if arguments.first?.hasPrefix("--") != true { options.append("--entity") }
    return try await Tool.run(["apply", "payload.json"] + options + arguments, in: scratch)
  }

  struct Failure: Error, CustomStringConvertible {
    let text: String

    var description: String { text }
  }
}

extension String {
  /// The arguments of a command line; quotation marks keep spaces in an argument.
  fileprivate var argumentWords: [String] {
    components(separatedBy: "\"").enumerated().flatMap { index, part in
      index.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [part]
    }
  }
}
