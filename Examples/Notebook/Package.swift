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
  products: [.library(name: "NotebookViews", targets: ["NotebookViews"])],
  dependencies: [swiftsync],
  targets: [
    // The models, generated from Schemas/notebook.yaml, and the view models. Runs on every platform.
    .target(
      name: "NotebookKit",
      dependencies: [product("SwiftSyncRuntime"), product("SwiftSyncLive")],
      exclude: ["Generated/fixtures", "Generated/files-without-header.yaml"]),
    // SwiftUI views; empty on platforms without SwiftUI.
    .target(
      name: "NotebookViews", dependencies: ["NotebookKit", product("SwiftSyncKit")]),
    .testTarget(
      name: "NotebookKitTests",
      dependencies: ["NotebookKit", product("SwiftSyncTestSupport")]),
  ],
  swiftLanguageModes: [.v6]
)
