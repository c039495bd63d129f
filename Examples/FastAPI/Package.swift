// swift-tools-version: 6.1

import PackageDescription

/// The package that contains this example. In your own package, use its URL and a version.
let swiftsync = Package.Dependency.package(name: "swiftsync-gen", path: "../..")

let runtime = Target.Dependency.product(name: "SwiftSyncRuntime", package: "swiftsync-gen")

let package = Package(
  name: "Cookbook",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [.library(name: "Cookbook", targets: ["Cookbook"])],
  dependencies: [swiftsync],
  targets: [
    // The models and the client, generated from Schemas/cookbook.yaml, and the login.
    .target(name: "Cookbook", dependencies: [runtime]),
    // Two devices and the service as a process, which needs Python.
    .testTarget(
      name: "CookbookTests", dependencies: ["Cookbook", runtime], exclude: ["serve.py"]),
  ],
  swiftLanguageModes: [.v6]
)
