// swift-tools-version: 6.0
// The programs of `scripts/bench size`, which inserts the location of the runtime.
import PackageDescription

let store = Target.Dependency.product(name: "SwiftSyncStore", package: "PACKAGE")
let runtime = Target.Dependency.product(name: "SwiftSyncRuntime", package: "PACKAGE")

let package = Package(
  name: "Size",
  platforms: [.iOS(.v16), .macOS(.v13)],
  dependencies: [.package(path: "ROOT")],
  targets: [
    .target(name: "Notes", dependencies: [store]),
    .executableTarget(name: "stores", dependencies: ["Notes", store]),
    .executableTarget(name: "syncs", dependencies: ["Notes", runtime]),
  ]
)
