// swift-tools-version: 6.1

import PackageDescription

/// The package that this example is a part of. In your own package, give its URL and a version.
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
    // Models, generated from Schemas/notebook.yaml, and what the views show. It runs on every platform.
    .target(
      name: "NotebookKit",
      dependencies: [product("SwiftSyncRuntime"), product("SwiftSyncLive")],
      exclude: ["Generated/fixtures", "Generated/files-without-header.yaml"]),
    // SwiftUI; empty where there is none.
    .target(
      name: "NotebookViews", dependencies: ["NotebookKit", product("SwiftSyncLive")]),
    .testTarget(
      name: "NotebookKitTests",
      dependencies: ["NotebookKit", product("SwiftSyncTestSupport")]),
  ],
  swiftLanguageModes: [.v6]
)
