// swift-tools-version: 6.1

import PackageDescription

// The plugins of swiftsync-gen with a tool that is already built. `scripts/release` makes this package complete.
let package = Package(
  name: "swiftsync-prebuilt",
  products: [
    .plugin(name: "SwiftSyncPrebuiltBuildPlugin", targets: ["SwiftSyncPrebuiltBuildPlugin"]),
    .plugin(name: "SwiftSyncPrebuiltCommandPlugin", targets: ["SwiftSyncPrebuiltCommandPlugin"]),
  ],
  targets: [
    .binaryTarget(name: "SwiftSyncPrebuiltTool", path: "swiftsync-gen.artifactbundle"),
    .plugin(
      name: "SwiftSyncPrebuiltBuildPlugin", capability: .buildTool(),
      dependencies: ["SwiftSyncPrebuiltTool"]),
    .plugin(
      name: "SwiftSyncPrebuiltCommandPlugin",
      // A verb of its own: an app that uses these plugins has those of swiftsync-gen, too.
      capability: .command(
        intent: .custom(
          verb: "generate-models-prebuilt",
          description: "Generate models from the package's schemas, with the prebuilt tool"),
        permissions: [
          .writeToPackageDirectory(reason: "generated models are a part of the source tree")
        ]),
      dependencies: ["SwiftSyncPrebuiltTool"]),
  ]
)
