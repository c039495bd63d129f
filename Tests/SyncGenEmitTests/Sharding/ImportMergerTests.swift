import Testing

@testable import SyncGenEmit

@Suite struct ImportMergerTests {
  private func imports(_ files: [String]) -> [SwiftImport] {
    files.flatMap { SwiftOutline(of: Array($0.utf8)).imports }
  }

  private func merged(_ files: String...) -> [[String]] {
    ImportMerger(imports(files)).groups
  }

  @Test func widestAccessWins() {
    #expect(
      merged("import A\npublic import B\n", "package import A\ninternal import B", "import C")
        == [["package import A", "public import B", "import C"]])
    #expect(merged("private import A", "fileprivate import A") == [["fileprivate import A"]])
    #expect(merged("private import A", "import A") == [["internal import A"]])
  }

  @Test func keepsAttributes() {
    #expect(
      merged(
        "@_spi(Sync) @_spi(Other) import A", "public import A", "@preconcurrency import A",
        "@testable import B")
        == [["@_spi(Other) @_spi(Sync) @preconcurrency public import A"], ["@testable import B"]])
  }

  @Test func implementationOnlyImportYieldsToOthers() {
    #expect(merged("@_implementationOnly import A") == [["@_implementationOnly import A"]])
    #expect(merged("@_implementationOnly import A", "import A") == [["import A"]])
  }

  /// The compiler warns if one file imports a module, or declarations of it, with two access
  /// levels.
  @Test func declarationImportHasAccessOfModule() {
    #expect(
      merged("import struct A.S\nimport A.Sub", "public import A")
        == [["public import A", "public import A.Sub"], ["public import struct A.S"]])
  }

  private static let conditional = "#if canImport(A)\nimport A\n#else\nimport B\n#endif\n"

  @Test func conditionalImportStaysInPlace() throws {
    let statements = imports([Self.conditional])
    let merger = ImportMerger(statements)
    #expect(merger.groups == [])
    #expect(statements.map(merger.change) == [nil, nil])
  }

  @Test func removesRedundantConditionalImport() {
    let statements = imports([Self.conditional, "public import A"])
    let merger = ImportMerger(statements)
    #expect(merger.groups == [["public import A"]])
    #expect(statements.map(merger.change) == [.removed, nil, .removed])
  }

  @Test func conditionalImportRaisesModuleAccess() {
    let statements = imports(["import A", "#if DEBUG\n@testable public import A\n#endif"])
    let merger = ImportMerger(statements)
    #expect(merger.groups == [["public import A"]])
    // It gives access to more than the other import, so it stays.
    #expect(statements.map(merger.change) == [.removed, nil])
  }

  @Test func equalConditionsShareAccess() {
    let statements = imports([
      Self.conditional, Self.conditional.replacing("import A", with: "public import A"),
    ])
    let merger = ImportMerger(statements)
    #expect(statements.map(merger.change) == [.rewritten("public import A"), nil, nil, nil])
  }
}
