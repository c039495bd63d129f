import Foundation
import SwiftSyncRuntime
import Testing

/// `docs/reference/outcomes.md` has a heading for every outcome, and no others.
@Suite struct OutcomeReferenceTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardizedFileURL

  private static func lines(_ path: String) throws -> [String] {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
      .components(separatedBy: "\n")
  }

  /// The names in third-level headings, by the title of the section.
  private static func headings() throws -> [String: [String]] {
    var headings: [String: [String]] = [:]
    var section = ""
    for line in try lines("docs/reference/outcomes.md") {
      if line.hasPrefix("## ") { section = String(line.dropFirst(3)) }
      guard line.hasPrefix("### ") else { continue }
      headings[section, default: []].append(String(line.dropFirst(4)).replacing("`", with: ""))
    }
    return headings
  }

  /// The cases of an enum whose values cannot be listed at run time, read from the source.
  ///
  /// - Parameter path: The path of the file under `Sources`.
  private static func cases(of name: String, in path: String) throws -> [String] {
    let lines = try lines("Sources/\(path)")
    let start = try #require(lines.firstIndex { $0.contains("enum \(name): ") })
    let indent = lines[start].prefix { $0 == " " }
    let body = lines[(start + 1)...].prefix { $0 != indent + "}" }
    return body.map { $0.trimmingPrefix(while: { $0 == " " }) }.filter { $0.hasPrefix("case ") }
      .map { line in
        // An explicit raw value is the name that people see.
        let parts = line.split(separator: "\"")
        return String(parts.count > 1 ? parts[1] : line.dropFirst(5).prefix { $0 != "(" })
      }
  }

  private static func keys(of value: some Encodable) throws -> [String] {
    let encoded = try JSONSerialization.jsonObject(with: JSONEncoder().encode(value))
    return (encoded as? [String: Any]).map { Array($0.keys) } ?? []
  }

  private static func expected() throws -> [String: [String]] {
    let pushKeys =
      try keys(of: PushSummary()).filter { $0 != "rows" } + keys(of: PushSummary.Counts())
    return [
      "Reports": try keys(of: fullReport),
      "Rejected rows": try cases(of: "Rule", in: "SwiftSyncCoding/Reporting/ApplyReport.swift"),
      "Refusals": try cases(of: "Refusal", in: "SwiftSyncCoding/Reporting/ErrorReasons.swift")
        .map { "SyncError.Refusal.\($0)" },
      "Errors of the store": try cases(
        of: "SyncError", in: "SwiftSyncCoding/Reporting/SyncError.swift"
      )
      .map { "SyncError.\($0)" },
      // The encoded summary has the former name of this count.
      "Pushes": pushKeys.map { "PushSummary.\($0 == "unanswered" ? "unacknowledged" : $0)" },
      "Problems": SyncProblem.Kind.allCases.map { "SyncProblem.Kind.\($0)" },
      "Steps of a session": try cases(
        of: "Outcome", in: "SwiftSyncSession/Session/SyncSession+Summary.swift"
      )
      .map { "SyncSession.Summary.Outcome.\($0)" },
      "Errors of requests": try cases(of: "APIError", in: "SwiftSyncREST/APIError.swift")
        .map { "APIError.\($0)" },
      "Limits": TransferLimits.Exceeded.Limit.allCases.map {
        "TransferLimits.Exceeded.Limit.\($0.rawValue)"
      },
      "Events of the log": try cases(of: "Event", in: "SwiftSyncStore/Reporting/SyncLog.swift")
        .map { "SyncLog.Event.\($0)" },
      "Warnings about payloads": PayloadChecker.Report.Warning.Kind.allCases.map(\.rawValue),
    ]
  }

  /// A report with the optional keys.
  private static var fullReport: ApplyReport {
    var report = ApplyReport()
    report.invalidValues = ApplyReport.InvalidValues(count: 0, first: [])
    report.unresolvedRows = [:]
    return report
  }

  @Test func documentsEveryOutcome() throws {
    let headings = try Self.headings()
    let expected = try Self.expected()
    #expect(Set(headings.keys) == Set(expected.keys))
    for (section, names) in expected {
      #expect(headings[section, default: []].sorted() == names.sorted(), "\(section)")
    }
  }
}
