import TestHelpers
import Foundation
import Programs

/// One run of a case, with its own database.
final class CaseRun: Sendable {
  private static let flags = ["item", "dry_run", "strict"]
  private static let options = [
    "scope", "where", "missing_rows", "operations", "relation_operations", "root", "conflict",
    "deletion_limit", "keyed_by",
  ]

  /// The allowed keys of a step. Without them, a misspelled expectation would always hold.
  private static let keys: Set<String> = [
    "apply", "export", "run", "write", "sql", "rows", "payload", "text", "file", "report", "exact",
    "again", "exit", "stdout", "stdout_has", "stderr_has", "json", "json_has",
  ]

  private let folder: URL
  private let schema: String
  private let steps: [JSON]
  private let scratch: Scratch

  init(of payloadCase: PayloadCase) throws {
    let content = try payloadCase.content()
    folder = payloadCase.folder
    steps = content.steps
    scratch = try Scratch()
    if case .array(let lines)? = content.schema {
      let text = lines.compactMap(\.text).joined(separator: "\n")
      try scratch.write("schema.yaml", "\(text)\n")
      schema = scratch.path("schema.yaml")
    } else {
      schema = folder.appendingPathComponent(content.schema?.text ?? "schema.yaml").path
    }
  }

  private var database: String { scratch.path("case.sqlite") }

  /// The problems of the first step that fails; empty if the case passes.
  func problems() async throws -> [String] {
    for (position, step) in steps.enumerated() {
      let problems = try await problems(of: step)
      if problems.isEmpty { continue }
      return ["step \(position + 1): \(step)"] + problems.map { "  \($0)" }
    }
    return []
  }

  private func problems(of step: JSON) async throws -> [String] {
    if case .object(let members) = step, let key = members.keys.first(where: Self.isUnknown) {
      return ["the step has the unknown key '\(key)'"]
    }
    if let call = step["apply"] { return try await apply(call, step) }
    if let call = step["export"] { return try await export(call, step) }
    if let arguments = step["run"] { return try await run(arguments.list, step) }
    let database = try Database(at: database)
    if let sql = step["write"]?.text {
      try database.execute(sql)
      return []
    }
    guard let sql = step["sql"]?.text, let expected = step["rows"] else {
      return ["the step has no kind that is known"]
    }
    let rows = try database.json(sql)
    return rows == expected ? [] : ["expected \(expected)", "got \(rows)"]
  }

  private static func isUnknown(_ key: String) -> Bool { !keys.contains(key) }

  private func apply(_ call: JSON, _ step: JSON) async throws -> [String] {
    var arguments = ["apply", try payload(of: call), "--schema", schema]
    if let document = call["document"]?.text {
      arguments += ["--document", document]
    } else {
      arguments += ["--entity", call["entity"]?.text ?? ""]
    }
    arguments += ["--database", database, "--report", "json"]
    arguments += Self.flags.filter { call[$0] == .bool(true) }.map(Self.option)
    for key in Self.options {
      if let value = call[key] { arguments += [Self.option(key), value.argument] }
    }
    let (output, problems) = try await outcome(of: arguments, step)
    guard let expected = step["report"], problems.isEmpty else { return problems }
    let report = try JSONDecoder().decode(JSON.self, from: Data(output.utf8))
    let differences = expected.differences(from: report)
    let isExact = step["exact"] == .bool(true)
    if differences.isEmpty, isExact, report != expected {
      return ["expected exactly \(expected)", "got \(report)"]
    }
    guard differences.isEmpty, step["again"] == .bool(true) else { return differences }
    return try await again(arguments, step)
  }

  /// The same call again must change nothing.
  private func again(_ arguments: [String], _ step: JSON) async throws -> [String] {
    let (output, problems) = try await outcome(of: arguments, step)
    guard problems.isEmpty else { return problems }
    let report = try JSONDecoder().decode(JSON.self, from: Data(output.utf8))
    let counts = ["inserted", "updated", "deleted"]
    var expected: [String: JSON] = [:]
    for key in counts { expected[key] = .number(0) }
    if case .object(let related)? = report["related"] {
      let none = JSON.object(expected)
      expected["related"] = .object(related.mapValues { _ in none })
    }
    return JSON.object(expected).differences(from: report).map { "again: \($0)" }
  }

  private func export(_ call: JSON, _ step: JSON) async throws -> [String] {
    var arguments = ["export", "--schema", schema, "--database", database]
    if case .object(let members) = call {
      for (key, value) in members { arguments += [Self.option(key), value.argument] }
    }
    let (output, problems) = try await outcome(of: arguments, step)
    guard problems.isEmpty, step["json"] != nil || step["json_has"] != nil else { return problems }
    let exported = try JSONDecoder().decode(JSON.self, from: Data(output.utf8))
    if let expected = step["json"], exported != expected {
      return ["expected \(expected)", "got \(exported)"]
    }
    return step["json_has"]?.differences(from: exported, at: "export") ?? []
  }

  private func run(_ arguments: [JSON], _ step: JSON) async throws -> [String] {
    let hasPayload = ["payload", "text", "file"].contains { step[$0] != nil }
    let names = [
      "schema": schema, "database": database, "payload": hasPayload ? try payload(of: step) : "",
      "scratch": scratch.folder.path, "folder": folder.path,
    ]
    let filled = arguments.compactMap(\.text).map { argument in
      names.reduce(argument) { $0.replacingOccurrences(of: "{\($1.key)}", with: $1.value) }
    }
    return try await outcome(of: filled, step).problems
  }

  /// Runs the tool and compares its status and output with the expectations of the step.
  private func outcome(
    of arguments: [String], _ step: JSON
  ) async throws -> (output: String, problems: [String]) {
    let outcome = try await Tool.run(arguments, in: scratch)
    var problems: [String] = []
    let expected = step["exit"] ?? .number(0)
    if expected != .number(Double(outcome.status)) {
      problems.append("exit \(outcome.status), expected \(expected): \(outcome.errors)")
    }
    for (key, found) in [("stdout_has", outcome.output), ("stderr_has", outcome.errors)] {
      for text in (step[key]?.list ?? []).compactMap(\.text) where !found.contains(text) {
        problems.append("\(key) '\(text)', got: \(found)")
      }
    }
    if let lines = step["stdout"]?.list.compactMap(\.text),
      outcome.output != lines.joined(separator: "\n") + "\n"
    {
      problems.append("stdout is: \(outcome.output)")
    }
    return (outcome.output, problems)
  }

  /// The path of the payload that a step names or contains.
  private func payload(of step: JSON) throws -> String {
    if let file = step["file"]?.text { return folder.appendingPathComponent(file).path }
    try scratch.write("payload.json", step["text"]?.text ?? step["payload"]?.description ?? "")
    return scratch.path("payload.json")
  }

  private static func option(_ key: String) -> String {
    "--" + key.replacingOccurrences(of: "_", with: "-")
  }
}
