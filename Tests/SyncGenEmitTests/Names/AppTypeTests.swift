import Foundation
import Programs
import Testing

@testable import SyncGenEmit

/// An app may use the names of the runtime for types of its own. In the module with the generated
/// code, they take precedence over those of the runtime.
@Suite(.serialized) struct AppTypeTests {
  /// Types that generated code does not use, but that its comments and examples name.
  private static let others = ["Condition", "Draft", "HTTP", "Query"]

  private static let folders =
    ["GitHub", "Shop", "Social", "Tracker"].map { "Generated/\($0)" }
    + ["Atlas", "Board", "Desk", "Journal", "Services", "Studio"].map { "Tests/SampleTests/\($0)" }
    + ["Tests/RESTClient/Models", paint]

  /// The sample with scalars that are types of the app.
  private static let paint = "Tests/SampleTests/Paint"

  @Test(arguments: folders)
  func samplesCompileBesideTypesOfTheApp(folder: String) async throws {
    var sample = try Self.sources(folder)
    if folder == Self.paint {
      sample.append(("PaintTypes.swift", try Self.text("Tests/SampleTests/PaintTypes.swift")))
    }
    let text = sample.map(\.text).joined(separator: "\n")
    let names = try SwiftNames.common.union(Self.others).sorted().filter { name in
      try !text.contains(
        Regex("(?m)^(?:\\w+ )*(?:struct|enum|class|protocol|typealias) \(name)\\b"))
    }
    #expect(
      Set(names).isSuperset(
        of: ["APIClient", "APIError", "Condition", "Draft", "Endpoint", "Patch"]))
    let toolchain = try SwiftToolchain()
    for (name, text) in sample { try toolchain.write(text, to: name) }
    try toolchain.write(names.map { "struct \($0) {}\n" }.joined(), to: "AppTypes.swift")
    let outcome = try await toolchain.typeCheck(features: true)
    #expect(outcome.output == "")
    #expect(outcome.status == 0)
    try toolchain.remove()
  }

  /// Each name that is always qualified is one that generated code can contain.
  @Test func commonNamesAreTypesOfTheRuntime() throws {
    let used =
      TypeNamesContext.modules.flatMap(\.types)
      // Only computed in Swift.
      + ["HTTP", "Problem", "TargetID", "TemporaryID"]
    #expect(SwiftNames.common.subtracting(used) == [])
  }

  private static func sources(_ folder: String) throws -> [(name: String, text: String)] {
    let folder = SwiftToolchain.package.appendingPathComponent(folder)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }.sorted()
      .map { ($0, try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8)) }
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: SwiftToolchain.package.appendingPathComponent(path), encoding: .utf8)
  }
}
