import Foundation
import Programs
import TestHelpers
import Testing

/// Each block of Swift code in the README, the guides and a reference page is an excerpt of code
/// that is compiled: of the samples and their tests, of an example, or of a program of its page.
@Suite struct PageBlockTests {
  /// The folders with code that SwiftPM compiles.
  private static let folders = ["Tests/SampleTests", "Generated"]

  @Test func swiftIsCompiled() throws {
    let sources = try Self.sources()
    let reference = try PageBlock.all(of: "docs/reference/store-rules.md")
      .filter { $0.language == "swift" }
    let blocks = try (PageBlock.ofGuides(in: ["swift"]) + reference).filter { !$0.isManifest }
    #expect(blocks.contains { $0.source != nil } && blocks.contains { $0.source == nil })
    for block in blocks {
      if let source = block.source {
        #expect(Self.isCompiled(source), "\(block) is an excerpt of a file that is not compiled")
      } else {
        #expect(
          sources.contains { Self.contains($0, block.text) },
          "\(block) is in no file and in no program that is compiled")
      }
    }
  }

  /// The lines in this order, whatever stands between them.
  @Test func findsExcerpts() {
    let source = Self.spaceless("func a() {\n  let b = c(\n    d)\n  print(b)\n}")
    #expect(Self.contains(source, "let b = c(d)\n\nprint(b)\n"))
    #expect(Self.contains(source, "func a() {\n}\n"))
    #expect(!Self.contains(source, "print(b)\nlet b = c(d)\n"))
    #expect(!Self.contains(source, "let b = c(e)\n"))
    #expect(!Self.contains(source, "\n"))
  }

  /// A manifest, or a fragment of one in a manifest, is one. It names products that this package or
  /// the one with the prebuilt tool has.
  @Test func manifestsAreValid() async throws {
    let products = try ["Package.swift", "Prebuilt/Package.swift"].map { path in
      try PageBlock.text(of: path).components(separatedBy: "\n  targets: [\n")[0]
    }.joined()
    let blocks = try PageBlock.ofGuides(in: ["swift"]).filter(\.isManifest)
    #expect(blocks.count > 1)
    for block in blocks {
      let toolchain = try SwiftToolchain()
      try toolchain.write(Self.manifest(block.text), to: "Package.swift")
      let outcome = try await toolchain.run(["swift", "package", "dump-package"])
      #expect(outcome.status == 0, "\(block): \(outcome.output)")
      try toolchain.remove()
      for use in block.text.matches(of: #/name: "(\w+)", package: "swiftsync-\w+"/#) {
        #expect(products.contains("name: \"\(use.1)\""), "\(block): \(use.1)")
      }
    }
  }

  private static func manifest(_ text: String) -> String {
    if text.contains("let package") { return text }
    let isTarget = text.hasPrefix(".target(") || text.hasPrefix(".testTarget(")
    let target = """
      dependencies: [.package(path: "../swiftsync-gen")],
      targets: [
      \(text)
      .target(name: "Notes")]
      """
    return """
      // swift-tools-version: 6.1
      import PackageDescription
      let package = Package(
      name: "App",
      \(isTarget ? target : text)
      )
      """
  }

  /// The code that is compiled, without white space.
  private static func sources() throws -> [Data] {
    let files = try folders.flatMap { folder in
      try FileManager.default
        .subpathsOfDirectory(atPath: PageBlock.root.appendingPathComponent(folder).path)
        .filter { $0.hasSuffix(".swift") }.map { try PageBlock.text(of: "\(folder)/\($0)") }
    }
    return try (files + PageProgram.all.map { try $0.code().text }).map(spaceless)
  }

  private static func isCompiled(_ path: String) -> Bool {
    path.hasSuffix(".swift") && (folders + ["Examples"]).contains { path.hasPrefix("\($0)/") }
  }

  private static func spaceless(_ text: String) -> Data {
    Data(text.utf8.filter { ![0x20, 0x0A, 0x09].contains($0) })
  }

  /// Whether a source has the lines of a block in this order. Indentation differs, and where the
  /// lines of the source end.
  private static func contains(_ source: Data, _ block: String) -> Bool {
    let lines = block.split(separator: "\n").map { spaceless(String($0)) }
      .filter { !$0.isEmpty && $0 != Data("//…".utf8) }
    var start = source.startIndex
    for line in lines {
      guard let range = source.range(of: line, in: start..<source.endIndex) else { return false }
      start = range.upperBound
    }
    return !lines.isEmpty
  }
}
