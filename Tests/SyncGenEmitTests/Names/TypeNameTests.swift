import Foundation
import Testing

/// A file that imports the runtime and another module must not need to qualify a type that both
/// have.
@Suite struct TypeNameTests {
  /// The names that the runtime shares with other modules on purpose. SwiftData's `Query` wraps a
  /// property. Few files use both modules, and most do not write the runtime's name: `Todo.where`
  /// returns a query.
  private static let shared: Set<String> = ["Query"]

  private static let modules = [
    "SwiftSyncCoding", "SwiftSyncREST", "SwiftSyncStore", "SwiftSyncEditing", "SwiftSyncSession",
    "SwiftSyncURLSession", "SwiftSyncRuntime", "SwiftSyncLive", "SwiftSyncSimulator",
    "SwiftSyncTestSupport",
    // Apps see its 'MissingRows'.
    "SwiftSyncValues",
  ]

  @Test func noTypeHasTheNameOfAnotherModulesType() throws {
    let types = try Self.publicTypes()
    // Nothing would be checked if the declarations were not found.
    for name in [
      "SyncStore", "Query", "APIClient", "HTTP", "Draft", "LiveQuery", "MissingRows",
    ] {
      #expect(types[name] != nil, "\(name) was not found")
    }
    var found: [String] = []
    for (module, names) in try Self.namesOfOthers() {
      #expect(!names.isEmpty)
      for name in names.sorted() where !Self.shared.contains(name) {
        if let path = types[name] { found.append("\(path): \(module) also has a type '\(name)'") }
      }
    }
    #expect(found == [])
  }

  @Test func listHasTheTypesOfEachModule() throws {
    let names = try Self.namesOfOthers()
    let samples = [
      "Alamofire": "RetryPolicy", "Combine": "Publisher", "Foundation": "Predicate",
      "GRDB": "Column", "HTTPTypes": "HTTPRequest", "Observation": "Observable",
      "SwiftData": "VersionedSchema", "SwiftUI": "Section",
    ]
    #expect(Set(names.keys) == Set(samples.keys))
    for (module, name) in samples {
      #expect(names[module]?.contains(name) == true, "\(module) without \(name)")
    }
  }

  /// The paths of the files that declare public types at the top level, by name.
  private static func publicTypes() throws -> [String: String] {
    let declaration =
      #/
      ^\ {0,2}(?:@[\w()]+\ )*public\ (?:final\ |indirect\ |nonisolated\ )*
      (?:struct|class|enum|protocol|actor|typealias)\ (\w+)
      /#
    var types: [String: String] = [:]
    for module in modules {
      let folder = SwiftToolchain.package.appendingPathComponent("Sources/\(module)")
      let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      for file in files where file.hasSuffix(".swift") {
        let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
        var isConditional = false
        for line in text.split(separator: "\n") {
          if line.hasPrefix("#") { isConditional = !line.hasPrefix("#endif") }
          // What is indented is nested, unless it is in '#if'.
          guard isConditional || !line.hasPrefix(" "),
            let match = line.firstMatch(of: declaration)
          else { continue }
          types[String(match.1)] = "Sources/\(module)/\(file)"
        }
      }
    }
    return types
  }

  /// The names of the types of other modules.
  private static func namesOfOthers() throws -> [String: Set<String>] {
    let list = SwiftToolchain.package
      .appendingPathComponent("Tests/SyncGenEmitTests/Names/modules.txt")
    let sections = try String(contentsOf: list, encoding: .utf8).split(separator: "\n# ")
    return Dictionary(
      uniqueKeysWithValues: sections.dropFirst().map { section in
        let words = section.split(whereSeparator: \.isWhitespace)
        return (String(words.first ?? ""), Set(words.dropFirst().map(String.init)))
      })
  }
}
