// swift-tools-version: 6.1

import PackageDescription

/// The package that contains this example. In your own package, use its URL and a version.
let swiftsync = Package.Dependency.package(name: "swiftsync-gen", path: "../..")

func product(_ name: String) -> Target.Dependency {
  .product(name: name, package: "swiftsync-gen")
}

let package = Package(
  name: "Notebook",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [.library(name: "NotebookKit", targets: ["NotebookKit"])],
  dependencies: [swiftsync],
  targets: [
    // The models, generated from Schemas/notebook.yaml, and the view models. Runs on every platform.
    .target(
      name: "NotebookKit",
      dependencies: [product("SwiftSyncRuntime"), product("SwiftSyncLive")],
      exclude: ["Generated/fixtures"]),
    .testTarget(
      name: "NotebookKitTests",
      dependencies: [
        "NotebookKit", product("SwiftSyncLive"), product("SwiftSyncRuntime"),
        product("SwiftSyncSimulator"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

#if canImport(SwiftUI)
  package.products.append(.library(name: "NotebookViews", targets: ["NotebookViews"]))
  package.targets.append(
    .target(
      name: "NotebookViews",
      dependencies: ["NotebookKit", product("SwiftSyncKit"), product("SwiftSyncSimulator")]))
#endif
