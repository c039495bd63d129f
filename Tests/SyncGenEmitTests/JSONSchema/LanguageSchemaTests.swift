import TestHelpers
import Foundation
import SyncGenDiagnostics
import SyncGenSchema
import SyncGenYAML
import Testing

/// The JSON Schema for editors gives the same verdict on a schema as the tool, as far as possible.
@Suite struct LanguageSchemaTests {
  private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let cases = package.appendingPathComponent("Tests/GoldenTests/Cases")

  /// `RECORD_GOLDENS=1` writes the file and fails.
  @Test func fileIsUpToDate() throws {
    let file = Self.package.appendingPathComponent("Schemas/\(LanguageSchema.fileName)")
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
      try LanguageSchema.text().write(to: file, atomically: true, encoding: .utf8)
      Issue.record("recorded Schemas/\(LanguageSchema.fileName)")
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == LanguageSchema.text())
  }

  // MARK: Valid schemas

  private static let valid: [URL] = {
    let samples = ["tracker", "github"].map {
      package.appendingPathComponent("Schemas/\($0).yaml")
    }
    let others = ["Tests/SampleTests/board.yaml", "Benchmarks/store/schema.yaml"].map {
      package.appendingPathComponent($0)
    }
    let emitted = GoldenTests.cases.map {
      package.appendingPathComponent("Tests/SyncGenEmitTests/Cases/\($0)/schema.yaml")
    }
    return samples + others + emitted + folders("schemas")
  }()

  private static func folders(_ kind: String) -> [URL] {
    let folder = cases.appendingPathComponent(kind)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().map { folder.appendingPathComponent("\($0)/schema.yaml") }
      .filter { FileManager.default.fileExists(atPath: $0.path) }
  }

  @Test(arguments: valid)
  func acceptsValidSchemas(_ file: URL) throws {
    #expect(try Self.problems(in: file) == [])
  }

  @Test func samplesHaveModeline() throws {
    for name in ["tracker", "github"] {
      let file = Self.package.appendingPathComponent("Schemas/\(name).yaml")
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.hasPrefix(LanguageSchema.modeline + "\n"))
    }
  }

  // MARK: Invalid schemas

  /// The codes of errors that a JSON Schema can detect.
  private static let expressible: Set<String> = [
    "unknown-key", "missing-key", "unknown-value", "wrong-shape", "unknown-set", "unknown-rule",
    "invalid-rule", "language-version", "not-a-schema",
  ]

  /// Cases with such an error in a place that the JSON Schema cannot check, and the reason.
  private static let exceptions: [String: String] = [
    "documents": "a mapping of a field may be a type that is stated in place",
    "invalid-in-fields": "a mapping of a field may be a type that is stated in place",
    "language-version-not-first": "keys have no order",
    "tagged-values": "a type with such keys may be one with fields of these names",
    "version-octal": "012 is 12 in YAML 1.2",
    "versions-that-are-none": "1.0 is an integer",
  ]

  private static let mistaken: [URL] = folders("errors").filter { file in
    let folder = file.deletingLastPathComponent()
    guard exceptions[folder.lastPathComponent] == nil,
      let errors = try? String(
        contentsOf: folder.appendingPathComponent("expected/stderr"), encoding: .utf8)
    else { return false }
    return errors.split(separator: "\n").contains { line in
      line.hasPrefix("schema.yaml:") && line.contains(": error: ")
        && expressible.contains { line.hasSuffix("[\($0)]") }
    }
  }

  @Test(arguments: mistaken)
  func rejectsExpressibleMistakes(_ file: URL) throws {
    #expect(try Self.problems(in: file) != [])
  }

  @Test func coversEnoughCases() {
    #expect(Self.mistaken.count >= 25)
  }

  // MARK: YAML

  /// Reading the JSON Schema takes longer than checking a case.
  private static let checker = Result {
    JSONSchemaChecker(try JSON(text: LanguageSchema.text()))
  }

  private static func problems(in file: URL) throws -> [String] {
    var bag = DiagnosticBag()
    let source = SourceFile(path: file.path, bytes: Array(try Data(contentsOf: file)))
    guard let node = YAMLReader.read(source, into: &bag) else { return ["no YAML"] }
    return try checker.get().problems(of: document(node))
  }

  /// The node as editors read it, according to the core schema of YAML 1.2.
  private static func document(_ node: YAMLNode) -> JSON {
    switch node.content {
    case .sequence(let nodes): .array(nodes.map(document))
    case .mapping(let pairs):
      .object(
        Dictionary(pairs.map { ($0.key, document($0.value)) }, uniquingKeysWith: { $1 }))
    case .scalar(let scalar): scalar.isPlain ? plain(scalar.text) : .string(scalar.text)
    }
  }

  private static func plain(_ text: String) -> JSON {
    switch text {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return .bool(true)
    case "false", "False", "FALSE": return .bool(false)
    default:
      let isNumber =
        text.range(
          of: #"^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$"#, options: .regularExpression
        )
        != nil
      return isNumber ? Double(text).map(JSON.number) ?? .string(text) : .string(text)
    }
  }
}
