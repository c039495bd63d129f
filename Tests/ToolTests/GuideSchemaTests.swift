import Foundation
import Programs
import Testing

/// The schemas and manifests of pages are what the tool and the package accept.
@Suite struct GuideSchemaTests {
  /// Other blocks of `docs/rest.md` belong to the first one; `EndpointPageTests` compiles all.
  @Test(arguments: [
    "docs/offline-edits.md", "docs/recipes.md", "docs/rest.md", "docs/security.md",
    "docs/reference/endpoints.md",
  ])
  func wholeSchemasAreValid(path: String) async throws {
    let schemas = try MarkdownPage(path).blocks("yaml").filter { $0.hasPrefix("swiftsync: 1") }
    #expect(!schemas.isEmpty)
    for schema in schemas {
      let workspace = try Workspace()
      try workspace.write("Schemas/page.yaml", schema)
      let outcome = try await workspace.run("validate", "--strict")
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
  }

  /// The products that excerpts of manifests name.
  @Test(arguments: ["docs/rest.md", "docs/testing.md"])
  func productsExist(path: String) throws {
    let manifests = try MarkdownPage(path).blocks("swift").filter { $0.contains(".product(name:") }
    #expect(manifests.count == 1)
    let package = try MarkdownPage("Package.swift").text
    let products = package.components(separatedBy: "\n  targets: [\n")[0]
    for manifest in manifests {
      for name in manifest.matches(of: #/product\(name: "(\w+)", package: "swiftsync-gen"\)/#) {
        #expect(products.contains("name: \"\(name.1)\""), "\(name.1)")
      }
    }
  }
}
