import Foundation
import Testing

/// Rules for the interface as `docs/api.txt` lists it, and for its documentation.
@Suite struct PublicInterfaceTests {
  /// How the names of types end whose values an app states.
  private static let stated = ["Configuration", "Limits", "Migration", "Options", "Policy"]

  /// An app can state all members in one expression.
  @Test func optionsHaveMemberwiseInitializers() throws {
    var checked: Set<String> = []
    for (type, members) in try Self.membersOfStructs() {
      let settings = members.compactMap { $0.wholeMatch(of: #/var (\w+): [^{]*/#)?.1 }
      guard !settings.isEmpty, Self.stated.contains(where: { type.hasSuffix($0) }) else { continue }
      checked.insert(type)
      let initializers = members.filter { $0.hasPrefix("init(") }
        .map { Set($0.matches(of: #/[(,] ?(\w+)(?: \w+)?:/#).map { $0.1 }) }
      #expect(initializers.contains { $0.isSuperset(of: settings) }, "\(type): \(settings)")
    }
    // Nothing would be checked if the types were not found.
    let expected: Set = [
      "ApplyOptions", "ExportOptions", "HTTP.RetryPolicy", "SyncStore.Configuration.Migration",
      "SyncSession.Configuration", "SyncStore.Configuration", "TransferLimits",
    ]
    #expect(checked.isSuperset(of: expected), "\(checked)")
  }

  @Test func timesAreDurationsAndDates() throws {
    let lines = try Self.lines()
    #expect(lines.contains { $0.contains("interval: Duration") })
    #expect(lines.filter { $0.contains("TimeInterval") } == [])
  }

  /// The types of expressions and the protocols come last.
  @Test func documentationEndsWithWhatPeopleDoNotName() throws {
    let page = "Sources/SwiftSyncRuntime/Documentation.docc/SwiftSyncRuntime.md"
    let topics = try Self.lines(page).filter { $0.hasPrefix("### ") }.map { $0.dropFirst(4) }
    #expect(topics.first == "Essentials")
    #expect(
      topics.suffix(2) == [
        "Expressions in the closures of queries", "Protocols of queries and generated types",
      ])
  }

  /// The members of each struct, by its name.
  private static func membersOfStructs() throws -> [String: [String]] {
    var members: [String: [String]] = [:]
    var owner: String?
    for line in try lines() {
      if line.hasPrefix("  ") {
        if let owner { members[owner, default: []].append(String(line.dropFirst(2))) }
      } else {
        owner = line.firstMatch(of: #/\bstruct ([\w.]+)/#).map { String($0.1) }
      }
    }
    return members
  }

  private static func lines(_ path: String = "docs/api.txt") throws -> [String] {
    let page = SwiftToolchain.package.appendingPathComponent(path)
    return try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
  }
}
